"""The summary as text for a terminal: each data set and learner after the last epoch."""

from collections.abc import Sequence

from onlinelearn.base.text_table import aligned
from onlinelearn.render.tables.display import NONE, metric_label, shown
from onlinelearn.render.tables.grid import (
    NEAR_BEST,
    GridCell,
    build_grid,
    margin_note,
    roles_note,
    signs_note,
    tests_note,
)
from onlinelearn.render.tables.summary import NOTHING, Summary, Unfinished

BEST = "*"
"""The mark of the lowest error: a terminal may have no bold."""


def summary_text(
    summaries: Sequence[Summary], unfinished: Unfinished = NOTHING, metrics: Sequence[str] = ()
) -> str:
    """The table and the meaning of its signs, without a line end; empty where there are no results."""
    table, notes = summary_lines(summaries, unfinished, metrics)
    return "\n".join([*table, *notes])


def summary_lines(
    summaries: Sequence[Summary], unfinished: Unfinished = NOTHING, metrics: Sequence[str] = ()
) -> tuple[list[str], list[str]]:
    """The lines of the table, and those on the meaning of its signs."""
    if not summaries:
        return [], []
    last = max(s.epoch for s in summaries)
    table = build_grid(summaries, [last], unfinished, metrics)
    columns = [
        ["data set", *_first_only([shown(dataset) for dataset, _ in table.lines])],
        ["learner", *(shown(table.learner(line)) for line in table.lines)],
    ]
    columns += [
        _numbers(metric_label(column[0]), [table.cells.get((line, column)) for line in table.lines])
        for column in table.columns
    ]
    lines = aligned(list(zip(*columns, strict=True)))
    rule = "─" * max(map(len, lines))
    notes = [f"After epoch {last}. {margin_note(summaries)}"]
    if any(cell.best for cell in table.cells.values()):
        shown_now = [s for s in summaries if s.epoch == last]
        notes.append(" ".join([f"{BEST}: the lowest error of the data set.", *tests_note(shown_now)]))
    if more := " ".join([*roles_note(summaries), *signs_note(table)]):
        notes.append(more)
    return [lines[0], rule, *lines[1:]], notes


def cell_text(cell: GridCell | None) -> str:
    """A number alone, with its margin and its mark."""
    if cell is None:
        return NONE
    margin = "" if cell.margin is None else f" ± {cell.margin}"
    return cell.mean + margin + _mark(cell)


def _mark(cell: GridCell) -> str:
    return BEST if cell.best else NEAR_BEST if cell.near_best else ""


def _first_only(names: Sequence[str]) -> list[str]:
    """Each name where it first stands; blanks where it is repeated below itself."""
    return ["" if i and name == names[i - 1] else name for i, name in enumerate(names)]


def _numbers(heading: str, cells: Sequence[GridCell | None]) -> list[str]:
    """A column of numbers with the ± one below the other."""
    means = [NONE if cell is None else cell.mean for cell in cells]
    margins = ["" if cell is None or cell.margin is None else f" ± {cell.margin}" for cell in cells]
    marks = ["" if cell is None else _mark(cell) for cell in cells]
    wide, wider, widest = (max(map(len, part)) for part in (means, margins, marks))
    texts = [
        f"{mean:>{wide}}{margin:<{wider}}{mark:<{widest}}"
        for mean, margin, mark in zip(means, margins, marks, strict=True)
    ]
    width = max(len(heading), wide + wider + widest)
    return [f"{heading:>{width}}", *(f"{text:>{width}}" for text in texts)]
