"""The comparisons behind a claim as small drawings, with an effect and its interval in each line.

A drawing is of one statement. Published values are statements of their own: those of a learner and metric
have one drawing together. So have statements on one metric that have a line each.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from onlinelearn.base.error_text import shorten
from onlinelearn.base.metrics import METRICS
from onlinelearn.claims.forms.match import published_quantity
from onlinelearn.claims.verdict import Verdict
from onlinelearn.render.report.formatting import number
from onlinelearn.render.report.json_records import ComparisonRecord

LABELS, PLOT, LINE = 148, 150, 18
"""Least width of the names, with the verdict's symbol; width of the drawing; height of a line."""
LETTER, SYMBOL = 6, 20
"""The width of a letter, and of the symbol before a name."""
MOST_LETTERS = 34
"""Longer names are cut."""


@dataclass(frozen=True, slots=True)
class DrawnComparison:
    """A line of a drawing: a comparison, its height, and the places of its effect and interval, if known."""

    label: str
    verdict: Verdict
    y: int
    effect: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class DrawnStatement:
    """A drawing: what is stated, and where, as far as all lines agree; they share an axis with zero on it."""

    statement: str
    where: str
    lines: tuple[DrawnComparison, ...]
    left: int
    zero: float
    ends: tuple[str, str]

    @property
    def width(self) -> int:
        """Of names and drawing."""
        return self.left + PLOT

    @property
    def groups(self) -> tuple["DrawnGroup", ...]:
        """The lines by their verdicts."""
        verdicts = dict.fromkeys(line.verdict for line in self.lines)
        return tuple(
            DrawnGroup(verdict, tuple(line for line in self.lines if line.verdict == verdict))
            for verdict in verdicts
        )

    @property
    def bottom(self) -> int:
        """Where the lines end and the axis begins."""
        return LINE * len(self.lines)

    @property
    def height(self) -> int:
        """With the numbers at the ends of the axis."""
        return self.bottom + LINE


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """The lines of a drawing with one verdict: their intervals are one path, their effects another."""

    verdict: Verdict
    lines: tuple[DrawnComparison, ...]

    @property
    def intervals(self) -> str:
        """A stroke from end to end of each interval that is known."""
        known = (line for line in self.lines if line.low is not None and line.high is not None)
        return "".join(f"M{line.low:g} {line.y}H{line.high:g}" for line in known)

    @property
    def effects(self) -> str:
        """A stroke of no length, which is drawn as a dot, at each effect."""
        return "".join(f"M{line.effect:g} {line.y}h0" for line in self.lines if line.effect is not None)


@dataclass(frozen=True, slots=True)
class _Line:
    """A comparison, and the parts of its name: a learner or statement, words on the data set, an epoch."""

    comparison: ComparisonRecord
    parts: tuple[str, ...]


def drawn_evidence(comparisons: Sequence[ComparisonRecord]) -> Iterator[DrawnStatement]:
    """The drawings of a claim, in the order of its statements; one without any effect is left out."""
    for title, lines in _panels(comparisons).items():
        if any(_finite(line.comparison.effect) is not None for line in lines):
            yield _drawn(title, lines)


def _panels(comparisons: Sequence[ComparisonRecord]) -> dict[str, list[_Line]]:
    """The lines of each drawing by its title."""
    by_statement: dict[str, list[_Line]] = {}
    by_metric: dict[str, list[_Line]] = {}
    statements = dict.fromkeys(each.statement for each in comparisons)
    metric = _shared_metric(statements)
    for each in comparisons:
        published = published_quantity(each.statement)
        statement = f"{'.'.join(published)} = published" if published else each.statement
        by_statement.setdefault(statement, []).append(_Line(each, _place(each)))
        what = published[0] if published else each.statement.replace(f".{metric}", "")
        title = f"{metric} = published" if published else f"{metric}"
        by_metric.setdefault(title, []).append(_Line(each, (what, *_place(each))))
    one_each = all(len(lines) == 1 for lines in by_statement.values())
    return by_metric if metric and one_each and len(by_statement) > 2 else by_statement


def _shared_metric(statements: Iterable[str]) -> str | None:
    """The metric that all statements are on, if they are on one: only then can they share an axis."""
    named = [{found for found in re.findall(r"\.(\w+)", each) if found in METRICS} for each in statements]
    every = set().union(*named)
    return every.pop() if len(every) == 1 and all(named) else None


def _place(comparison: ComparisonRecord) -> tuple[str, ...]:
    epoch = () if comparison.epoch is None else (f"epoch {comparison.epoch}",)
    return (*(comparison.dataset or "").split(), *epoch)


def _drawn(title: str, drawn: Sequence[_Line]) -> DrawnStatement:
    labels, where = _labels(drawn)
    comparisons = [line.comparison for line in drawn]
    ends = [_finite(end) for each in comparisons for end in (each.effect, each.low, each.high)]
    known = [0.0, *(end for end in ends if end is not None)]
    low, high = min(known), max(known)
    if low == high:
        low, high = -1.0, 1.0
    left = max(LABELS, SYMBOL + LETTER * max(map(len, labels)))

    def place(value: float | None) -> float | None:
        finite = _finite(value)
        return None if finite is None else round(left + 4 + (PLOT - 8) * (finite - low) / (high - low), 1)

    lines = tuple(
        DrawnComparison(
            label,
            each.verdict,
            LINE * i + LINE // 2,
            place(each.effect),
            place(each.low),
            place(each.high),
        )
        for i, (label, each) in enumerate(zip(labels, comparisons, strict=True))
    )
    return DrawnStatement(title, where, lines, left, place(0.0) or 0.0, (number(low), number(high)))


def _labels(lines: Sequence[_Line]) -> tuple[list[str], str]:
    """The names of the lines without the parts that all have, and those parts."""
    common = set(lines[0].parts).intersection(*(line.parts for line in lines))
    kept = [tuple(part for part in line.parts if part not in common) for line in lines]
    if not all(kept):
        # A line that has nothing of its own, such as the only one, keeps its whole name.
        return [shorten(_name(line.parts) or "all", MOST_LETTERS) for line in lines], ""
    where = tuple(part for part in lines[0].parts if part in common)
    return [shorten(_name(parts), MOST_LETTERS) for parts in kept], _name(where)


def _name(parts: Sequence[str]) -> str:
    """`usps | C=1, epoch 3`."""
    return " ".join(parts).replace(" epoch ", ", epoch ")


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
