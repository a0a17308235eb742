"""Tests of paired differences: Wilcoxon's signed ranks, the sign test, Student's t; and Holm's correction."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from onlinelearn.numerics.estimates import estimate
from onlinelearn.numerics.rank_tests import ROUNDING, ranks

MOST_EXACT = 50
"""With more differences than this, the p-value of Wilcoxon's test is that of the normal approximation."""


@dataclass(frozen=True, slots=True)
class Wilcoxon:
    """Wilcoxon's signed-ranks test: the sums of ranks, the normal score, and the two-sided p-value."""

    above: float
    """The sum of the ranks of positive differences; those of zeros are shared out evenly."""
    below: float
    z: float
    p: float
    n: int
    """The number of differences."""

    @property
    def smaller(self) -> float:
        """The smaller sum, T, which tables of critical values are for."""
        return min(self.above, self.below)


def wilcoxon(differences: Sequence[float]) -> Wilcoxon:
    """The test of differences that are symmetric about zero.

    As in Demšar (2006), the ranks of zeros are split between both sums, and one of an odd number of zeros
    is left out. Up to `MOST_EXACT` differences the p-value is exact, also with ties: the sign of each
    difference that is not zero is a coin. Sizes that are equal but for rounding are tied.
    """
    found = _signed_ranks(differences)
    p = min(1.0, 2 * _chance(found, min(found.above, found.below)))
    smaller = found.shared + min(found.above, found.below)
    return Wilcoxon(found.above + found.shared, found.below + found.shared, found.score(smaller), p, found.n)


@dataclass(frozen=True, slots=True)
class _SignedRanks:
    """The ranks of the sizes of differences, by the side of zero on which these lie."""

    above: float
    below: float
    shared: float
    """Half the sum of the ranks of zeros, which belongs to either side."""
    coins: tuple[float, ...]
    """The ranks of the differences that are not zero."""
    n: int

    def score(self, total: float) -> float:
        """The normal score of the sum of ranks on one side."""
        n = self.n
        return (total - n * (n + 1) / 4) / math.sqrt(n * (n + 1) * (2 * n + 1) / 24) if n else 0.0


def _signed_ranks(differences: Sequence[float]) -> _SignedRanks:
    zeros = sum(each == 0.0 for each in differences)
    kept = [each for each in differences if each != 0.0] + [0.0] * (zeros - zeros % 2)
    placed = list(zip(kept, ranks(_sizes(kept)), strict=True))
    return _SignedRanks(
        above=math.fsum(rank for each, rank in placed if each > 0.0),
        below=math.fsum(rank for each, rank in placed if each < 0.0),
        shared=math.fsum(rank for each, rank in placed if each == 0.0) / 2,
        coins=tuple(rank for each, rank in placed if each != 0.0),
        n=len(kept),
    )


def _sizes(differences: Sequence[float]) -> list[float]:
    """The absolute values as shares of the largest, to ten digits."""
    largest = max(map(abs, differences), default=0.0) or 1.0
    return [round(abs(each) / largest, 10) for each in differences]


def _chance(found: _SignedRanks, total: float) -> float:
    """The chance that the sum of ranks on one side is at most this, if each falls to either like a coin."""
    if found.n > MOST_EXACT:
        from scipy.special import ndtr

        return float(ndtr(found.score(total + found.shared)))
    doubled = [round(2 * rank) for rank in found.coins]  # ranks of ties end in a half
    ways = [1] + [0] * sum(doubled)
    for rank in doubled:
        for reached in range(len(ways) - 1, rank - 1, -1):
            ways[reached] += ways[reached - rank]
    return float(sum(ways[: round(2 * total) + 1]) / 2 ** len(doubled))


def least_wilcoxon_p(n: int) -> float:
    """The smallest p-value that the exact test can have with so many differences."""
    return min(1.0, 2.0 ** (1 - n))


def sign_test(wins: int, losses: int) -> float:
    """The one-sided p-value: the chance of so many wins or more, if both are equally likely."""
    n = wins + losses
    return float(sum(math.comb(n, k) for k in range(wins, n + 1)) / 2**n)


def paired_t(one: Sequence[float], other: Sequence[float], overlap: float = 0.0) -> float | None:
    """The two-sided p-value of equal means of paired values; None where nothing can be tested.

    That is so for a single pair, and where both sides are the same in every pair: repetitions without
    any spread are copies of one run. A difference that is the same in all pairs, while the sides vary,
    has no t: there the chance of so many equal signs counts. `overlap` is what splits of the same
    examples have in common.
    """
    pairs = len(one)
    if pairs < 2 or (len(set(one)) == 1 and len(set(other)) == 1):
        return None
    differences = [a - b for a, b in zip(one, other, strict=True)]
    found = estimate(differences, overlap=overlap)
    least = ROUNDING * max(map(abs, (*one, *other)))
    if found.error <= least:
        return 1.0 if abs(found.mean) <= least else min(1.0, 2 * 0.5**found.effective_n)
    from scipy.special import stdtr

    return min(1.0, 2 * float(stdtr(pairs - 1, -abs(found.mean) / found.error)))


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values adjusted for their number by Holm's method, in the order given."""
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    for done, place in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - done) * p_values[place]))
        adjusted[place] = largest
    return adjusted
