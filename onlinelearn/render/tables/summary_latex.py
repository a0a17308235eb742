"""The summary as LaTeX tables that a paper can \\input."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from onlinelearn.render.tables.display import metric_label, shown
from onlinelearn.render.tables.grid import (
    Grid,
    GridCell,
    GridColumn,
    GridLine,
    build_grid,
    caption,
)
from onlinelearn.render.tables.latex import COMPACT, PREAMBLE, SIUNITX, escape, latex_row, table_environment
from onlinelearn.render.tables.summary import NOTHING, Summary, Unfinished
from onlinelearn.render.tables.table_options import PLAIN, TableOptions

PAGE_WIDTH, CHARACTER, GAP = 345.0, 4.25, 8.0
"""In points: LaTeX's own text width, a digit of \\footnotesize, and the space between two columns."""
# A table environment can't break across pages, and this many lines of \footnotesize fill one.
MOST_LINES = 48


def summary_tex(
    title: str,
    summaries: Sequence[Summary],
    unfinished: Unfinished = NOTHING,
    options: TableOptions = PLAIN,
    name: str = "summary",
    metrics: Sequence[str] = (),
) -> str:
    """Table environments, each of which fits on a page; `name` is the config's, for their labels."""
    if not summaries:
        return f"% {shown(title)}: no results.\n"
    table = build_grid(summaries, unfinished=unfinished, metrics=metrics)
    text = f"{escape(title)}. {escape(caption(table, summaries))}"
    parts = [
        (lines, columns)
        for columns in table.blocks(lambda columns: _width(table, columns) <= PAGE_WIDTH)
        for lines in _pages(table.lines)
    ]
    label = options.label_for(name)
    pages = [
        table_environment(
            text,
            "ll" + "r" * len(columns),
            [*_heads(columns), *_body(table, lines, columns, siunitx=options.siunitx)],
            label=label if number == 1 else f"{label}-{number}",
            width=options.width,
            settings=COMPACT,
        )
        for number, (lines, columns) in enumerate(parts, 1)
    ]
    return PREAMBLE + SIUNITX * options.siunitx + "\n".join(pages)


def _width(table: Grid, columns: Sequence[GridColumn]) -> float:
    """The width of a table with these columns, in points: an estimate that is rather too large."""
    names = [("data set", "learner"), *((line[0], table.learner(line)) for line in table.lines)]
    widest = [max(map(len, each)) for each in zip(*names, strict=True)]
    for column in columns:
        found = [table.cells.get((line, column)) for line in table.lines]
        numbers = [len(f"{cell.mean} ± {cell.margin or ''}") + cell.near_best for cell in found if cell]
        widest.append(max([len(f"epoch {column[1]}"), *numbers]))
    return CHARACTER * sum(widest) + GAP * (len(widest) - 1)


def _pages(lines: Sequence[GridLine]) -> Iterator[list[GridLine]]:
    """The lines in parts that fit on a page; a data set is split only if it fills more than one."""
    page: list[GridLine] = []
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


def _heads(columns: Sequence[GridColumn]) -> Iterator[str]:
    """A heading for each metric, over one for each epoch."""
    spans, rules, start = [], [], 3
    for metric, members in groupby(columns, key=lambda column: column[0]):
        width = len(list(members))
        spans.append(rf" & \multicolumn{{{width}}}{{c}}{{{escape(metric_label(metric))}}}")
        rules.append(rf"\cmidrule(lr){{{start}-{start + width - 1}}}")
        start += width
    yield " " + "&" + "".join(spans) + r" \\"
    yield "".join(rules)
    yield latex_row(["data set", "learner", *(f"epoch {epoch}" for _, epoch in columns)])


def _body(
    table: Grid, lines: Sequence[GridLine], columns: Sequence[GridColumn], *, siunitx: bool
) -> Iterator[str]:
    number = _siunitx_number if siunitx else _number
    for dataset, members in groupby(lines, key=lambda line: line[0]):
        yield r"\midrule"
        for index, line in enumerate(members):
            found = [table.cells.get((line, column)) for column in columns]
            cells = ["--" if cell is None else number(cell) + _mark(cell) for cell in found]
            yield latex_row([escape(dataset) if index == 0 else "", escape(table.learner(line)), *cells])


def _number(cell: GridCell) -> str:
    mean = rf"\textbf{{{cell.mean}}}" if cell.best else cell.mean
    return mean if cell.margin is None else rf"{mean} {{\scriptsize$\pm$ {cell.margin}}}"


def _siunitx_number(cell: GridCell) -> str:
    """The number for siunitx, which groups digits itself."""
    margin = "" if cell.margin is None else rf" \pm {cell.margin}"
    number = rf"\num{{{cell.mean}{margin}}}".replace(",", "")
    return rf"\textbf{{{number}}}" if cell.best else number


def _mark(cell: GridCell) -> str:
    return r"$^\dagger$" if cell.near_best else ""
