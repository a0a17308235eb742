"""The comparisons behind a claim as small drawings: one for each statement, an effect and interval a line."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from onlinelearn.base.error_text import shorten
from onlinelearn.claims.verdict import Verdict
from onlinelearn.render.report.formatting import number
from onlinelearn.render.report.json_records import ComparisonRecord

LABELS, PLOT, LINE = 148, 150, 18
"""Widths of the names, with the verdict's symbol, and of the drawing, and the height of a line."""
MOST_LETTERS = 22
"""Letters of a name for which there is room."""


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
    """The drawing of one statement; all its lines share an axis, which has zero on it."""

    statement: str
    lines: tuple[DrawnComparison, ...]
    zero: float
    ends: tuple[str, str]

    left, width = LABELS, LABELS + PLOT

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


def drawn_evidence(comparisons: Sequence[ComparisonRecord]) -> Iterator[DrawnStatement]:
    """The drawings of a claim, in the order of its statements; a statement without any effect has none."""
    for statement in dict.fromkeys(each.statement for each in comparisons):
        mine = [each for each in comparisons if each.statement == statement]
        if any(_finite(each.effect) is not None for each in mine):
            yield _drawn(statement, mine)


def _drawn(statement: str, comparisons: Sequence[ComparisonRecord]) -> DrawnStatement:
    ends = [_finite(end) for each in comparisons for end in (each.effect, each.low, each.high)]
    known = [0.0, *(end for end in ends if end is not None)]
    low, high = min(known), max(known)
    if low == high:
        low, high = -1.0, 1.0

    def place(value: float | None) -> float | None:
        finite = _finite(value)
        return None if finite is None else round(LABELS + 4 + (PLOT - 8) * (finite - low) / (high - low), 1)

    lines = tuple(
        DrawnComparison(
            shorten(_label(each), MOST_LETTERS),
            each.verdict,
            LINE * i + LINE // 2,
            place(each.effect),
            place(each.low),
            place(each.high),
        )
        for i, each in enumerate(comparisons)
    )
    return DrawnStatement(statement, lines, place(0.0) or 0.0, (number(low), number(high)))


def _label(comparison: ComparisonRecord) -> str:
    epoch = "" if comparison.epoch is None else f"epoch {comparison.epoch}"
    return ", ".join(filter(None, (comparison.dataset, epoch))) or "all"


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
