"""A comparison of a learner's metric with another learner's, or with a number.

IELLIP.updates < PA.updates
IELLIP.test_error <= min(PA, MIRA) within 0.01          (min: better than each of them)
PA.test_error < MIRA.test_error < Perceptron.test_error
'PA C=0.001'.online_error@100 > 'PA C=100'.online_error@100     (at round 100)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from onlinelearn.claims.inference import Criterion, Evidence
from onlinelearn.claims.outline import Outline
from onlinelearn.claims.quantity import Quantity, term_text
from onlinelearn.claims.relation import Operator, Relation
from onlinelearn.claims.results_view import Place, ResultsView, Values
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.tokens import Term, Tokens


@dataclass(frozen=True)
class Comparison(Statement):
    """left op right, up to a slack, as in `Relation`."""

    left: Quantity
    operator: Operator
    right: Quantity | float
    slack: float = 0.0
    relative: bool = False

    @classmethod
    def begins(cls, tokens: Tokens) -> bool:
        """Whether an operator follows the first term."""
        return tokens.after_term()[0] == "operator"

    @classmethod
    def parse(cls, tokens: Tokens) -> tuple[Self, ...]:
        """A op B op C ...: each neighbouring pair must hold, and for every member of a min or max."""
        left = tokens.term()
        first = left.members[0]
        inherited = (first.metric, first.round) if isinstance(first, Quantity) else None
        links: list[tuple[Term, Operator, Term]] = []
        while not links or tokens.peek()[0] == "operator":
            operator = tokens.operator()
            right = tokens.term(inherited)
            _check_functions(left, operator, right)
            links.append((left, operator, right))
            left = right
        slack, relative = 0.0, False
        if tokens.accept("word", "within"):
            slack, relative = tokens.not_negative(), tokens.accept("mark", "%")
            slack = slack / 100 if relative else slack
        elif any(operator == "~" for _, operator, _ in links):
            tokens.fail("'within' and a number after '~'")
        return tuple(
            cls._of(a, Relation(operator, slack, relative), b)
            for one, operator, other in links
            for a in one.members
            for b in other.members
        )

    @classmethod
    def _of(cls, left: Quantity | float, relation: Relation, right: Quantity | float) -> Self:
        """The comparison with a quantity on the left: a number there changes sides."""
        if isinstance(left, Quantity):
            return cls(left, relation.operator, right, relation.slack, relation.relative)
        if not isinstance(right, Quantity):
            raise ValueError("a statement compares at least one learner's metric")
        turned: dict[str, Operator] = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "~": "~"}
        return cls(right, turned[relation.operator], left, relation.slack, relation.relative)

    def __str__(self) -> str:
        within = f" within {100 * self.slack:g} %" if self.relative else f" within {self.slack:g}"
        return f"{self.left} {self.operator} {term_text(self.right)}{within if self.slack else ''}"

    @property
    def _quantities(self) -> list[Quantity]:
        return [each for each in (self.left, self.right) if isinstance(each, Quantity)]

    @property
    def metrics(self) -> frozenset[str]:
        """The metrics of both sides."""
        return frozenset(each.metric for each in self._quantities)

    @property
    def learners(self) -> frozenset[str]:
        """The learners of both sides."""
        return frozenset(each.learner for each in self._quantities)

    def problems(self, outline: Outline) -> Iterator[str]:
        """What is lacking: names, and the curves for a value at a round."""
        yield from super().problems(outline)
        yield from outline.missing_on_curves(
            [each.metric for each in self._quantities if each.round is not None]
        )

    def evidence(
        self, run: ResultsView, place: Place, epoch: int, criterion: Criterion
    ) -> Iterator[tuple[str, Evidence]]:
        """The evidence of the runs that both sides have."""
        left = run.values(place.condition, epoch, self.left)
        right: Values = (
            run.values(place.condition, epoch, self.right)
            if isinstance(self.right, Quantity)
            else Values.constant(self.right, left)
        )
        relation = Relation(self.operator, self.slack, self.relative)
        yield str(self), relation.evidence(left, right, criterion)


def _check_functions(left: Term, operator: Operator, right: Term) -> None:
    """Raise ValueError for a function that leaves its meaning open.

    A < min(B, C) says that A is below both; A < max(B, C) leaves open below which of them.
    """
    clear = {"<": ("max", "min"), "<=": ("max", "min"), ">": ("min", "max"), ">=": ("min", "max")}
    for term, allowed in zip((left, right), clear.get(operator, (None, None)), strict=True):
        if term.function not in (None, allowed):
            raise ValueError(f"{term.function}(...) on that side of {operator} leaves open which is meant")
