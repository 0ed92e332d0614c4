"use strict";
const told = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);
const last = told.steps.length;
let step = 0;

function make(tag, text, name) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (name) element.className = name;
  return element;
}

const words = (key) => key.replaceAll("_", " ");
const isPlayer = (key) => /^player_\d+$/.test(key);
const isPlace = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

function chips(names, before) {
  const row = make("div", undefined, "chips");
  const left = before ? [...before] : null;
  for (const name of names) {
    const there = left ? left.indexOf(name) : 0;
    row.append(make("span", name, left && there < 0 ? "chip new" : "chip"));
    if (left && there >= 0) left.splice(there, 1);
  }
  return names.length ? row : make("span", "none", "none");
}

function place(value, before) {
  const entries = Object.entries(value);
  if (!entries.length) return make("span", "none", "none");
  const box = make("div", undefined, "place");
  const [[, leader], ...rest] = entries;
  box.append(make("b", leader));
  if (before && JSON.stringify(before) !== JSON.stringify(value)) box.classList.add("new");
  for (const [key, inner] of rest) {
    if (inner === 0 || inner === "" || inner === false || (Array.isArray(inner) && !inner.length)) continue;
    const said = Array.isArray(inner) ? `${inner.length}: ${inner.join(", ")}` : inner === true ? "" : inner;
    box.append(make("span", said === "" ? words(key) : `${words(key)} ${said}`));
  }
  return box;
}

function zone(key, value, before) {
  const row = make("div", undefined, "zone");
  row.append(make("span", words(key)));
  if (isPlace(value)) row.append(place(value, before));
  else if (value.length && isPlace(value[0])) {
    const places = make("div", undefined, "places");
    const known = new Map((before || []).map((one) => [Object.values(one)[0], one]));
    for (const one of value) places.append(place(one, before && (known.get(Object.values(one)[0]) || {})));
    row.append(places);
  } else if (value.length > 12) {
    const fold = make("details");
    fold.append(make("summary", `${value.length} cards`), chips(value));
    row.append(fold);
  } else row.append(chips(value, before));
  return row;
}

function facts(entries) {
  const line = make("p", undefined, "facts");
  for (const [key, value] of entries) {
    const said = Array.isArray(value) ? value.join("; ") : value;
    if (said === true) line.append(make("span", words(key)));
    else if (said !== "" && said !== false) line.append(make("span", `${words(key)} ${said}`));
  }
  return line;
}

const isFact = ([, value]) => !isPlace(value) && !Array.isArray(value);

const isEmpty = (value) => !(Array.isArray(value) ? value : Object.keys(value)).length;

function player(key, value, before, asked, faces) {
  const number = Number(key.split("_")[1]);
  const box = make("section", undefined, asked ? "player asked" : "player");
  const title = make("h2", `Player ${number}`);
  title.append(make("small", told.players[number - 1]));
  const entries = Object.entries(value);
  const zones = entries.filter((entry) => !isFact(entry));
  const rows = zones.filter(([, inner]) => !isEmpty(inner)).map(([name, inner]) => zone(name, inner, before && before[name]));
  const empty = zones.filter(([, inner]) => isEmpty(inner)).map(([name]) => words(name));
  box.append(title, facts(entries.filter(isFact)), ...(faces === "down" ? rows.reverse() : rows));
  if (empty.length) box.append(make("p", `empty: ${empty.join(", ")}`, "facts"));
  return box;
}

function table(state, before, seat) {
  const entries = Object.entries(state), players = entries.filter(([key]) => isPlayer(key));
  const isDuel = players.length === 2;  // the second player sits opposite, and so upside down
  const boxes = players.map(([key, value], i) =>
    player(key, value, before && before[key], key === `player_${seat + 1}`, isDuel && i ? "down" : "up"));
  at("table").classList.toggle("many", !isDuel);
  at("table").replaceChildren(...(isDuel ? boxes.reverse() : boxes), facts(entries.filter(([key]) => !isPlayer(key))));
}

function list(id, items) {
  at(id).replaceChildren(...(items.length ? items : [make("li", "nothing", "none")]));
}

function show(number) {
  step = Math.min(Math.max(number, 0), last);
  const here = told.steps[step];
  table(here ? here.state : told.final, step ? told.steps[step - 1].state : null, here ? here.seat : -1);
  at("slider").value = step;
  at("where").textContent = here ? `step ${step + 1} of ${last}, turn ${here.turn}` : "the end";
  at("who").textContent = here ? `Player ${here.seat + 1} is asked` : "The game is over";
  at("question").textContent = here ? here.question : told.ending;
  const options = here ? here.options.map((text, i) => {
    const item = make("li", undefined, i === here.choice ? "taken" : "");
    item.append(make("span", text));
    if (here.scores.length > 1) item.append(make("small", here.scores[i].toLocaleString("en")));
    return item;
  }) : [];
  list("options", options);
  list("changes", here ? here.changes.map((text) => make("li", text)) : []);
  for (const id of ["first", "back", "turn-back"]) at(id).disabled = step === 0;
  for (const id of ["last", "forward", "turn-forward"]) at(id).disabled = step === last;
}

function turn(direction) {
  const now = step < last ? told.steps[step].turn : Infinity;
  let number = step;
  while (number + direction >= 0 && number + direction <= last) {
    number += direction;
    const there = number < last ? told.steps[number].turn : Infinity;
    const before = number ? told.steps[number - 1].turn : -1;
    if (there !== before && there !== now) break;
    if (direction < 0 && there === now && there !== before) break;
  }
  show(number);
}

const moves = {
  first: () => show(0), back: () => show(step - 1), forward: () => show(step + 1), last: () => show(last),
  "turn-back": () => turn(-1), "turn-forward": () => turn(1),
};
const keys = {
  ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", PageUp: "turn-back", PageDown: "turn-forward",
};
for (const [id, move] of Object.entries(moves)) at(id).addEventListener("click", move);
at("slider").addEventListener("input", (event) => show(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  moves[keys[event.key]]();
});
const wanted = Number(location.hash.slice(1));
show(Number.isInteger(wanted) && wanted > 0 ? wanted - 1 : 0);
