"""The small table with which the program ends: each data set and learner after the last epoch."""

from collections.abc import Sequence

from onlinelearn.render.tables.display import NONE, metric_label, shown
from onlinelearn.render.tables.grid import Cell, grid, margin_note
from onlinelearn.render.tables.summary import Summary

GAP = "  "


def terminal(summaries: Sequence[Summary]) -> str:
    """The table and what ± means, without a line end; empty where there are no results."""
    if not summaries:
        return ""
    last = max(s.epoch for s in summaries)
    table = grid(summaries, epochs=[last])
    names = _aligned([("data set", "learner"), *((shown(d), shown(n)) for d, n in table.lines)])
    numbers = [
        _numbers(metric_label(column[0]), [table.cells.get((line, column)) for line in table.lines])
        for column in table.columns
    ]
    lines = [GAP.join(parts).rstrip() for parts in zip(names, *numbers, strict=True)]
    rule = "─" * max(map(len, lines))
    note = f"After epoch {last}. {margin_note(summaries)}"
    return "\n".join([lines[0], rule, *lines[1:], note])


def _aligned(names: Sequence[tuple[str, str]]) -> list[str]:
    """Both columns of names; a data set is named only where its lines begin."""
    widths = [max(map(len, column)) for column in zip(*names, strict=True)]
    before = None
    lines = []
    for dataset, learner in names:
        lines.append(f"{'' if dataset == before else dataset:<{widths[0]}}{GAP}{learner:<{widths[1]}}")
        before = dataset
    return lines


def _numbers(heading: str, cells: Sequence[Cell | None]) -> list[str]:
    """A column of numbers with the ± one below the other."""
    means = [NONE if cell is None else cell.mean for cell in cells]
    margins = ["" if cell is None or cell.margin is None else f" ± {cell.margin}" for cell in cells]
    wide, wider = max(map(len, means)), max(map(len, margins))
    texts = [f"{mean:>{wide}}{margin:<{wider}}" for mean, margin in zip(means, margins, strict=True)]
    width = max(len(heading), wide + wider)
    return [f"{heading:>{width}}", *(f"{text:>{width}}" for text in texts)]
