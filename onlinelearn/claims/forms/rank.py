"""A rank: over the data sets of the experiment, one learner does better than another more often than not.

Variants of one data set, such as the points of a grid or splits of one file, count once, by their mean:
what one of them shows the others mostly repeat.

rank(IELLIP) < rank(PA)
rank(IELLIP.updates) < rank(PA)
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from onlinelearn.base.error_text import counted
from onlinelearn.claims.inference import Criterion, Evidence, in_every_run, no_evidence
from onlinelearn.claims.outline import Outline
from onlinelearn.claims.quantity import Quantity, learner_text
from onlinelearn.claims.relation import Operator
from onlinelearn.claims.results_view import Place, ResultsView
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.tokens import Tokens
from onlinelearn.numerics.paired_tests import sign_test
from onlinelearn.numerics.rank_tests import ROUNDING

WORD, METRIC = "rank", "test_error"


@dataclass(frozen=True)
class Rank(Statement):
    """The left learner's metric is the lower one over the data sets; 1 is the best rank."""

    in_units_of_its_metrics = False

    left: str
    right: str
    metric: str = METRIC

    @classmethod
    def begins(cls, tokens: Tokens) -> bool:
        """Whether it begins with its word and a bracket: a learner of that name would have a metric."""
        return tokens.peek() == ("word", WORD) and tokens.peek(1) == ("mark", "(")

    @classmethod
    def parse(cls, tokens: Tokens) -> tuple[Self, ...]:
        """A text of this form is one statement; the metric of the left side is that of the right."""
        left, metric = _side(tokens, METRIC)
        operator: Operator = tokens.operator()
        if operator not in ("<", ">"):
            raise ValueError("ranks are compared by < or >")
        right, other = _side(tokens, metric)
        if other != metric:
            raise ValueError(f"ranks by two metrics, {metric} and {other}; compare them by one")
        if left == right:
            raise ValueError("a rank is compared with that of another learner")
        return (cls(left, right, metric) if operator == "<" else cls(right, left, metric),)

    def __str__(self) -> str:
        by = "" if self.metric == METRIC else f".{self.metric}"
        return f"rank({learner_text(self.left)}{by}) < rank({learner_text(self.right)}{by})"

    @property
    def metrics(self) -> frozenset[str]:
        """The metric that ranks are by."""
        return frozenset({self.metric})

    @property
    def learners(self) -> frozenset[str]:
        """Both learners."""
        return frozenset({self.left, self.right})

    def problems(self, outline: Outline) -> Iterator[str]:
        """What is lacking: names, and a second data set."""
        yield from super().problems(outline)
        if sum(not condition.reading for condition in outline.conditions) < 2:
            yield "ranks are over several data sets, and the config has one"

    def places(self, datasets: Sequence[str], run: ResultsView) -> list[Place]:
        """All data sets together, once for each reading of the config."""
        together: dict[str, list[str]] = {}
        for label in datasets:
            together.setdefault(run.datasets[label].reading, []).append(label)
        return [
            Place(counted(len(_by_source(labels, run)), "data set"), reading, tuple(labels))
            for reading, labels in together.items()
        ]

    def evidence(
        self, run: ResultsView, place: Place, epoch: int, criterion: Criterion
    ) -> Iterator[tuple[str, Evidence]]:
        """The sign test of the differences in the mean, one for each data set, the mean of its variants.

        The effect is the difference of the mean ranks, from -1 (lower everywhere) to 1. Of two learners it is
        made of signs alone: a test that looks at sizes, as Wilcoxon's, may find the opposite of it.
        """
        found = {}
        for label in place.conditions:
            left = run.values(label, epoch, Quantity(self.left, self.metric))
            right = run.values(label, epoch, Quantity(self.right, self.metric))
            both = sorted(left.keys() & right.keys())
            if not both:
                yield str(self), no_evidence(f"no runs of both on {label}")
                return
            found[label] = _mean_difference([left[p] for p in both], [right[p] for p in both])
        if criterion.always:
            yield str(self), in_every_run([list(found.values())], strict=True)
            return
        sources = _by_source(place.conditions, run)
        differences = [
            _mean_difference([found[label] for label in labels], [0.0] * len(labels)) for labels in sources
        ]
        n, needed = len(differences), _needed(criterion)
        variants = (
            "" if n == len(found) else f"; variants of one data set count once, so {len(found)} are {n}"
        )
        lower, higher = sum(d < 0 for d in differences), sum(d > 0 for d in differences)
        apart = (higher - lower) / n
        if n < needed:
            few = counted(n, "data set") + (" is" if n == 1 else " are")
            why = f"{few} too few to decide on ranks; have {needed} or more{variants}"
            yield str(self), Evidence(apart, None, None, n, None, None, why)
            return
        holds, fails = sign_test(lower, higher), sign_test(higher, lower)
        yield str(self), Evidence(apart, None, None, n, holds, fails, f"signs over the data sets{variants}")


def _by_source(labels: Sequence[str], run: ResultsView) -> list[list[str]]:
    """The labels of data sets, those together that are drawn from one source."""
    sources: dict[str, list[str]] = {}
    for label in labels:
        sources.setdefault(run.datasets[label].source or label, []).append(label)
    return list(sources.values())


def _side(tokens: Tokens, metric: str) -> tuple[str, str]:
    """rank(A) or rank(A.metric)."""
    tokens.expect("word", WORD)
    tokens.expect("mark", "(")
    learner = tokens.learner()
    if tokens.accept("mark", "."):
        metric = tokens.expect("word")
    tokens.expect("mark", ")")
    return learner, metric


def _needed(criterion: Criterion) -> int:
    """The number of data sets from which on equal signs on all of them are evidence enough."""
    return math.ceil(-math.log2((1.0 - criterion.level) / 2.0))


def _mean_difference(left: Sequence[float], right: Sequence[float]) -> float:
    """The mean of paired differences; mere rounding counts as zero."""
    mean = math.fsum(a - b for a, b in zip(left, right, strict=True)) / len(left)
    size = max(map(abs, (*left, *right)))
    return 0.0 if abs(mean) <= ROUNDING * size else mean
