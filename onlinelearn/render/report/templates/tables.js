"use strict";
// Tables that can be sorted by a heading, filtered by a word and cut to an epoch.
// Without this script they are plain tables.

function element(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

{
  const words = new Intl.Collator("en", { numeric: true });

  // The number of a cell, without what stands around it: < 0.001, 0.1 to 0.3, 5.20 ± 0.50†.
  const NUMBER = /^(?:< )?([−-]?[\d,.]+(?:e[−+-]?\d+)?)(?: to .*| ± .*)?†?$/;

  // What a cell is sorted by; null for a blank, which comes last either way.
  function valueOf(row, column) {
    const cell = row.cells[column];
    const value = cell.dataset.value ?? cell.textContent.trim();
    if (value === "" || value === "–") return null;
    return NUMBER.exec(value)?.[1].replaceAll(",", "").replaceAll("−", "-") ?? value;
  }

  function compare(a, b) {
    const difference = Number(a) - Number(b);
    return Number.isNaN(difference) ? words.compare(a, b) : difference;
  }

  function sort(table, heads, chosen) {
    const descending = heads[chosen].getAttribute("aria-sort") === "ascending";
    const body = table.tBodies[0];
    const rows = Array.from(body.rows, (row) => [valueOf(row, chosen), row]);
    rows.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      return descending ? compare(b, a) : compare(a, b);
    });
    body.append(...rows.map(([, row]) => row));
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[chosen].setAttribute("aria-sort", descending ? "descending" : "ascending");
  }

  function makeSortable(table) {
    const heads = Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells);
    heads.forEach((head, column) => {
      const button = element("button", { type: "button" }, ...head.childNodes);
      button.addEventListener("click", () => sort(table, heads, column));
      head.append(button);
    });
  }

  // A field that leaves the rows with a word in them.
  function rowFilter(table) {
    const field = element("input", { type: "search", autocomplete: "off" });
    field.addEventListener("input", () => {
      const wanted = field.value.trim().toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    });
    return element("label", {}, "Filter ", field);
  }

  // A choice of all epochs, of some, or of one. A table that is too wide for its place begins with the last one.
  function epochChoice(table) {
    const heads = Array.from(table.querySelectorAll("th[data-epoch]"));
    const epochs = [...new Set(heads.map((head) => head.dataset.epoch))];
    if (epochs.length < 2) return null;
    const last = epochs.pop();
    const first = [...new Set(heads.filter((head) => !head.hidden).map((head) => head.dataset.epoch))];
    const some = first.length <= epochs.length ? [["some", `some (${first.join(", ")})`]] : [];
    const names = [["all", "all"], ...some, [last, `last (${last})`], ...epochs.map((epoch) => [epoch, epoch])];
    const choice = element("select", {}, ...names.map(([value, name]) => element("option", { value }, name)));
    const show = () => {
      const shown = new Set({ all: [...epochs, last], some: first }[choice.value] ?? [choice.value]);
      for (const head of heads) {
        head.hidden = !shown.has(head.dataset.epoch);
        for (const row of table.tBodies[0].rows) row.cells[head.cellIndex].hidden = head.hidden;
      }
      for (const group of table.querySelectorAll("[scope=colgroup]")) group.colSpan = shown.size;
    };
    choice.addEventListener("change", show);
    const box = table.closest(".scroll");
    choice.value = box.scrollWidth > box.clientWidth ? last : some.length ? "some" : "all";
    show();
    return element("label", {}, "Epoch ", choice);
  }

  for (const table of document.querySelectorAll("table.sortable")) {
    makeSortable(table);
    if (!table.matches(".measures")) continue;
    const tools = element("div", { className: "tools" });
    const parts = [table.tBodies[0].rows.length > 3 ? rowFilter(table) : null, epochChoice(table)];
    tools.append(...parts.filter(Boolean));
    table.closest(".scroll").before(tools);
  }
}
