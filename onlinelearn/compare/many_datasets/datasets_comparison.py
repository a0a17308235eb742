"""The comparison itself: ranks over the data sets, and every pair of learners tested."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from onlinelearn.base.errors import ConfigError
from onlinelearn.numerics.paired_tests import Wilcoxon, holm, paired_t, wilcoxon
from onlinelearn.numerics.rank_tests import (
    Friedman,
    are_equal,
    friedman,
    mean_ranks,
    nemenyi_difference,
    ranks,
)
from onlinelearn.numerics.signed_rank_posterior import SignedRankPosterior, signed_rank_posterior
from onlinelearn.render.tables.display import is_error

Outcome = Literal["win", "tie", "loss", "untested"]

ONE_POINT = 0.01
"""Errors that differ by less are alike for most purposes: the rope, if none is given."""


@dataclass(frozen=True, slots=True)
class Case:
    """One data set: the values of each learner after an epoch, in permutations that all share."""

    dataset: str
    epoch: int
    values: Mapping[str, Sequence[float]]
    overlap: float = 0.0
    """What splits of the same examples add to the variance of a mean."""

    @property
    def means(self) -> dict[str, float]:
        """The mean of each learner over the permutations."""
        return {name: math.fsum(values) / len(values) for name, values in self.values.items()}


@dataclass(frozen=True, slots=True)
class PairComparison:
    """Two learners over all data sets; `better` has the lower mean rank."""

    better: str
    other: str
    rank_difference: float
    wilcoxon: Wilcoxon
    """Of the differences in the mean, one for each data set."""
    holm_p: float
    """Its p-value, corrected for the number of pairs."""
    outcomes: tuple[Outcome, ...]
    """On each data set, by paired t tests over the permutations, corrected for the number of pairs."""
    posterior: SignedRankPosterior | None
    """Of the same differences; above the rope `better` is the better one. None without a rope."""

    def count(self, outcome: Outcome) -> int:
        """The number of data sets with this outcome, seen from `better`."""
        return self.outcomes.count(outcome)


@dataclass(frozen=True, slots=True)
class DatasetsComparison:
    """Learners, in the order of their mean ranks, over data sets; the lowest value has rank 1."""

    metric: str
    alpha: float
    rope: float | None
    """The difference in the metric up to which two learners are alike, if there is one."""
    cases: tuple[Case, ...]
    mean_ranks: Mapping[str, float]
    friedman: Friedman
    critical_difference: float
    """Nemenyi's, of mean ranks."""
    pairs: tuple[PairComparison, ...]
    notes: tuple[str, ...] = ()

    @property
    def learners(self) -> tuple[str, ...]:
        """The learners, the one with the lowest mean rank first."""
        return tuple(self.mean_ranks)

    def case_ranks(self, case: Case) -> dict[str, float]:
        """The rank of each learner on one data set."""
        return dict(zip(case.means, ranks(list(case.means.values())), strict=True))


def compare(
    cases: Sequence[Case],
    metric: str,
    alpha: float = 0.05,
    notes: Sequence[str] = (),
    rope: float | None = None,
) -> DatasetsComparison:
    """The comparison over two cases or more, which have the same learners.

    Without a rope, that of errors is a point, and other metrics have none.
    """
    if not 0.0 < alpha < 1.0:  # also if it is no number
        raise ConfigError(f"alpha must lie between 0 and 1, got {alpha:g}; 0.05 is usual")
    if rope is not None and not 0.0 <= rope < math.inf:
        raise ConfigError(f"the rope must be 0 or above, got {rope:g}; 0.01 is a point of error")
    if rope is None and is_error(metric):
        rope = ONE_POINT
    names = list(cases[0].values)
    table = [[case.means[name] for name in names] for case in cases]
    placed = dict(zip(names, mean_ranks(table), strict=True))
    ordered = dict(sorted(placed.items(), key=lambda item: item[1]))
    return DatasetsComparison(
        metric,
        alpha,
        rope,
        tuple(cases),
        ordered,
        friedman(table),
        nemenyi_difference(len(names), len(cases), alpha),
        _pairs(cases, ordered, alpha, rope),
        tuple(notes),
    )


def _pairs(
    cases: Sequence[Case], placed: Mapping[str, float], alpha: float, rope: float | None
) -> tuple[PairComparison, ...]:
    pairs = list(combinations(placed, 2))
    differences = [[_difference(case, b, a) for case in cases] for a, b in pairs]
    tests = [wilcoxon(each) for each in differences]
    posteriors = [None if rope is None else signed_rank_posterior(each, rope) for each in differences]
    outcomes = zip(*(_outcomes(case, pairs, alpha) for case in cases), strict=True)
    corrected = holm([test.p for test in tests])
    return tuple(
        PairComparison(a, b, placed[b] - placed[a], test, p, each, posterior)
        for (a, b), test, p, each, posterior in zip(
            pairs, tests, corrected, outcomes, posteriors, strict=True
        )
    )


def _difference(case: Case, a: str, b: str) -> float:
    """The difference of two means; mere rounding counts as zero."""
    one, other = case.means[a], case.means[b]
    return 0.0 if are_equal(one, other) else one - other


def _outcomes(case: Case, pairs: Sequence[tuple[str, str]], alpha: float) -> list[Outcome]:
    """The outcome of each pair on one data set; Holm's correction is for the pairs that can be tested."""
    p_values = [paired_t(case.values[a], case.values[b], case.overlap) for a, b in pairs]
    tested = [p for p in p_values if p is not None]
    corrected = iter(holm(tested))
    means = case.means
    found: list[Outcome] = []
    for (a, b), p in zip(pairs, p_values, strict=True):
        if p is None:
            found.append("untested")
        elif next(corrected) > alpha:
            found.append("tie")
        else:
            found.append("win" if means[a] < means[b] else "loss")
    return found
