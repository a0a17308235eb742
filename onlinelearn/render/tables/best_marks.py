"""Marks of the best: who has the lowest error of a data set, and who is not worse than that."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from onlinelearn.numerics.paired_tests import holm, paired_t
from onlinelearn.render.tables.display import decimals, scale

ALPHA = 0.05
"""The level of the tests, all of a data set and column together."""

LEAST_TESTED = 5
"""With fewer permutations hardly any test finds a difference: "not significantly worse" would say nothing."""

Rivals = Mapping[str, Mapping[int, float]]
"""The values of each learner that competes, by permutation."""


@dataclass(frozen=True, slots=True)
class BestMarks:
    """The marks of one data set, metric and epoch, by learner."""

    best: frozenset[str] = frozenset()
    not_worse: Mapping[str, bool] = field(default_factory=dict)
    """Whether a learner is not significantly worse than the best; one that can't be tested is left out."""


def best_marks(metric: str, rivals: Rivals, overlap: float = 0.0) -> BestMarks:
    """The marks of those that compete: nobody is the best without a rival, or if all are tied.

    Means that print alike are tied; so is an error of the data, which is the same beside each learner. Each
    other learner is tested against the one with the lowest mean, by a paired t test over the permutations
    that both have, if there are enough; Holm's correction is for their number. `overlap` is what splits of
    the same examples add to the variance of a mean.
    """
    if len(rivals) < 2:
        return BestMarks()
    means = {learner: math.fsum(values.values()) / len(values) for learner, values in rivals.items()}
    lowest = min(means, key=lambda learner: means[learner])
    digits = decimals(metric, list(means.values()))
    printed = {learner: round(scale(metric) * mean, digits) for learner, mean in means.items()}
    best = frozenset(learner for learner in rivals if printed[learner] == printed[lowest])
    if best == rivals.keys():
        return BestMarks()
    p_values = {
        learner: p
        for learner in rivals
        if learner != lowest and (p := _p_value(rivals[learner], rivals[lowest], overlap)) is not None
    }
    if not p_values:
        return BestMarks(best)
    adjusted = dict(zip(p_values, holm(list(p_values.values())), strict=True))
    return BestMarks(best, {lowest: True} | {learner: p > ALPHA for learner, p in adjusted.items()})


def _p_value(one: Mapping[int, float], other: Mapping[int, float], overlap: float) -> float | None:
    shared = sorted(one.keys() & other.keys())
    if len(shared) < LEAST_TESTED:
        return None
    return paired_t([one[p] for p in shared], [other[p] for p in shared], overlap)
