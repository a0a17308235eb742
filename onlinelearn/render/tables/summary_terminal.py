"""The summary as text for a terminal: each data set and learner after the last epoch."""

from collections.abc import Sequence

from onlinelearn.base.text_table import aligned
from onlinelearn.render.tables.display import NONE, metric_label, shown
from onlinelearn.render.tables.grid import GridCell, build_grid, margin_note
from onlinelearn.render.tables.summary import NOTHING, Summary, Unfinished


def summary_text(summaries: Sequence[Summary], unfinished: Unfinished = NOTHING) -> str:
    """The table and the meaning of ±, without a line end; empty where there are no results."""
    if not summaries:
        return ""
    last = max(s.epoch for s in summaries)
    table = build_grid(summaries, [last], unfinished)
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
    note = f"After epoch {last}. {margin_note(summaries)}"
    return "\n".join([lines[0], rule, *lines[1:], note])


def _first_only(names: Sequence[str]) -> list[str]:
    """Each name where it first stands; blanks where it is repeated below itself."""
    return ["" if i and name == names[i - 1] else name for i, name in enumerate(names)]


def _numbers(heading: str, cells: Sequence[GridCell | None]) -> list[str]:
    """A column of numbers with the ± one below the other."""
    means = [NONE if cell is None else cell.mean for cell in cells]
    margins = ["" if cell is None or cell.margin is None else f" ± {cell.margin}" for cell in cells]
    wide, wider = max(map(len, means)), max(map(len, margins))
    texts = [f"{mean:>{wide}}{margin:<{wider}}" for mean, margin in zip(means, margins, strict=True)]
    width = max(len(heading), wide + wider)
    return [f"{heading:>{width}}", *(f"{text:>{width}}" for text in texts)]
