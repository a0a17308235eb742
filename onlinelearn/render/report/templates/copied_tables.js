// Buttons that copy a table as it is shown: as csv, Markdown or LaTeX.

{
  // The visible cells of the last heading and of the body, as they are read.
  function shownCells(table) {
    const rows = [table.tHead.rows[table.tHead.rows.length - 1], ...table.tBodies[0].rows, ...(table.tFoot?.rows ?? [])];
    const visible = (cells) => Array.from(cells).filter((cell) => !cell.hidden);
    return rows
      .filter((row) => !row.hidden)
      .map((row) => visible(row.cells).map((cell) => cell.textContent.trim().replace(/\s+/g, " ")));
  }

  function csv(rows) {
    const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    return rows.map((row) => row.map(quoted).join(",")).join("\n");
  }

  function markdown(rows) {
    const line = (cells) => `| ${cells.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
    const [head, ...body] = rows;
    return [line(head), line(head.map((_, i) => (i < 2 ? "---" : "---:"))), ...body.map(line)].join("\n");
  }

  const LATEX = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
    "±": "$\\pm$", "–": "--", "†": "$\\dagger$", "−": "$-$" };

  function latex(rows) {
    const escaped = (text) => text.replace(/[\\~^±–†−]|[&%$#_{}]/g, (each) => LATEX[each] ?? `\\${each}`);
    const line = (cells) => `${cells.map(escaped).join(" & ")} \\\\`;
    const [head, ...body] = rows;
    const columns = head.map((_, i) => (i < 2 ? "l" : "r")).join("");
    return [`\\begin{tabular}{${columns}}`, "\\hline", line(head), "\\hline", ...body.map(line), "\\hline",
      "\\end{tabular}"].join("\n");
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Some browsers refuse it to a page from disk; what is selected they copy.
      const area = element("textarea", { value: text });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }

  for (const table of document.querySelectorAll("table.measures")) {
    const said = element("span", {});
    said.setAttribute("role", "status");
    const buttons = Object.entries({ CSV: csv, Markdown: markdown, LaTeX: latex }).map(([name, written]) => {
      const button = element("button", { type: "button" }, `Copy ${name}`);
      button.addEventListener("click", async () => {
        await copy(written(shownCells(table)));
        said.textContent = `${name} copied`;
      });
      return button;
    });
    table.closest(".scroll").previousElementSibling.append(...buttons, said);
  }
}
