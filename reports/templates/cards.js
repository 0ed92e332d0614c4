// Cards wherever they are named: what stands on one beside its name, and a panel of what it did.
(() => {
  const PREFIX = "card-", MISSING = "\u2013", STAR = "\u2605", SURE = 0.05, MOST_PAIRS = 8;
  const make = (tag, options = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), options);
    node.append(...children);
    return node;
  };

  // Numbers as the page writes them

  const fixed = (value, digits = 1) => {
    if (value === null || value === undefined) return MISSING;
    const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const exact = Math.round(value * 1e9) / 1e9; // a half is rounded alike however it was added up
    return exact.toLocaleString("en-US", shape).replace(/^-(?=[0.]+$)/, "").replace("-", "\u2212");
  };
  const percent = (value) => (value === null || value === undefined ? MISSING : fixed(100 * value));
  const signed = (value, digits = 1) => {
    const text = fixed(value, digits);
    return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
  };
  const points = (value) => (value === null || value === undefined ? MISSING : signed(100 * value));
  const isKnown = (value) => value !== null && value !== undefined;
  const pointsCell = (value, low, high, q) => ({
    text: points(value),
    spread: isKnown(low) && isKnown(high) ? `${points(low)} to ${points(high)}` : "",
    mark: isKnown(q) && q < SURE ? STAR : "",
  });
  const percentCell = (value, low, high) => ({
    text: percent(value),
    spread: isKnown(low) && isKnown(high) ? `${percent(low)}\u2013${percent(high)}` : "",
  });

  // What the page knows of a card

  const nameOf = (id) => decodeURIComponent(id.slice(PREFIX.length).replace(/_/g, " "));
  const rowOf = (id) => document.getElementById(id)?.closest("#table-pool tr");
  const idOf = (address) => (address.startsWith(`#${PREFIX}`) ? address.slice(1) : "");
  const rowsOf = (table, wanted) => {
    const { columns, data } = readData().tables[table] ?? { columns: [], data: [] };
    const ask = Object.entries(wanted).map(([name, value]) => [columns.indexOf(name), value]);
    const rows = data.filter((row) => ask.every(([at, value]) => row[at] === value));
    return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
  };
  const deckCell = (name) => {
    const [title, address] = readData().cards?.decks?.[name] ?? [readData().display_names[name] ?? name];
    return { name: title, href: document.getElementById(address) ? `#${address}` : "" };
  };
  const cardLink = (name) => {
    const anchor = cardAnchors().get(name);
    const text = make("bdi", { textContent: showUnseen(name) });
    return anchor ? make("a", { className: "card", href: `#${anchor}` }, text) : text;
  };
  const cardAnchors = once(() => new Map(
    Array.from(document.querySelectorAll("#table-pool tbody th"), (cell) => [nameOf(cell.id), cell.id])
  ));

  // The face: what stands on the card

  const makeFace = (row, heading) => {
    const face = make("div", { className: "face" });
    const headings = Array.from(row.closest("table").tHead.rows[0].cells);
    const name = row.cells[0].querySelector("bdi").cloneNode(true);
    const title = make(heading, { className: "face-name" }, name);
    const kinds = [], facts = make("dl", { className: "face-facts" });
    let text = null;
    headings.slice(1).forEach((column, index) => {
      const cell = row.cells[index + 1], said = cell.textContent;
      const label = column.textContent.trim();
      if (!said) return;
      if (column.classList.contains("choice")) kinds.push(said);
      else if (cell.classList.contains("text")) text = make("p", { className: "face-text", textContent: said });
      else if (column.classList.contains("cost")) {
        title.append(make("span", { className: "face-cost", title: column.title },
          make("span", { className: "unseen", textContent: `${label} ` }), said));
      } else facts.append(make("div", {}, make("dt", { textContent: label }), make("dd", { textContent: said })));
    });
    face.append(title);
    if (kinds.length) face.append(make("p", { className: "face-kind", textContent: kinds.join(" \u00b7 ") }));
    if (facts.childElementCount) face.append(facts);
    if (text) face.append(text);
    return face;
  };

  // Beside a name: on hover, focus and touch

  const tip = make("div", { id: "card-tip", className: "card-tip", hidden: true });
  tip.setAttribute("role", "tooltip");
  let named = null, waiting = 0;
  const place = (name) => {
    const box = name.getBoundingClientRect();
    const room = document.documentElement.clientWidth, gap = 6;
    tip.style.left = `${Math.max(gap, Math.min(box.left, room - tip.offsetWidth - gap))}px`;
    const fits = box.bottom + gap + tip.offsetHeight < window.innerHeight;
    tip.style.top = `${fits || box.top < tip.offsetHeight + gap ? box.bottom + gap : box.top - gap - tip.offsetHeight}px`;
  };
  const isSeen = (name) => {
    const box = name.getBoundingClientRect();
    return box.bottom > 0 && box.top < window.innerHeight;
  };
  const hide = () => {
    clearTimeout(waiting);
    named?.removeAttribute("aria-describedby");
    named = null;
    tip.hidden = true;
  };
  const show = (name, byTouch = false) => {
    const id = name.dataset.card ?? idOf(name.getAttribute("href"));
    const row = rowOf(id);
    if (!row) return;
    hide();
    named = name;
    tip.replaceChildren(makeFace(row, "p"));
    if (byTouch) {
      const open = make("button", { type: "button", textContent: "Open" });
      open.addEventListener("click", () => { hide(); openCard(id); });
      tip.append(open);
    }
    (panel.open ? panel : document.body).append(tip);
    tip.hidden = false;
    name.setAttribute("aria-describedby", tip.id);
    place(name);
  };
  const soon = (what) => { clearTimeout(waiting); waiting = setTimeout(what, 150); };
  const cardAt = (node) => (node instanceof Element ? node.closest("a.card, g.card") : null);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const name = cardAt(event.target);
    if (name && name !== named) soon(() => { if (name.matches(":hover")) show(name); });
    else if (name || tip.contains(event.target)) clearTimeout(waiting);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "touch") return;
    const left = cardAt(event.target);
    if ((left && left === named) || tip.contains(event.target)) soon(hide);
    else if (left) clearTimeout(waiting); // a page that scrolls leaves names that nobody pointed at
  });
  document.addEventListener("focusin", (event) => {
    const name = cardAt(event.target);
    if (name && name.matches(":focus-visible")) show(name);
    else if (!tip.contains(event.target)) hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || tip.hidden) return;
    hide();
    event.preventDefault(); // the panel below stays open
  }, true);
  document.addEventListener("pointerdown", (event) => {
    if (!tip.contains(event.target) && cardAt(event.target) !== named) hide();
  });
  document.addEventListener("scroll", (event) => {
    if (!named || tip.contains(event.target)) return;
    const isMeant = named === document.activeElement || named.matches(":hover");
    if (isMeant && isSeen(named)) place(named); // the page scrolled there
    else hide();
  }, { capture: true, passive: true });
  document.addEventListener("click", (event) => {
    const name = cardAt(event.target);
    if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const id = name.dataset.card ?? idOf(name.getAttribute("href"));
    if (!rowOf(id)) return;
    event.preventDefault();
    if (event.pointerType === "touch" && named !== name) show(name, true);
    else { hide(); openCard(id); }
  });

  // The panel

  const panel = make("dialog", { id: "card-panel", className: "card-panel" });
  panel.setAttribute("aria-labelledby", "card-panel-title");
  document.body.append(panel);

  const makeTable = (caption, headings, rows) => {
    const cell = (one, first) => {
      const node = make(first ? "th" : "td");
      if (first) node.scope = "row";
      if (one.card) node.append(cardLink(one.card));
      else if (one.name) {
        const text = make("bdi", { textContent: showUnseen(one.name) });
        node.append(one.href ? make("a", { href: one.href }, text) : text);
      }
      else node.append(one.text ?? "");
      if (one.mark) node.append(make("b", { textContent: one.mark }));
      if (one.spread) node.append(make("i", { textContent: one.spread }));
      if (one.name || one.card) node.classList.add("t");
      return node;
    };
    const head = headings.map((text) => Object.assign(make("th", { scope: "col" }), { textContent: text }));
    const body = rows.map((row) => make("tr", {}, ...row.map((one, at) => cell(one, at === 0))));
    const table = make("table", {}, make("caption", { textContent: caption }),
      make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
    const region = make("div", { className: "table", tabIndex: 0 }, table);
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", caption);
    return region;
  };

  const tellDecks = (name) => {
    const impacts = rowsOf("card_impact", { card: name });
    const seen = new Map(rowsOf("cards_by_deck", { card: name }).map((row) => [row.deck, row]));
    const byImpact = new Map(impacts.map((row) => [row.deck, row]));
    const decks = new Set([...impacts.map((row) => row.deck), ...seen.keys()]);
    if (!decks.size) return [make("p", { textContent: "The card is in none of the decks of this run." })];
    const line = (deck, impact, own) => [
      deck,
      ...(impacts.length ? [impact ? pointsCell(impact.effect, impact.effect_low, impact.effect_high, impact.effect_q) : {}] : []),
      own ? pointsCell(own.oh_lift, own.oh_lift_low, own.oh_lift_high, own.oh_lift_q) : {},
      own ? percentCell(own.gih_wr, own.gih_wr_low, own.gih_wr_high) : {},
      { text: own?.copies === undefined ? "" : fixed(own.copies, Number.isInteger(own.copies) ? 0 : 1) },
      { text: fixed(impact?.n_games ?? own?.n_games, 0) },
    ];
    const rows = Array.from(decks, (deck) => line(deckCell(deck), byImpact.get(deck), seen.get(deck)));
    const [pooled] = rowsOf("cards_pooled", { card: name });
    if (pooled && decks.size > 1) rows.push(line({ text: "All decks" }, null, { ...pooled, copies: undefined }));
    const headings = ["Deck", ...(impacts.length ? ["Impact, points"] : []), "Lift, points", "GIH WR, %", "Copies", "Games"];
    const told = [makeTable("By deck", headings, rows)];
    const { unlike, why } = readData().cards;
    const kinds = new Map(Array.from(decks, (deck) => [unlike[deck]?.[name], deck]).filter(([kind]) => kind !== undefined));
    for (const [kind, deck] of kinds) {
      const text = make("bdi", { textContent: showUnseen(deckCell(deck).name) });
      told.push(make("p", { className: "why" }, "\u2260 ", text, `: ${why[kind]}`));
    }
    if (!impacts.length) told.push(make("p", { className: "note", textContent: "Impact was not measured in this run." }));
    return told;
  };

  const tellBots = (name) => {
    const rows = rowsOf("cards_by_bot", { card: name });
    const bots = Array.from(new Set(rows.map((row) => row.bot)));
    const measures = { impact: "Impact, points", oh_lift: "Lift, points", played_rate: "Played, %" };
    const lines = [];
    for (const [measure, label] of Object.entries(measures)) {
      const own = rows.filter((row) => row.measure === measure);
      for (const deck of new Set(own.map((row) => row.deck))) {
        const cells = bots.map((bot) => own.find((row) => row.bot === bot && row.deck === deck));
        const write = measure === "played_rate" ? percentCell : pointsCell;
        const where = deck ? `${label.replace(",", ` in ${showUnseen(deckCell(deck).name)},`)}` : label;
        lines.push([{ text: where }, ...cells.map((row) => (row ? write(row.value, row.low, row.high) : {}))]);
      }
    }
    return lines.length ? [makeTable("By bot", ["", ...bots.map(showUnseen)], lines)] : [];
  };

  const tellPrice = (name) => rowsOf("card_prices", { card: name }).map((row) => {
    const cost = isKnown(row.cost) ? `At ${fixed(row.cost, 0)} (${row.cost_name}) it` : "It";
    const worth = `${signed(100 * row.worth)} points (${points(row.worth_low)} to ${points(row.worth_high)})`;
    const fair = isKnown(row.fair) ? ` It would be worth its cost with ${row.column.replace(/_/g, " ")} ${fixed(row.fair)} instead of ${fixed(row.now, 0)}.` : "";
    return make("p", { textContent: `${cost} is worth ${worth} against a plain card of its cost, over ${fixed(row.n_games, 0)} games.${fair}` });
  });

  const tellPairs = (name) => {
    const rows = [
      ...rowsOf("card_synergy", { card: name }).map((row) => ({ ...row, partner: row.other })),
      ...rowsOf("card_synergy", { other: name }).map((row) => ({ ...row, partner: row.card })),
    ].sort((one, other) => one.synergy_q - other.synergy_q || Math.abs(other.synergy) - Math.abs(one.synergy));
    if (!rows.length) return [];
    const cut = rows.slice(0, MOST_PAIRS);
    const lines = cut.map((row) => [
      { card: row.partner }, deckCell(row.deck),
      pointsCell(row.synergy, row.synergy_low, row.synergy_high, row.synergy_q), { text: fixed(row.n_games, 0) },
    ]);
    const caption = cut.length < rows.length ? `Together with: the surest ${cut.length} of ${rows.length}` : "Together with";
    return [makeTable(caption, ["Card", "Deck", "More together, points", "Games"], lines)];
  };

  const tellWords = (name) => {
    const { said, words } = readData().cards;
    const list = make("dl", { className: "facts" });
    for (const at of said[name] ?? []) {
      const [kind, text, example] = words[at];
      list.append(make("div", {}, make("dt", { textContent: `${text} (${kind})` }), make("dd", { textContent: example })));
    }
    return list.childElementCount ? [list] : [];
  };

  const tellGames = (name) => {
    const games = readData().cards.games[name] ?? [];
    const links = games.map(([number, text, href]) => make("li", {},
      ...(href ? [make("a", { href, textContent: text })]
        : [`${text}: `, make("code", { textContent: nameRun(`evenhand replay RUN_DIR --game ${number} --format html`) })])));
    const command = make("code", { textContent: nameRun(`evenhand replay RUN_DIR --card ${quote(showUnseen(name))} --find telling`) });
    return [
      ...(links.length ? [make("ul", { className: "games" }, ...links)] : []),
      make("p", { className: "note", textContent: "The links lead to some of the best games of each kind. The most telling of all:" }),
      make("pre", { tabIndex: 0 }, command),
    ];
  };

  const CHAPTERS = [
    ["In these games", tellDecks, "cards_by_deck"], ["Games", tellGames, "cards_by_deck"], ["With other bots", tellBots, "cards_by_bot"],
    ["Against its cost", tellPrice, "card_prices"], ["With other cards", tellPairs, "card_synergy"],
    ["Its words", tellWords, ""],
  ];

  const fill = (id) => {
    const close = make("button", { type: "button", className: "close", textContent: "Close" });
    close.addEventListener("click", () => panel.close());
    const face = makeFace(rowOf(id), "h2");
    face.querySelector(".face-name").id = "card-panel-title";
    const chapters = CHAPTERS.flatMap(([title, tell, table]) => {
      if (!readData().cards || (table && !readData().tables[table])) return [];
      const told = tell(nameOf(id));
      return told.length ? [make("h3", { textContent: title }), ...told] : [];
    });
    panel.replaceChildren(close, face, ...chapters);
    panel.scrollTop = 0;
  };

  const openCard = (id) => {
    if (idOf(location.hash) !== id) history[panel.open ? "replaceState" : "pushState"](null, "", `#${id}`);
    fill(id);
    if (!panel.open) panel.showModal();
  };
  panel.addEventListener("close", () => {
    hide();
    document.body.append(tip);
    if (idOf(location.hash)) history.replaceState(null, "", location.pathname + location.search);
  });
  panel.addEventListener("click", (event) => {
    if (event.target === panel) panel.close(); // beside it
  });

  const follow = () => {
    const id = idOf(location.hash);
    if (id && rowOf(id)) openCard(id);
    else if (panel.open) panel.close();
  };
  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);

  if (!document.getElementById("table-pool")) {
    for (const name of document.querySelectorAll("a.card")) name.replaceWith(...name.childNodes);
  } else if (idOf(location.hash)) {
    const fold = rowOf(idOf(location.hash))?.closest("details");
    if (fold) fold.open = false; // the address led there; the panel says the same
    follow();
    window.addEventListener("load", () => window.scrollTo(0, 0));
  }
})();
