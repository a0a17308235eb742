"""A growth rate: the exponent with which a quantity grows along an axis.

tree.operations grows with round from 400 at rate < 0.05
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from onlinelearn.claims.axes import ROUND, Axis, log_slopes
from onlinelearn.claims.inference import Criterion, Evidence
from onlinelearn.claims.outline import Outline
from onlinelearn.claims.quantity import Quantity
from onlinelearn.claims.relation import Operator, Relation
from onlinelearn.claims.results_view import Place, ResultsView, Values
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.tokens import Tokens

WORD = "grows"


@dataclass(frozen=True)
class Growth(Statement):
    """The quantity grows like over^rate: the slope of the logarithms, compared with a number."""

    in_units_of_its_metrics = False

    quantity: Quantity
    over: str
    operator: Operator
    rate: float
    start: float = 0.0
    """The value on the axis from which on the slope is fitted."""

    @classmethod
    def begins(cls, tokens: Tokens) -> bool:
        """Whether its word follows the first term."""
        return tokens.after_term() == ("word", WORD)

    @classmethod
    def parse(cls, tokens: Tokens) -> tuple[Self, ...]:
        """A text of this form is one statement."""
        quantity, _ = tokens.subject()
        over = tokens.over()
        start = tokens.not_negative() if tokens.accept("word", "from") else 0.0
        tokens.expect("word", "at")
        tokens.expect("word", "rate")
        operator = tokens.operator()
        if operator == "~":
            raise ValueError("a rate is compared by <, <=, > or >=; give two statements for a range")
        return (cls(quantity, over, operator, tokens.number(), start),)

    def __str__(self) -> str:
        start = f" from {self.start:g}" if self.start else ""
        return f"{self.quantity} grows with {self.over}{start} at rate {self.operator} {self.rate:g}"

    @property
    def metrics(self) -> frozenset[str]:
        """The metric of the quantity."""
        return frozenset({self.quantity.metric})

    @property
    def learners(self) -> frozenset[str]:
        """The learner of the quantity, or the grid of learners."""
        return frozenset({self.quantity.learner})

    def problems(self, outline: Outline) -> Iterator[str]:
        """What is lacking: the curve of one learner, along the rounds; else what the axis lacks."""
        if self.over == ROUND:
            yield from super().problems(outline)
            yield from outline.missing_on_curves(self.metrics)
        else:
            yield from self._axis.problems(outline)

    def places(self, datasets: Sequence[str], run: ResultsView) -> list[Place]:
        """The data sets along which, or on which, the axis runs."""
        return self._axis.places(datasets, run)

    def evidence(
        self, run: ResultsView, place: Place, epoch: int, criterion: Criterion
    ) -> Iterator[tuple[str, Evidence]]:
        """The slopes of all permutations against the rate."""
        border = Relation(self.operator)
        for points in self._axis.points(run, place.condition, epoch):
            slopes = log_slopes([(x, values) for x, values in points if x >= self.start])
            if slopes:
                rate = Values.constant(self.rate, slopes)
                yield str(self), border.evidence(slopes, rate, criterion, shown=slopes)

    @property
    def _axis(self) -> Axis:
        return Axis(self.quantity, self.over)
