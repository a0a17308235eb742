"""Ranks of several methods over several cases, and whether they differ: Friedman, Nemenyi, Bonferroni-Dunn.

The formulas are those of Demšar, "Statistical Comparisons of Classifiers over Multiple Data Sets" (2006).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

ROUNDING = 1e-12
"""Numbers that differ by less than this share of their size are equal but for rounding."""

LEAST_CASES = 5
"""With fewer cases than this, mean ranks are anecdotes."""


@dataclass(frozen=True, slots=True)
class Friedman:
    """Friedman's test of equal mean ranks: his χ², and Iman and Davenport's F, which the p-value is of."""

    chi_square: float
    F: float
    """Infinite where all cases rank the methods alike."""
    degrees: tuple[int, int]
    p: float


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, 1 for the lowest; equal ones, but for rounding, share their mean rank."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    first = 0
    for end in range(1, len(order) + 1):
        if end == len(order) or not are_equal(values[order[end - 1]], values[order[end]]):
            for i in order[first:end]:
                found[i] = (first + 1 + end) / 2
            first = end
    return found


def are_equal(a: float, b: float) -> bool:
    """Whether two numbers are equal but for rounding."""
    return math.isclose(a, b, rel_tol=ROUNDING)


def mean_ranks(cases: Sequence[Sequence[float]]) -> list[float]:
    """The mean rank of each method over the cases; each case has the values of all methods."""
    each = [ranks(values) for values in cases]
    return [math.fsum(column) / len(each) for column in zip(*each, strict=True)]


def friedman(cases: Sequence[Sequence[float]]) -> Friedman:
    """The test on two cases or more, of two methods or more.

    As in Demšar, χ² is not corrected for ties: with many of them the test is a little cautious.
    """
    N, k = len(cases), len(cases[0])
    squares = math.fsum(rank**2 for rank in mean_ranks(cases))
    chi_square = max(0.0, 12 * N / (k * (k + 1)) * (squares - k * (k + 1) ** 2 / 4))
    degrees = (k - 1, (k - 1) * (N - 1))
    left = N * (k - 1) - chi_square
    if left <= 1e-9 * N * (k - 1):
        # F has no p-value there; that all cases agree with the first has this chance.
        return Friedman(chi_square, math.inf, degrees, math.factorial(k) ** -float(N - 1))
    from scipy.special import fdtrc

    F = (N - 1) * chi_square / left
    return Friedman(chi_square, F, degrees, float(fdtrc(*degrees, F)))


def rank_error(methods: int, cases: int) -> float:
    """The standard error of the difference of two mean ranks, if all methods are alike."""
    return math.sqrt(methods * (methods + 1) / (6 * cases))


def nemenyi_difference(methods: int, cases: int, alpha: float) -> float:
    """The critical difference of mean ranks where all pairs of methods are compared."""
    from scipy.stats import studentized_range

    q = float(studentized_range.ppf(1 - alpha, methods, math.inf)) / math.sqrt(2)
    return q * rank_error(methods, cases)


def bonferroni_dunn_difference(methods: int, cases: int, alpha: float) -> float:
    """The critical difference of mean ranks where all others are compared with one method."""
    from scipy.special import ndtri

    return float(ndtri(1 - alpha / (2 * (methods - 1)))) * rank_error(methods, cases)


def alike_groups(ordered: Sequence[float], difference: float) -> list[tuple[int, int]]:
    """The groups of two or more whose mean ranks lie within the critical difference: first and last place.

    The mean ranks come in ascending order; a group inside another is left out.
    """
    found: list[tuple[int, int]] = []
    for i, low in enumerate(ordered):
        last = max(j for j in range(i, len(ordered)) if ordered[j] - low <= difference)
        if last > i and (not found or last > found[-1][1]):
            found.append((i, last))
    return found
