// Buttons that copy the rows and columns that a table shows: as csv, Markdown or LaTeX.

{
  // A cell as it is read, and the parts of a number in it: 3.33 ± 5.07†, with 3.33 bold if it is the best.
  function readCell(cell) {
    const text = cell.textContent.trim().replace(/\s+/g, " ");
    const best = cell.querySelector("b") !== null;
    const [, mean, half] = /^(.*?)(?: ± (.*?))?†?$/.exec(text);
    const mark = best ? "best" : cell.querySelector("u") ? "not worse" : "";
    return { text, mean, half: half ?? "", mark, best, number: cell.matches(".number") };
  }

  // The visible cells of the last heading, of the body and of the foot.
  function shownCells(table) {
    const head = table.tHead.rows[table.tHead.rows.length - 1];
    return [head, ...table.tBodies[0].rows, ...(table.tFoot?.rows ?? [])]
      .filter((row) => !row.hidden)
      .map((row) => Array.from(row.cells).filter((cell) => !cell.hidden).map(readCell));
  }

  // A number as other programs read it: no comma in 1,081, and no value for a blank.
  function plain(text) {
    if (text === "–") return "";
    return /^[−-]?[\d,.]+(e[−+-]?\d+)?$/.test(text) ? text.replaceAll(",", "").replaceAll("−", "-") : text;
  }

  // Numbers to compute with: means have a column, and so have half widths and marks, where there are any.
  function csv([head, ...body]) {
    const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const columns = head.flatMap(({ text, number }, i) => {
      const read = (part) => body.map((row) => row[i][part]);
      if (!number) return [[text, ...read("text")]];
      const means = [text, ...read("mean").map(plain)];
      const more = [[`${text}, half width`, ...read("half").map(plain)], [`${text}, mark`, ...read("mark")]];
      return [means, ...more.filter(([, ...values]) => values.some(Boolean))];
    });
    return columns[0].map((_, i) => columns.map((column) => quoted(column[i])).join(",")).join("\n");
  }

  // The text of a cell in another language, with what is bold in it.
  function marked({ text, mean, best }, escaped, bold) {
    return best ? bold(escaped(mean)) + escaped(text.slice(mean.length)) : escaped(text);
  }

  function markdown(rows) {
    const escaped = (text) => text.replaceAll("|", "\\|");
    const written = (cell) => marked(cell, escaped, (text) => `**${text}**`);
    const line = (texts) => `| ${texts.join(" | ")} |`;
    const [head, ...body] = rows.map((cells) => line(cells.map(written)));
    return [head, line(rows[0].map(({ number }) => (number ? "---:" : "---"))), ...body].join("\n");
  }

  const LATEX = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}",
    "±": "$\\pm$", "–": "--", "†": "$\\dagger$", "−": "$-$" };

  function latex(rows) {
    const escaped = (text) => text.replace(/[\\~^±–†−]|[&%$#_{}]/g, (each) => LATEX[each] ?? `\\${each}`);
    const written = (cell) => marked(cell, escaped, (text) => `\\textbf{${text}}`);
    const [head, ...body] = rows.map((cells) => `${cells.map(written).join(" & ")} \\\\`);
    const columns = rows[0].map(({ number }) => (number ? "r" : "l")).join("");
    return [`\\begin{tabular}{${columns}}`, "\\hline", head, "\\hline", ...body, "\\hline",
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
