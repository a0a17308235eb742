"use strict";
// Tables that a click or a key on a heading sorts. Without this script they are plain tables.

const words = new Intl.Collator("en", { numeric: true });

// What a cell is sorted by; null for a blank, which comes last either way.
function valueOf(row, column) {
  const cell = row.cells[column];
  const value = cell.dataset.value ?? cell.textContent.trim();
  return value === "" || value === "–" ? null : value;
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

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = Array.from(table.tHead.rows[table.tHead.rows.length - 1].cells);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, heads, column));
    head.append(button);
  });
}
