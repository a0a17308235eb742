"""A trend: a quantity rises or falls along an axis.

IELLIP.updates decreases with b
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from onlinelearn.claims.axes import Axis
from onlinelearn.claims.inference import Criterion, Evidence
from onlinelearn.claims.outline import Outline
from onlinelearn.claims.quantity import Quantity
from onlinelearn.claims.relation import Relation
from onlinelearn.claims.results_view import Place, ResultsView
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.tokens import Tokens

WORDS = {"increases": True, "decreases": False}
"""The words of the form, and whether each says that the quantity rises."""


@dataclass(frozen=True)
class Trend(Statement):
    """The quantity rises (or falls) from each value of a parameter or option to the next."""

    quantity: Quantity
    rises: bool
    over: str

    @classmethod
    def begins(cls, tokens: Tokens) -> bool:
        """Whether one of its words follows the first term."""
        kind, text = tokens.after_term()
        return kind == "word" and text in WORDS

    @classmethod
    def parse(cls, tokens: Tokens) -> tuple[Self, ...]:
        """A text of this form is one statement."""
        quantity, word = tokens.subject()
        return (cls(quantity, WORDS[word], tokens.over()),)

    def __str__(self) -> str:
        return f"{self.quantity} {'increases' if self.rises else 'decreases'} with {self.over}"

    @property
    def metrics(self) -> frozenset[str]:
        """The metric of the quantity."""
        return frozenset({self.quantity.metric})

    @property
    def learners(self) -> frozenset[str]:
        """The learner of the quantity, or the grid of learners."""
        return frozenset({self.quantity.learner})

    def problems(self, outline: Outline) -> Iterator[str]:
        """What the axis lacks."""
        yield from self._axis.problems(outline)

    def places(self, datasets: Sequence[str], run: ResultsView) -> list[Place]:
        """The data sets along which, or on which, the axis runs."""
        return self._axis.places(datasets, run)

    def evidence(
        self, run: ResultsView, place: Place, epoch: int, criterion: Criterion
    ) -> Iterator[tuple[str, Evidence]]:
        """The evidence on each step from one value to the next."""
        step = Relation("<" if self.rises else ">")
        for points in self._axis.points(run, place.condition, epoch):
            for (x, before), (y, after) in pairwise(points):
                yield f"{self}: {x:g} to {y:g}", step.evidence(before, after, criterion)

    @property
    def _axis(self) -> Axis:
        return Axis(self.quantity, self.over)
