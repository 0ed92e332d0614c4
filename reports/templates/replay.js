"use strict";
const told = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);

// The page holds the first table and what changed from step to step; tables share what stayed.
function apply(value, change) {
  if (Array.isArray(change)) {
    if (change.length === 1) return change[0];
    const [from, n, ...items] = change;
    return [...value.slice(0, from), ...items, ...value.slice(from + n)];
  }
  const entries = Object.entries(change);
  if (!entries.length) return value;
  const next = Array.isArray(value) ? [...value] : { ...value };
  for (const [key, inner] of entries) next[key] = apply(value[key], inner);
  return next;
}

function unpack() {
  let state = told.first;
  told.steps = told.steps.map(([turn, seat, question, options, scores, choice, changes], i) => {
    const say = (number) => told.texts[number];
    const one = { turn, seat, question: say(question), options: options.map(say), scores, choice, changes: changes.map(say), state };
    state = apply(state, told.changes[i]);
    return one;
  });
  told.final = state;
}
unpack();
const last = told.steps.length;
let step = 0, followed = "";  // where the page is, and the card whose steps it follows

function make(tag, text, name) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (name) element.className = name;
  return element;
}

// Cards say what stands on them.
const names = Object.keys(told.cards).sort((a, b) => b.length - a.length);
const named = (text) => names.find((name) => text.includes(name));

function card(element, name) {
  if (name === undefined || !(name in told.cards)) return element;
  element.classList.add("card");
  element.classList.toggle("followed", name === followed);
  element.tabIndex = 0;
  const tip = () => showTip(element, name);
  for (const event of ["mouseenter", "focus", "click"]) element.addEventListener(event, tip);
  for (const event of ["mouseleave", "blur"]) element.addEventListener(event, hideTip);
  return element;
}

function showTip(element, name) {
  const [facts, text] = told.cards[name], tip = at("tip");
  tip.replaceChildren(make("b", name), make("span", facts.map(([key, value]) => `${words(key)} ${value}`).join(" \u00b7 "), "facts"));
  if (text) tip.append(make("p", text));
  tip.hidden = false;
  element.setAttribute("aria-describedby", "tip");
  const box = element.getBoundingClientRect(), own = tip.getBoundingClientRect();
  const left = Math.min(box.left, document.documentElement.clientWidth - own.width - 8);
  const below = box.bottom + own.height + 12 < innerHeight;
  tip.style.left = `${Math.max(left, 8)}px`;
  tip.style.top = `${Math.max(below ? box.bottom + 6 : box.top - own.height - 6, 8)}px`;
}

function hideTip() {
  at("tip").hidden = true;
  for (const one of document.querySelectorAll("[aria-describedby=tip]")) one.removeAttribute("aria-describedby");
}

const words = (key) => key.replaceAll("_", " ");
const isPlayer = (key) => /^player_\d+$/.test(key);
const sayValue = (value) => Array.isArray(value) ? value.map(sayValue).join("; ") : isPlayer(value) ? `Player ${value.split("_")[1]}` : value;
const isPlace = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

function chips(names, before) {
  const row = make("div", undefined, "chips");
  const left = before ? [...before] : null;
  for (const name of names) {
    const there = left ? left.indexOf(name) : 0;
    row.append(card(make("span", name, left && there < 0 ? "chip new" : "chip"), name));
    if (left && there >= 0) left.splice(there, 1);
  }
  return names.length ? row : make("span", "none", "none");
}

function place(value, before) {
  const entries = Object.entries(value);
  if (!entries.length) return make("span", "none", "none");
  const box = make("div", undefined, "place");
  const [[, leader], ...rest] = entries;
  box.append(card(make("b", leader), leader));
  if (before && JSON.stringify(before) !== JSON.stringify(value)) box.classList.add("new");
  for (const [key, inner] of rest) {
    if (inner === 0 || inner === "" || inner === false || (Array.isArray(inner) && !inner.length)) continue;
    const said = Array.isArray(inner) ? `${inner.length}: ${inner.join(", ")}` : inner === true ? "" : sayValue(inner);
    box.append(make("span", said === "" ? words(key) : `${words(key)} ${said}`));
  }
  return box;
}

const isLanes = (value) => isPlace(value) && !isEmpty(value) && Object.values(value).every(isPlace);

function lanes(value, before) {
  const row = make("div", undefined, "lanes");
  for (const [name, inner] of Object.entries(value)) {
    const lane = make("div", undefined, "lane");
    lane.append(make("small", words(name)), place(inner, before && before[name]));
    row.append(lane);
  }
  return row;
}

function zone(key, value, before) {
  const row = make("div", undefined, "zone");
  row.append(make("span", words(key)));
  if (isLanes(value)) row.append(lanes(value, before));
  else if (isPlace(value)) row.append(place(value, before));
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
    const said = sayValue(value);
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
  const rows = zones.filter(([, inner]) => isPlace(inner) || !isEmpty(inner)).map(([name, inner]) => zone(name, inner, before && before[name]));
  const empty = zones.filter(([, inner]) => !isPlace(inner) && isEmpty(inner)).map(([name]) => words(name));
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

// A card to follow: the steps that name it in the answer, the question or what changed.
const isCalled = (text, name) => names.filter((longer) => longer !== name && longer.includes(name)).reduce((rest, longer) => rest.replaceAll(longer, ""), text).includes(name);
const isPlayed = (one, name) => isCalled(one.options[one.choice] ?? "", name);
const isWith = (one, name) => isPlayed(one, name) || isCalled(one.question, name) || one.changes.some((text) => isCalled(text, name));
const stepsWith = (name, is = isWith) => told.steps.flatMap((one, number) => (is(one, name) ? [number] : []));

function follow(name) {
  followed = names.includes(name) ? name : "";
  at("card").value = followed;
  showFollowed();
}

function showFollowed() {
  const found = followed ? stepsWith(followed) : [];
  at("card-back").disabled = !found.some((number) => number < step);
  at("card-forward").disabled = !found.some((number) => number > step);
}

function goWith(direction) {
  const found = followed ? stepsWith(followed) : [];
  const wanted = direction > 0 ? found.find((number) => number > step) : found.findLast((number) => number < step);
  if (wanted !== undefined) show(wanted);
}

function showFirst(name) {
  follow(name);
  if (followed) show([...stepsWith(followed, isPlayed), ...stepsWith(followed), 0][0]);
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
    item.append(card(make("span", text), named(text)));
    if (here.scores.length > 1) item.append(make("small", here.scores[i].toLocaleString("en").replace("-", "\u2212")));
    return item;
  }) : [];
  list("options", options);
  list("changes", here ? here.changes.map((text) => make("li", text)) : []);
  showLead();
  showFollowed();
  hideTip();
  keepAddress();
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

// Who is ahead: a curve to click on, and the steps at which the lead changes.
const looks = told.lead ? told.lead.looks : [];
const leadChanges = looks.filter((look) => look.is_change).map((look) => look.step);
at("curve").dataset.ns = at("curve").firstElementChild.namespaceURI;
const svg = (tag, values) => {
  const element = document.createElementNS(at("curve").dataset.ns, tag);
  for (const [key, value] of Object.entries(values)) element.setAttribute(key, value);
  return element;
};
const WIDE = 1000, HIGH = 120;
const across = (number) => (WIDE * number) / Math.max(last, 1);

function drawLead() {
  if (!looks.length) return;
  at("lead").hidden = false;
  at("lead-unit").textContent = `Judged when a turn begins. Unit: ${told.lead.unit}.`;
  const isDuel = told.players.length === 2;
  const lines = isDuel ? [looks.map((look) => look.standings[0] - look.standings[1])] : told.players.map((_, i) => looks.map((look) => look.standings[i]));
  const all = lines.flat(), low = Math.min(0, ...all), high = Math.max(0, ...all);
  const up = (value) => 8 + ((HIGH - 16) * (high - value)) / (high - low || 1);
  const drawing = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": isDuel ? "Lead of player 1 over player 2, turn by turn" : "How each player stands, turn by turn" });
  drawing.append(svg("line", { x1: 0, x2: WIDE, y1: up(0), y2: up(0), class: "zero" }));
  lines.forEach((values, i) => {
    const path = values.map((value, k) => `${k ? "L" : "M"}${across(looks[k].step)} ${up(value)}H${across(k + 1 < looks.length ? looks[k + 1].step : last)}`).join("");
    if (isDuel) drawing.append(svg("path", { d: `${path}V${up(0)}H${across(looks[0].step)}Z`, class: "area" }));
    drawing.append(svg("path", { d: path, class: `line seat-${i + 1}` }));
  });
  for (const number of leadChanges) drawing.append(svg("line", { x1: across(number), x2: across(number), y1: 0, y2: HIGH, class: "change" }));
  drawing.append(svg("line", { id: "here", y1: 0, y2: HIGH, class: "here" }));
  drawing.addEventListener("click", (event) => {
    const box = drawing.getBoundingClientRect();
    show(Math.round((last * (event.clientX - box.left)) / box.width));
  });
  at("curve").replaceChildren(drawing);
  if (isDuel) at("curve").append(make("span", "player 1 ahead", "above"), make("span", "player 2 ahead", "below"));
  else at("curve").append(...told.players.map((name, i) => make("span", `player ${i + 1}`, `key seat-${i + 1}`)));
}

function showLead() {
  if (!looks.length) return;
  for (const end of ["x1", "x2"]) at("here").setAttribute(end, across(step));
  const look = looks.findLast((one) => one.step <= step);
  const leader = !look || look.leader < 0 ? "Nobody is ahead yet" : `Player ${look.leader + 1} is ahead`;
  at("lead-now").textContent = look ? `${leader}: ${look.standings.join(" to ")}` : leader;
  at("lead-back").disabled = !leadChanges.some((number) => number < step);
  at("lead-forward").disabled = !leadChanges.some((number) => number > step);
}

function lead(direction) {
  const found = direction > 0 ? leadChanges.find((number) => number > step) : leadChanges.findLast((number) => number < step);
  if (found !== undefined) show(found);
}

// A position as a scenario: what a table is laid out by, and what is asked there.
const toml = (value) => {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (isPlace(value)) {
    const inside = Object.entries(value).map(([key, inner]) => `${/^[A-Za-z0-9_-]+$/.test(key) ? key : toml(key)} = ${toml(inner)}`);
    return inside.length ? `{ ${inside.join(", ")} }` : "{}";
  }
  return typeof value === "string" ? JSON.stringify(value).replaceAll("\x7f", "\\u007f") : String(value);
};
const isNothing = (value) => value === "" || value === false || value === undefined || (typeof value === "object" && isEmpty(value));

function given(layable, shown, said) {
  const found = {};
  for (const [name, inner] of Object.entries(layable)) {
    let value = shown[name];
    if (inner && Array.isArray(value)) value = value.map((one) => given(inner, one, []));
    else if (inner && value && !isEmpty(value)) value = given(inner, value, []);
    if (value !== undefined && value !== false && (said.includes(name) || !isNothing(value))) found[name] = value;
  }
  return found;
}

function scenario(number) {
  const { heading, layable, said, phases } = told.saving, here = told.steps[number];
  const lines = [heading[0], `title = ${toml(`Game ${told.number}, step ${number + 1}`)}`, ...heading.slice(1), `phase = ${toml(phases[number])}`, "", "[given]"];
  const write = (values) => { for (const [key, value] of Object.entries(values)) lines.push(`${key} = ${toml(value)}`); };
  write(given(layable.table, here.state, []));
  for (const [key, value] of Object.entries(here.state)) {
    if (!isPlayer(key)) continue;
    lines.push("", `[given.${key}]`);
    write(given(layable.player, value, said));
  }
  lines.push("", "[expect]", `asked = "player_${here.seat + 1}"`, `options = ${toml(here.options)}`, `# The bot answered: ${toml(here.options[here.choice])}`);
  return `${lines.join("\n")}\n`;
}

// Beside a report, the folder of the run is the one above.
function nameRun() {
  const [, place] = location.protocol === "file:" ? location.pathname.match(/^(.*)\/replays\/game-[^/]+$/) ?? [] : [];
  const folder = place ? decodeURIComponent(place).replace(/^\/(?=[A-Z]:)/, "") : "RUN_DIR";
  return /^[\w./:-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`;
}

function save() {
  const saving = told.saving, canSave = saving && step in saving.phases;
  const earlier = saving ? Object.keys(saving.phases).map(Number).filter((number) => number < step) : [];
  at("save-file").hidden = !canSave;
  for (const id of ["save-text", "save-copy"]) at(id).hidden = saving && !canSave;
  at("save-copy").textContent = "Copy";
  at("save-text").rows = canSave ? 16 : 3;
  at("save-nearest").hidden = canSave || !earlier.length;
  if (canSave) {
    at("save-text").value = scenario(step);
    at("save-file").href = URL.createObjectURL(new Blob([at("save-text").value], { type: "application/toml" }));
    at("save-file").download = `game-${told.number}-step-${step + 1}.toml`;
    at("save-said").textContent = `The position at step ${step + 1}. It holds as it stands: evenhand scenario game-${told.number}-step-${step + 1}.toml. ${saving.note}`;
  } else if (saving) {
    const nearest = Math.max(...earlier);
    at("save-said").textContent = "A scenario cannot lay this position out: an effect is under way, or something lasts that it has no word for.";
    at("save-nearest").textContent = `Go to step ${nearest + 1}, the nearest before it that can be`;
    at("save-nearest").onclick = () => { show(nearest); save(); };
  } else {
    at("save-said").textContent = "This command writes the position down:";
    at("save-text").value = `evenhand replay ${nameRun()} --game ${told.number} --step ${Math.min(step + 1, last)} --format scenario --out position.toml`;
  }
  if (!at("save-box").open) at("save-box").showModal();
}

function copy() {
  at("save-text").select();
  document.execCommand("copy");
  at("save-copy").textContent = "Copied";
}

const help = () => at("help-box").showModal();

let waiting;
function keepAddress() {
  clearTimeout(waiting);
  waiting = setTimeout(() => history.replaceState(null, "", `#${step + 1}${followed && `&card=${encodeURIComponent(followed)}`}`), 100);
}

const moves = {
  first: () => show(0), back: () => show(step - 1), forward: () => show(step + 1), last: () => show(last),
  "turn-back": () => turn(-1), "turn-forward": () => turn(1), "lead-back": () => lead(-1), "lead-forward": () => lead(1),
  "card-back": () => goWith(-1), "card-forward": () => goWith(1), save, help,
};
const keys = {
  ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", PageUp: "turn-back", PageDown: "turn-forward",
  p: "lead-back", n: "lead-forward", c: "card-forward", C: "card-back", s: "save", "?": "help",
};
for (const [id, move] of Object.entries(moves)) at(id).addEventListener("click", move);
at("save-copy").addEventListener("click", copy);
at("card").append(...names.filter((name) => stepsWith(name).length).sort((a, b) => a.localeCompare(b)).map((name) => new Option(name)));
at("card-row").hidden = at("card").length < 2;
at("card").addEventListener("change", (event) => { if (event.target.value) showFirst(event.target.value); else { follow(""); show(step); } });
at("slider").addEventListener("input", (event) => show(Number(event.target.value)));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
  if (event.target === at("card") || !(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  moves[keys[event.key]]();
});
// "#60" is a step, "#60&card=Ace" that and a card to follow, "#card=Ace" the step that plays it.
const go = (address) => {
  const [number, name] = address.slice(1).match(/^(\d*)&?(?:card=(.*))?$/)?.slice(1) ?? [];
  let wanted = Number(number);
  try { follow(decodeURIComponent(name ?? "")); } catch { follow(""); }
  if (followed && !number) return showFirst(followed);
  show(Number.isInteger(wanted) && wanted > 0 ? wanted - 1 : 0);
};
// The event's own address: the step before may be written to the bar in between.
addEventListener("hashchange", (event) => go(new URL(event.newURL).hash));
drawLead();
go(location.hash);
