// Tables: found, filtered, with columns to choose, and taken along as CSV.
(() => {
  const live = document.getElementById("live");
  const say = (text) => { live.textContent = text; };
  const MOST_CHOICES = 60, MANY_COLUMNS = 5;
  const make = (tag, options = {}, ...children) => {
    const node = Object.assign(document.createElement(tag), options);
    node.append(...children);
    return node;
  };
  const headingsOf = (table) => Array.from(table.tHead.rows[0].cells);
  const rowsOf = (table) => Array.from(table.tBodies[0].rows);

  // Which cards a table is about, and what stands on them

  const pool = document.getElementById("table-pool");
  const poolRowOf = (row) => {
    const link = row.cells[0].querySelector("a.card");
    const anchor = link && document.getElementById(link.getAttribute("href").slice(1));
    return anchor?.closest("#table-pool tr") ?? null;
  };
  const decksOf = once(() => {
    const { columns, data } = readData().tables.cards_by_deck ?? { columns: [], data: [] };
    const found = new Map(), called = readData().display_names;
    for (const row of data) {
      const card = row[columns.indexOf("card")], deck = row[columns.indexOf("deck")];
      if (!found.has(card)) found.set(card, []);
      found.get(card).push(called[deck] ?? deck);
    }
    return found;
  });
  const cardOf = (row) => {
    const link = row.cells[0].querySelector("a.card");
    return link ? decodeURIComponent(link.getAttribute("href").slice("#card-".length).replace(/_/g, " ")) : "";
  };

  // Filters: by text, and by what many cards share

  const listFilters = (table) => {
    const filters = [];
    const deckColumn = headingsOf(table).findIndex((heading) => heading.textContent.trim() === "Deck");
    if (pool) {
      for (const heading of headingsOf(pool)) {
        if (!heading.matches(".choice, .cost")) continue;
        const index = heading.cellIndex;
        filters.push([heading.textContent.trim(), (row) => [poolRowOf(row)?.cells[index].textContent ?? ""]]);
      }
    }
    const decks = (row) => (deckColumn > 0 ? [row.cells[deckColumn].textContent] : decksOf().get(cardOf(row)) ?? []);
    return [...filters, ["Deck", decks]].map(([label, read]) => {
      const values = new Set(rowsOf(table).flatMap(read).filter(Boolean));
      const sorted = Array.from(values).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      return { label, read, values: sorted };
    }).filter((one) => one.values.length > 1 && one.values.length <= MOST_CHOICES);
  };

  const makeMenu = (label, fill) => {
    const button = make("button", { type: "button", textContent: label });
    const menu = make("div", { className: "menu", hidden: true });
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => {
      if (!menu.childElementCount) fill(menu, button);
      menu.hidden = !menu.hidden;
      button.setAttribute("aria-expanded", String(!menu.hidden));
    });
    return [button, menu];
  };

  const addFilters = (table, bar, menus) => {
    const ofCards = table.tBodies[0].rows[0]?.cells[0].querySelector("a.card");
    const what = `${table.dataset.filter}${ofCards && pool ? " or its text" : ""} contains`;
    const input = make("input", { type: "search" });
    bar.append(make("label", { className: "filter" }, what, input));
    const chosen = new Map();
    const textOf = new WeakMap();
    const readText = (row) => {
      if (!textOf.has(row)) {
        const text = poolRowOf(row)?.querySelector(".text")?.textContent ?? "";
        textOf.set(row, `${row.cells[0].textContent} ${text}`.toLowerCase());
      }
      return textOf.get(row);
    };
    const update = () => {
      const wanted = input.value.trim().toLowerCase();
      let shown = 0;
      for (const row of rowsOf(table)) {
        row.hidden = !(readText(row).includes(wanted)
          && Array.from(chosen).every(([read, value]) => read(row).includes(value)));
        shown += !row.hidden;
      }
      say(`${shown} of ${table.tBodies[0].rows.length} rows shown.`);
    };
    input.addEventListener("input", update);
    if (!ofCards) return;
    const [button, menu] = makeMenu("Filter", (box, opener) => {
      for (const { label, read, values } of listFilters(table)) {
        const select = make("select", {}, make("option", { value: "", textContent: "any" }));
        for (const value of values) select.append(make("option", { value, textContent: value }));
        select.addEventListener("change", () => {
          if (select.value) chosen.set(read, select.value);
          else chosen.delete(read);
          opener.textContent = chosen.size ? `Filter (${chosen.size})` : "Filter";
          update();
        });
        box.append(make("label", {}, label, select));
      }
      if (!box.childElementCount) box.append("These cards have nothing to choose by.");
    });
    bar.append(button);
    menus.push(menu);
  };

  // Columns to choose

  const sheet = document.styleSheets[0];
  const addColumns = (table, bar, menus) => {
    const headings = headingsOf(table);
    if (headings.length < MANY_COLUMNS || table.closest(".heat")) return;
    const [button, menu] = makeMenu("Columns", (box) => {
      headings.slice(1).forEach((heading, index) => {
        const tick = make("input", { type: "checkbox", checked: true });
        const rule = sheet.cssRules.length;
        sheet.insertRule(`[data-without~="${table.id}-${index}"] tr > :nth-child(${index + 2}) { display: none; }`, rule);
        tick.addEventListener("change", () => {
          const left = new Set((table.dataset.without ?? "").split(" ").filter(Boolean));
          left[tick.checked ? "delete" : "add"](`${table.id}-${index}`);
          table.dataset.without = Array.from(left).join(" ");
          heading.dataset.left = tick.checked ? "" : "out";
        });
        box.append(make("label", {}, tick, heading.textContent.trim() || heading.title));
      });
    });
    bar.append(button);
    menus.push(menu);
  };

  // CSV

  const quote = (value) => {
    let text = String(value ?? "");
    if (/^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text))) text = `'${text}`; // no formula
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const write = (lines) => lines.map((line) => line.map(quote).join(",")).join("\r\n") + "\r\n";
  const plain = (text) => {
    const number = text.trim().replace(/,(?=\d{3})/g, "").replace(/\u2212/g, "-").replace(/^\+(?=\d)/, "");
    if (number === "\u2013") return "";
    return number !== "" && !Number.isNaN(Number(number)) ? number : text.trim();
  };
  const partOf = (cell, tag) => cell.querySelector(`:scope > ${tag}:not(.games)`)?.textContent ?? "";
  const mainOf = (cell) => {
    const clone = cell.cloneNode(true);
    for (const extra of clone.querySelectorAll(":scope > i, :scope > b, :scope > small, [data-game]")) extra.remove();
    return clone.textContent;
  };
  const endsOf = (spread) => {
    const ends = spread.split(/ to |(?<=\d)\u2013/);
    return ends.length === 2 ? ends : null;
  };
  const readColumn = (heading, rows) => {
    const cells = rows.map((row) => row.cells[heading.cellIndex]);
    const label = heading.textContent.trim() || heading.title;
    const isText = heading.classList.contains("t");
    const columns = [[label, ...cells.map((cell) => (isText ? mainOf(cell).trim() : plain(mainOf(cell))))]];
    const spreads = cells.map((cell) => partOf(cell, "i"));
    if (spreads.some(Boolean)) {
      if (spreads.every((one) => !one || endsOf(one))) {
        for (const end of [0, 1]) {
          columns.push([`${label} ${end ? "high" : "low"}`, ...spreads.map((one) => (one ? plain(endsOf(one)[end]) : ""))]);
        }
      } else columns.push([`${label} interval`, ...spreads]);
    }
    for (const [tag, word] of [["b", "mark"], ["small", "note"]]) {
      const marks = cells.map((cell) => partOf(cell, tag).trim());
      if (marks.some(Boolean)) columns.push([`${label} ${word}`, ...marks]);
    }
    return columns;
  };
  const readTable = (table) => {
    const rows = rowsOf(table).filter((row) => !row.hidden);
    const shown = headingsOf(table).filter((heading) => heading.dataset.left !== "out");
    const columns = shown.flatMap((heading) => readColumn(heading, rows));
    return [write(columns[0].map((_, line) => columns.map((column) => column[line]))), rows.length];
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // not allowed, or too old
      const box = make("textarea", { value: text, className: "unseen" });
      document.body.append(box);
      box.select();
      document.execCommand("copy");
      box.remove();
    }
  };
  const answer = (button, text) => {
    const before = button.textContent;
    button.textContent = text;
    say(text);
    setTimeout(() => { button.textContent = before; }, 2000);
  };
  const save = (name) => {
    const { columns, data } = readData().tables[name];
    const file = new Blob([write([columns, ...data])], { type: "text/csv;charset=utf-8" });
    const link = make("a", { href: URL.createObjectURL(file), download: `${name}.csv` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const countOf = (name) => readData().tables[name].data.length.toLocaleString("en-US");

  const addCsv = (table, bar) => {
    const button = make("button", { type: "button", textContent: "Copy as CSV" });
    button.addEventListener("click", async () => {
      const [text, n] = readTable(table);
      await copy(text);
      answer(button, `Copied ${n} ${n === 1 ? "row" : "rows"}`);
    });
    bar.append(button);
    const all = table.dataset.all;
    if (!all) return;
    const whole = make("button", { type: "button", textContent: "Save all rows", title: `${all}.csv` });
    whole.addEventListener("click", () => save(all));
    bar.append(whole);
  };

  const addTools = (table) => {
    const bar = make("div", { className: "tools" }), menus = [];
    if (table.dataset.filter) addFilters(table, bar, menus);
    addColumns(table, bar, menus);
    addCsv(table, bar);
    table.parentElement[table.dataset.filter ? "before" : "after"](bar);
    bar.append(...menus);
  };
  for (const table of document.querySelectorAll("main table")) {
    if (table.tBodies[0].rows.length) addTools(table);
  }

  const addFiles = (section) => {
    const bar = make("div", { className: "tools" });
    const [button, menu] = makeMenu("All data as files", (box) => {
      for (const name of Object.keys(readData().tables)) {
        const one = make("button", { type: "button", textContent: `${name}.csv` });
        one.addEventListener("click", () => save(name));
        box.append(make("span", {}, one, ` ${countOf(name)} rows`));
      }
    });
    bar.append(button, menu);
    section.append(bar);
  };
  // A game without a page: a click copies the command that writes one.
  for (const asked of document.querySelectorAll(".games [data-command]")) {
    const command = nameRun(asked.dataset.command);
    const button = make("button", { type: "button", textContent: asked.textContent.split(":")[0], title: `Copy: ${command}` });
    button.addEventListener("click", async () => {
      await copy(command);
      answer(button, "command copied");
    });
    asked.replaceWith(button);
  }

  const provenance = document.getElementById("provenance");
  if (provenance) addFiles(provenance);
})();
