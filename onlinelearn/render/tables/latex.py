"""The summary as LaTeX tables that a paper can \\input; they need the package booktabs."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from onlinelearn.render.tables.display import metric_label, shown
from onlinelearn.render.tables.grid import Cell, Column, Grid, Line, caption, grid
from onlinelearn.render.tables.summary import Summary

MOST_COLUMNS = 6
# A table environment can't break across pages, and this many lines of \footnotesize fill one.
MOST_LINES = 48

ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "±": r"$\pm$",
        # These would run together: -- is a longer dash, `` and '' are quotes, [ may begin an option of \\.
        "-": "-{}",
        "`": "`{}",
        "'": "'{}",
        "[": "{[}",
    }
)


def summary_tex(title: str, summaries: Sequence[Summary]) -> str:
    """Table environments, as many as the pages that the lines and columns take."""
    if not summaries:
        return f"% {shown(title)}: no results.\n"
    table = grid(summaries)
    text = f"{escape(title)}. {escape(caption(table, summaries))}"
    pages = [
        _environment(table, lines, columns, text)
        for columns in table.blocks(MOST_COLUMNS)
        for lines in _pages(table.lines)
    ]
    return "% \\usepackage{booktabs}\n" + "\n".join(pages)


def _pages(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that fit on a page; a data set is parted only if it fills more than one."""
    page: list[Line] = []
    for _, members in groupby(lines, key=lambda line: line[0]):
        dataset = list(members)
        if page and len(page) + len(dataset) > MOST_LINES:
            yield page
            page = []
        page += dataset
        while len(page) > MOST_LINES:
            yield page[:MOST_LINES]
            page = page[MOST_LINES:]
    yield page


def _environment(table: Grid, lines: Sequence[Line], columns: Sequence[Column], text: str) -> str:
    body = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{text}}}",
        r"\footnotesize",
        r"\setlength{\tabcolsep}{4pt}",
        rf"\begin{{tabular}}{{@{{}}ll{'r' * len(columns)}@{{}}}}",
        r"\toprule",
        *_heads(columns),
        *_body(table, lines, columns),
        r"\bottomrule",
        r"\end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(body) + "\n"


def _heads(columns: Sequence[Column]) -> Iterator[str]:
    """A heading for each metric, over one for each epoch."""
    spans, rules, start = [], [], 3
    for metric, members in groupby(columns, key=lambda column: column[0]):
        width = len(list(members))
        spans.append(rf" & \multicolumn{{{width}}}{{c}}{{{escape(metric_label(metric))}}}")
        rules.append(rf"\cmidrule(lr){{{start}-{start + width - 1}}}")
        start += width
    yield " " + "&" + "".join(spans) + r" \\"
    yield "".join(rules)
    yield "data set & learner" + "".join(f" & epoch {epoch}" for _, epoch in columns) + r" \\"


def _body(table: Grid, lines: Sequence[Line], columns: Sequence[Column]) -> Iterator[str]:
    for dataset, members in groupby(lines, key=lambda line: line[0]):
        yield r"\midrule"
        for index, line in enumerate(members):
            cells = [_cell(table.cells.get((line, column))) for column in columns]
            yield " & ".join([escape(dataset) if index == 0 else "", escape(line[1]), *cells]) + r" \\"


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "--"
    mean = rf"\textbf{{{cell.mean}}}" if cell.best else cell.mean
    return mean if cell.margin is None else rf"{mean} {{\scriptsize$\pm$ {cell.margin}}}"


def escape(name: str) -> str:
    """The name as LaTeX sets it: no character of it means anything else."""
    return shown(name).translate(ESCAPES)
