// The page is complete without this; it adds sorting and a table of contents that follows. What
// `table_tools.js` and `cards.js` add reads the page's data here.
"use strict";
const once = (read) => { let found; return () => (found ??= read()); };
const readData = once(() => JSON.parse(document.getElementById("data").textContent));
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const showUnseen = (text) => text.replace(UNSEEN, (one) => `\\u${one.codePointAt(0).toString(16).padStart(4, "0")}`);
const quote = (text) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
// A page that was opened where its run left it knows the folder that its commands are about.
const nameRun = (text) => {
  const [, place] = location.protocol === "file:" ? location.pathname.match(/^(.*)\/report\.html$/) ?? [] : [];
  return place ? text.replace("RUN_DIR", () => quote(decodeURIComponent(place).replace(/^\/(?=[A-Z]:)/, ""))) : text;
};
for (const node of document.querySelectorAll("main code")) node.textContent = nameRun(node.textContent);
(() => {
  const live = document.getElementById("live");
  const say = (text) => { live.textContent = text; };

  const keyOf = (cell) => {
    const clone = cell.cloneNode(true);
    for (const extra of clone.querySelectorAll("i, b, small")) extra.remove();
    const text = clone.textContent.trim();
    const number = parseFloat(text.replace(/,/g, "").replace(/^\u2212/, "-"));
    return { text, number };
  };

  const compare = (a, b, numeric, sign) => {
    if (!numeric) return sign * a.text.localeCompare(b.text);
    if (Number.isNaN(a.number) || Number.isNaN(b.number)) {
      return Number.isNaN(a.number) - Number.isNaN(b.number); // unknown ones last, either way
    }
    return sign * (a.number - b.number);
  };

  const sort = (table, heading) => {
    const index = heading.cellIndex;
    const numeric = !heading.classList.contains("t");
    const first = numeric ? "descending" : "ascending";
    const second = numeric ? "ascending" : "descending";
    const order = heading.getAttribute("aria-sort") === first ? second : first;
    const rows = Array.from(table.tBodies[0].rows, (row) => [keyOf(row.cells[index]), row]);
    const sign = order === "ascending" ? 1 : -1;
    rows.sort((a, b) => compare(a[0], b[0], numeric, sign));
    table.tBodies[0].append(...rows.map((pair) => pair[1]));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
    say(`Sorted by ${heading.textContent.trim()}, ${order}.`);
  };

  const makeSortable = (table) => {
    for (const heading of table.tHead.rows[0].cells) {
      if (!heading.textContent.trim()) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sort(table, heading));
      heading.append(button);
    }
  };

  for (const table of document.querySelectorAll("main table")) {
    if (!table.closest(".heat") && table.tBodies[0].rows.length > 1) makeSortable(table);
  }

  document.getElementById("controls").hidden = false;
  const intervals = document.getElementById("intervals");
  const showIntervals = () => document.body.classList.toggle("bare", !intervals.checked);
  intervals.addEventListener("change", showIntervals);
  showIntervals();

  // What an address is in may be folded.
  const openTarget = () => {
    const name = location.hash.slice(1);
    let target = name && document.getElementById(name);
    if (name && !target) {
      try { target = document.getElementById(decodeURIComponent(name)); } catch { return; }
    }
    for (let at = target; at; at = at.parentElement) if (at.localName === "details") at.open = true;
    if (target) target.scrollIntoView();
  };
  window.addEventListener("hashchange", openTarget);
  openTarget();

  const links = new Map();
  for (const link of document.querySelectorAll("nav a")) links.set(link.hash.slice(1), link);
  const follow = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entry.target.id).setAttribute("aria-current", "true");
    }
  }, { rootMargin: "0px 0px -75% 0px" });
  for (const id of links.keys()) follow.observe(document.getElementById(id));
})();
