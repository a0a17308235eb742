"""Estimates: a mean over permutations with its interval, on which tables, figures and claims all rest."""

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple


class Estimate(NamedTuple):
    """A mean over permutations; with a single one, nothing is known of its uncertainty (None)."""

    n: int
    mean: float
    std: float | None
    low: float | None
    high: float | None
    overlap: float = 0.0
    """What the permutations have in common: a share of the variance that none of them shows."""

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 where it can't be known."""
        return 0.0 if self.std is None else _error(self.std, self.n, self.overlap)

    @property
    def effective_n(self) -> float:
        """How many permutations with nothing in common would tell as much."""
        return 1.0 / (1.0 / self.n + self.overlap) if self.overlap else self.n


def estimate(values: Sequence[float], level: float = 0.95, overlap: float = 0.0) -> Estimate:
    """The sample's mean, standard deviation and Student's t interval.

    Where permutations split the same examples anew, `overlap` corrects it: the variance of the mean is
    1/n + overlap of that of a permutation (Nadeau and Bengio). The interval is not clipped: its lower
    end may be below zero, also for an error.
    """
    n = len(values)
    mean = math.fsum(values) / n
    if n == 1:
        return Estimate(1, mean, None, None, None, overlap)
    std = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1))
    margin = _error(_quantile(n - 1, (1.0 + level) / 2.0) * std, n, overlap)
    return Estimate(n, mean, std, mean - margin, mean + margin, overlap)


def skewness(values: Sequence[float]) -> float:
    """The third moment about the mean, in units of the standard deviation, of values that have a spread."""
    n, mean = len(values), math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / n
    third = math.fsum((value - mean) ** 3 for value in values) / n
    return third / (variance * math.sqrt(variance))


def farthest_value(n: int, level: float) -> float:
    """How far from zero one of n values may be while the interval of their mean is within ±1.

    The interval is narrowest if all others are equal. Over two or three values it then still reaches as far
    as the one, at levels of 90 % and more.
    """
    return 1.0 if n == 1 else max(1.0, (n - 1) / _quantile(n - 1, (1.0 + level) / 2.0))


def _error(std: float, n: int, overlap: float) -> float:
    """The standard error of a mean, times whatever the deviation is times of."""
    return std * math.sqrt(1.0 / n + overlap) if overlap else std / math.sqrt(n)


@cache
def _quantile(degrees: int, probability: float) -> float:
    """Student's; scipy.special alone, because scipy.stats takes a second to import."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, probability))
