"""summary.csv as a table that can be sorted, and its main numbers as a sentence."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from onlinelearn.render.tables import Summary
from onlinelearn.render.tables.display import metric_label, shown
from onlinelearn.render.tables.grid import Cell, Column, Grid, Line, caption, grid

MOST_NUMBERS = 16
"""How many numbers a sentence can hold that somebody listens to."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A number as it is shown, and the value that it is sorted by."""

    cell: Cell | None
    value: float | None


@dataclass(frozen=True, slots=True)
class Table:
    """The summary: for each metric its epochs, and a line for each data set and learner."""

    heads: tuple[tuple[str, tuple[int, ...]], ...]
    lines: tuple[tuple[str, str, tuple[Entry, ...]], ...]
    caption: str


def read_summaries(content: bytes) -> tuple[Summary, ...]:
    """The lines of summary.csv; a ValueError if it is none."""
    lines = csv.DictReader(io.StringIO(content.decode(), newline=""), strict=True)
    try:
        return tuple(_summary(line) for line in lines)
    except (KeyError, TypeError, csv.Error) as error:
        raise ValueError(f"no summary: {error}") from None


def table(summaries: Sequence[Summary]) -> Table:
    """The summary with the epochs that the printed tables show."""
    whole = grid(summaries)
    values = {((s.dataset, s.learner), (s.metric, s.epoch)): s.mean for s in summaries}
    heads = tuple(
        (metric_label(metric), tuple(epoch for _, epoch in columns))
        for metric, columns in groupby(whole.columns, key=lambda column: column[0])
    )
    lines = tuple(
        (
            shown(line[0]),
            shown(line[1]),
            tuple(Entry(whole.cells.get((line, at)), values.get((line, at))) for at in whole.columns),
        )
        for line in whole.lines
    )
    return Table(heads, lines, caption(whole, summaries))


def main_numbers(summaries: Sequence[Summary]) -> str:
    """Where the learners ended: every number if they are few, else the least and the greatest."""
    last = max(s.epoch for s in summaries)
    whole = grid(summaries, [last])
    few = len(whole.cells) <= MOST_NUMBERS
    metrics = [_every(whole, at) if few else _extremes(summaries, whole, at) for at in whole.columns]
    return f"After epoch {last}, {'; '.join(metrics)}."


def _every(whole: Grid, at: Column) -> str:
    several = len({dataset for dataset, _ in whole.lines}) > 1
    numbers = [
        f"{_name(line, several)} {_number(whole.cells[line, at])}"
        for line in whole.lines
        if (line, at) in whole.cells
    ]
    return f"{metric_label(at[0])}: {', '.join(numbers)}"


def _extremes(summaries: Sequence[Summary], whole: Grid, at: Column) -> str:
    ranked = sorted((s for s in summaries if (s.metric, s.epoch) == at), key=lambda s: s.mean)
    ends = [(s.dataset, s.learner) for s in (ranked[0], ranked[-1])]
    texts = [f"{_number(whole.cells[line, at])} ({_name(line, True)})" for line in ends]
    return f"{metric_label(at[0])}: from {texts[0]} to {texts[1]}"


def _name(line: Line, several: bool) -> str:
    dataset, learner = map(shown, line)
    return f"{learner} on {dataset}" if several else learner


def _number(cell: Cell) -> str:
    return cell.mean if cell.margin is None else f"{cell.mean} ± {cell.margin}"


def _summary(line: dict[str, str]) -> Summary:
    std, low, high = (float(line[name]) if line[name] else None for name in ("std", "low", "high"))
    names = line["dataset"], line["learner"], int(line["epoch"]), line["metric"]
    return Summary(*names, int(line["n"]), float(line["mean"]), std, low, high)
