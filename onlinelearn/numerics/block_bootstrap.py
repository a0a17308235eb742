"""Intervals of an error over a window of a single stream, by resampling blocks of its rounds.

Mistakes that are near to one another depend on one another: blocks of them, not single rounds, are drawn
anew. The draws are the same for every window and every learner, so that their bands can be compared.
Where neighbouring blocks depend on one another too, intervals are wider by what that does to a mean.
"""

import math

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.numerics import rng

REPLICATES = 1000
LEAST_BLOCKS = 5
"""With fewer blocks in a window nothing is known of its uncertainty."""

MOST_CORRELATED = 0.95
"""The largest correlation of neighbouring blocks that an interval is widened for: by a factor of six."""

TAIL = 25
"""How many of the replicates lie beyond each end of a 95 % interval."""


def window_intervals(mistakes: Ints, rounds: Ints, blocks: int) -> Floats:
    """(n - blocks + 1, 2): the 95 % interval of the error in every window of so many blocks.

    `mistakes` counts those of each block, `rounds` its rounds. Raises ValueError for too few blocks.
    """
    if not LEAST_BLOCKS <= blocks <= len(mistakes):
        raise ValueError(f"a window of {blocks} blocks, of {len(mistakes)} in all")
    drawn = (rng.uniform((rng.BOOTSTRAP, blocks), REPLICATES * blocks) * blocks).astype(np.int64)
    places = drawn.reshape(REPLICATES, blocks)
    widening = _widening(blocks) * _widening_by_neighbours(mistakes, rounds)
    ends = np.empty((len(mistakes) - blocks + 1, 2))
    for first in range(len(ends)):
        wrong, of = mistakes[first : first + blocks], rounds[first : first + blocks]
        errors = np.sort(wrong[places].sum(axis=1) / of[places].sum(axis=1))  # whole numbers: exact sums
        mean = wrong.sum() / of.sum()
        ends[first] = mean + widening * (errors[[TAIL, REPLICATES - 1 - TAIL]] - mean)
    return ends


def _widening(blocks: int) -> float:
    """What makes quantiles of a mean of few resampled blocks as far from it as Student's t asks for.

    Their variance is short by 1/n, and that it is an estimate no quantile knows. Ever smaller tails (the
    expanded percentile) would not do: no mean of resampled blocks is beyond the worst block.
    """
    from scipy.special import ndtri, stdtrit

    asked, had = stdtrit(blocks - 1, 0.975), ndtri(0.975)
    return float(asked / had * math.sqrt(blocks / (blocks - 1)))


def _widening_by_neighbours(mistakes: Ints, rounds: Ints) -> float:
    """What the correlation of neighbouring blocks, over the whole stream, does to the deviation of a mean.

    Of an autoregression of order one with correlation r, the variance of a mean is (1 + r)/(1 - r) times
    that of independent blocks. Changes of the error along the stream count as correlation too: a band
    is then too wide rather than too narrow.
    """
    errors = mistakes / rounds
    d = errors - math.fsum(errors) / len(errors)
    of_all = math.fsum(d * d)
    correlation = math.fsum(d[1:] * d[:-1]) / of_all if of_all else 0.0
    r = min(max(correlation, 0.0), MOST_CORRELATED)
    return math.sqrt((1.0 + r) / (1.0 - r))
