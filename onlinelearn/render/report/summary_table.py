"""The table of summary.csv, which readers of the page can sort, and its main numbers as a sentence."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from onlinelearn.base.repetitions import ORDERS
from onlinelearn.base.roles import Role
from onlinelearn.render.tables import Summary
from onlinelearn.render.tables.display import metric_label, scale, shown, shown_epochs
from onlinelearn.render.tables.grid import Grid, GridCell, GridColumn, GridLine, build_grid, caption
from onlinelearn.render.tables.summary import Unfinished

MOST_CELLS = 300
"""Of a larger table, the epochs between are left to summary.csv."""
MOST_LINES = 30
"""Of a longer table, the last lines are left to summary.csv: they are those of other readings."""
MOST_NUMBERS = 16
"""With more numbers, a sentence is too long to be listened to."""


@dataclass(frozen=True, slots=True)
class SortableNumber:
    """A number as the table shows it. Its value is said where what is shown would not sort it rightly."""

    epoch: int
    cell: GridCell | None
    value: float | None = None


@dataclass(frozen=True, slots=True)
class SummaryTable:
    """The summary: its metrics and their epochs, and a line for each data set and learner.

    Of its epochs those between are not shown at first.
    """

    epochs: tuple[int, ...]
    shown: tuple[int, ...]
    heads: tuple[tuple[str, tuple[int, ...]], ...]
    lines: tuple[tuple[str, str, tuple[SortableNumber, ...]], ...]
    caption: str


@dataclass(frozen=True, slots=True)
class WrittenSummary:
    """What summary.csv says: the estimates, and what lacks values."""

    estimates: tuple[Summary, ...] = ()
    unfinished: Unfinished = field(default_factory=dict)


def read_summary(content: bytes) -> WrittenSummary:
    """The contents of summary.csv; ValueError if they are damaged."""
    try:
        lines = list(csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True))
        estimates = tuple(_summary(line) for line in lines if line["n"] != "0")
        # Results of an earlier version lack the column.
        gaps = {(each["dataset"], each["learner"]): each.get("unfinished") for each in lines}
    except (KeyError, TypeError, csv.Error) as error:
        raise ValueError(f"no summary: {error}") from None
    return WrittenSummary(estimates, {line: why for line, why in gaps.items() if why})


def summary_table(written: WrittenSummary, metrics: Sequence[str] = ()) -> SummaryTable:
    """The table; at first it shows the same epochs as the printed tables.

    `metrics` are those that were asked for: one without any value has a column, too.
    """
    summaries = written.estimates
    every = tuple(sorted({s.epoch for s in summaries}))
    at_first = shown_epochs(every)
    epochs = every if len(summaries) <= MOST_CELLS else at_first
    whole = build_grid(summaries, epochs, written.unfinished, metrics)
    values = _values_to_sort_by(summaries, whole)
    heads = tuple(
        (metric_label(metric), tuple(epoch for _, epoch in columns))
        for metric, columns in groupby(whole.columns, key=lambda column: column[0])
    )
    lines = tuple(
        (
            shown(line[0]),
            shown(whole.learner(line)),
            tuple(
                SortableNumber(at[1], whole.cells.get((line, at)), values.get((line, at)))
                for at in whole.columns
            ),
        )
        for line in whole.lines[:MOST_LINES]
    )
    left_out = len(whole.lines) - len(lines)
    more = f" The last {left_out:,} lines are in summary.csv." if left_out else ""
    return SummaryTable(epochs, at_first, heads, lines, caption(whole, summaries) + more)


def _values_to_sort_by(summaries: Sequence[Summary], whole: Grid) -> dict[tuple[GridLine, GridColumn], float]:
    """The values of the cells that look like another cell of their column and differ from it."""
    alike: dict[tuple[GridColumn, str], dict[GridLine, float]] = {}
    for s in summaries:
        line, column = (s.dataset, s.learner), (s.metric, s.epoch)
        if (line, column) in whole.cells:
            alike.setdefault((column, whole.cells[line, column].mean), {})[line] = scale(s.metric) * s.mean
    return {
        (line, column): value
        for (column, _), lines in alike.items()
        if len(set(lines.values())) > 1
        for line, value in lines.items()
    }


def main_numbers(written: WrittenSummary) -> str:
    """The numbers after the last epoch: all if they are few, else each metric's least and greatest."""
    summaries = written.estimates
    last = max(s.epoch for s in summaries)
    whole = build_grid(summaries, [last], written.unfinished)
    few = len(whole.cells) <= MOST_NUMBERS
    metrics = [_every(whole, at) if few else _extremes(summaries, whole, at) for at in whole.columns]
    return f"After epoch {last}, {'; '.join(metrics)}."


def _every(whole: Grid, at: GridColumn) -> str:
    several = len({dataset for dataset, _ in whole.lines}) > 1
    numbers = [
        f"{_name(whole, line, several)} {_number(whole.cells[line, at])}"
        for line in whole.lines
        if (line, at) in whole.cells
    ]
    return f"{metric_label(at[0])}: {', '.join(numbers)}"


def _extremes(summaries: Sequence[Summary], whole: Grid, at: GridColumn) -> str:
    ranked = sorted((s for s in summaries if (s.metric, s.epoch) == at), key=lambda s: s.mean)
    ends = [(s.dataset, s.learner) for s in (ranked[0], ranked[-1])]
    texts = [f"{_number(whole.cells[line, at])} ({_name(whole, line, True)})" for line in ends]
    return f"{metric_label(at[0])}: from {texts[0]} to {texts[1]}"


def _name(whole: Grid, line: GridLine, several: bool) -> str:
    dataset, learner = shown(line[0]), shown(whole.learner(line))
    return f"{learner} on {dataset}" if several else learner


def _number(cell: GridCell) -> str:
    return cell.mean if cell.margin is None else f"{cell.mean} ± {cell.margin}"


def _summary(line: dict[str, str]) -> Summary:
    std, low, high = (float(line[name]) if line[name] else None for name in ("std", "low", "high"))
    names = line["dataset"], line["learner"], int(line["epoch"]), line["metric"]
    # An earlier version wrote no marks, and left out what the interval covers: it knew orders only.
    covers, role = line.get("covers") or ORDERS.covers, Role(line.get("role") or Role.GIVEN)
    best, not_worse = (_flag(line.get(name)) for name in ("best", "not_worse"))
    return Summary(
        *names, int(line["n"]), float(line["mean"]), std, low, high, covers, role, bool(best), not_worse
    )


def _flag(text: str | None) -> bool | None:
    return text == "true" if text else None
