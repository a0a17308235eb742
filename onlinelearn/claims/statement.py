"""The vocabulary of claims: comparisons, trends, growth rates, published values. No code, only these."""

import re
from dataclasses import dataclass
from typing import Literal

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
"""A name that needs no quotes."""

Operator = Literal["<", "<=", ">", ">=", "~"]


@dataclass(frozen=True)
class Quantity:
    """A metric of a learner (or of a grid's learners); `round` asks for its value on the curve there."""

    learner: str
    metric: str
    round: int | None = None


@dataclass(frozen=True)
class Comparison:
    """left op right, up to a slack: `A <= B within 0.01` is A ≤ B + 0.01.

    A relative slack is a part of the right side: `A ~ B within 5 %` is |A - B| ≤ 0.05 B.
    """

    left: Quantity
    operator: Operator
    right: Quantity | float
    slack: float = 0.0
    relative: bool = False

    def __str__(self) -> str:
        within = f" within {100 * self.slack:g} %" if self.relative else f" within {self.slack:g}"
        return f"{_text(self.left)} {self.operator} {_text(self.right)}{within if self.slack else ''}"


@dataclass(frozen=True)
class Trend:
    """The quantity rises (or falls) as a parameter of the grid rises."""

    quantity: Quantity
    rises: bool
    over: str

    def __str__(self) -> str:
        return f"{_text(self.quantity)} {'increases' if self.rises else 'decreases'} with {self.over}"


@dataclass(frozen=True)
class Growth:
    """The quantity grows like over^rate: the slope of the logarithms, compared with a number."""

    quantity: Quantity
    over: str
    operator: Operator
    rate: float
    start: float = 0.0
    """Where the part of the axis begins that counts."""

    def __str__(self) -> str:
        start = f" from {self.start:g}" if self.start else ""
        return f"{_text(self.quantity)} grows with {self.over}{start} at rate {self.operator} {self.rate:g}"


@dataclass(frozen=True)
class Match:
    """The metric is as published, in a csv file with columns dataset, learner and the metric's name."""

    metric: str
    file: str
    within: float
    standard_errors: float = 0.0

    def __str__(self) -> str:
        errors = f" + {self.standard_errors:g} se" if self.standard_errors else ""
        return f"{self.metric} matches '{self.file}' within {self.within:g}{errors}"


Statement = Comparison | Trend | Growth | Match


def metrics_of(statement: Statement) -> set[str]:
    """The metrics that a statement speaks of."""
    match statement:
        case Comparison(left, _, right):
            return {each.metric for each in (left, right) if isinstance(each, Quantity)}
        case Trend(quantity) | Growth(quantity):
            return {quantity.metric}
        case Match(metric):
            return {metric}


def learners_of(statement: Statement) -> set[str]:
    """The learners, or grids of them, that a statement names."""
    match statement:
        case Comparison(left, _, right):
            return {each.learner for each in (left, right) if isinstance(each, Quantity)}
        case Trend(quantity) | Growth(quantity):
            return {quantity.learner}
        case Match():
            return set()


def _text(term: Quantity | float) -> str:
    if not isinstance(term, Quantity):
        return f"{term:g}"
    quoted = term.learner.replace("'", "''")
    name = term.learner if WORD.fullmatch(term.learner) else f"'{quoted}'"
    return f"{name}.{term.metric}" + (f"@{term.round}" if term.round is not None else "")
