"use strict";
// The page is made by the program; here it is only kept up to date, and told what was clicked.

const live = document.getElementById("live");
const line = document.getElementById("line");
const said = document.getElementById("said");

// Take over what is other in new content, and leave alone what is the same: then what is open
// stays open, what has the focus keeps it, and what moves can be seen to move.
function takeOver(old, now) {
  if (old.nodeType !== now.nodeType || old.nodeName !== now.nodeName) {
    old.replaceWith(now.cloneNode(true));
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== now.nodeValue) old.nodeValue = now.nodeValue;
    return;
  }
  for (const name of old.getAttributeNames()) {
    const isOpen = old.nodeName === "DETAILS" && name === "open";
    if (!now.hasAttribute(name) && !isOpen) old.removeAttribute(name);
  }
  for (const name of now.getAttributeNames()) {
    if (old.getAttribute(name) !== now.getAttribute(name)) old.setAttribute(name, now.getAttribute(name));
  }
  takeOverChildren(old, now);
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || "" : "";
}

function takeOverChildren(old, now) {
  const keyed = new Map();
  for (const child of old.children) if (keyOf(child)) keyed.set(keyOf(child), child);
  let place = old.firstChild;
  for (const child of [...now.childNodes]) {
    const same = keyOf(child) ? keyed.get(keyOf(child)) : null;
    if (same && same !== place) old.insertBefore(same, place);
    const match = same || (place && !keyOf(place) && !keyOf(child) ? place : null);
    if (!match) {
      old.insertBefore(child.cloneNode(true), place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    takeOver(match, child);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function show(state) {
  const now = new DOMParser().parseFromString("<main>" + state.main + "</main>", "text/html");
  takeOverChildren(live, now.querySelector("main"));
  document.title = state.title;
  line.hidden = true;
}

// The browser asks again by itself when the line is cut, as after sleep.
const events = new EventSource("events");
events.addEventListener("state", event => show(JSON.parse(event.data)));
events.addEventListener("end", event => {
  events.close();
  line.textContent = JSON.parse(event.data);
  line.hidden = false;
});
events.addEventListener("error", () => {
  line.textContent = "The program does not answer. As soon as it does, the page goes on.";
  line.hidden = false;
});

document.addEventListener("click", async event => {
  const button = event.target.closest("button[data-post]");
  if (!button) return;
  const buttons = document.querySelectorAll("button[data-post]");
  buttons.forEach(one => { one.disabled = true; });
  said.textContent = "";
  try {
    const answer = await fetch(button.dataset.post, { method: "POST" });
    const text = await answer.text();
    said.textContent = answer.ok ? text : "Not done: " + text;
  } catch {
    line.textContent = "The program does not answer: nothing was done.";
    line.hidden = false;
  }
  document.querySelectorAll("button[data-post]").forEach(one => { one.disabled = false; });
});
