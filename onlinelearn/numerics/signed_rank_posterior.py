"""The Bayesian signed-rank test: how probable it is that one side is better, or that both are alike.

Benavoli, Corani, Demšar & Zaffalon, Time for a Change (JMLR 18, 2017), sec. 4.2.2. The differences
z_1 ... z_n, one for each data set, have weights from Dirichlet(s, 1, ..., 1); the first is that of a
pseudo-difference z_0 = 0. Each draw of weights gives shares of the sums z_i + z_j that are above, inside
and below a region of practical equivalence (rope); a probability is the part of the draws in which that
share is the largest.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.numerics import rng

DRAWS = 50_000
"""As in the paper's software: a probability of 1/2 is known to ± 0.0045, at 95 %."""


@dataclass(frozen=True, slots=True)
class SignedRankPosterior:
    """The probabilities that differences are above the rope, inside it, and below it."""

    above: float
    inside: float
    below: float


def signed_rank_posterior(differences: Sequence[float], rope: float) -> SignedRankPosterior:
    """The probabilities for a rope of ± this width, in units of the differences."""
    z = [0.0, *differences]
    order = sorted(range(len(z)), key=lambda i: z[i])
    placed, weights = [z[i] for i in order], _weights(len(differences))[order]
    # In ascending order the partners of z_i are those from a place on, or those up to a place.
    upto = np.vstack([np.zeros(DRAWS), np.cumsum(weights, axis=0)])
    above, below = np.zeros(DRAWS), np.zeros(DRAWS)
    for value, weight in zip(placed, weights, strict=True):
        above += weight * (upto[-1] - upto[bisect_right(placed, 2 * rope - value)])
        below += weight * upto[bisect_left(placed, -2 * rope - value)]
    inside = upto[-1] * upto[-1] - above - below
    shares = np.vstack([above, inside, below])
    largest = shares == shares.max(axis=0)
    found = (largest / largest.sum(axis=0)).sum(axis=1) / DRAWS
    return SignedRankPosterior(*map(float, found))


@lru_cache(maxsize=1)
def _weights(n: int) -> Floats:
    """Draws from Dirichlet(1/2, 1, ..., 1) with n ones, a column each, without a logarithm.

    The gaps between n uniform numbers are Dirichlet(1, ..., 1). The first gap, cut to a share with the
    arcsine distribution, is that of a weight with half the parameter, until all are divided by their sum.
    """
    numbers = rng.uniform((rng.WEIGHTS, n, 0), n * DRAWS).reshape(n, DRAWS)
    ends = np.sort(numbers, axis=0)
    gaps = np.diff(np.vstack([np.zeros(DRAWS), ends, np.ones(DRAWS)]), axis=0)
    u, v = rng.disc((rng.WEIGHTS, n, 1), DRAWS).T
    gaps[0] *= u * u / (u * u + v * v)
    total = np.cumsum(gaps, axis=0)[-1]
    weights: Floats = gaps / total
    return weights
