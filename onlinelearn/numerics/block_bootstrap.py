"""Intervals of an error over a window of a single stream, by resampling blocks of its rounds.

Mistakes that are near to one another depend on one another: blocks of them, not single rounds, are drawn
anew. The draws are the same for every window and every learner, so that their bands can be compared.
"""

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.numerics import rng

REPLICATES = 1000
LEAST_BLOCKS = 5
"""With fewer blocks in a window nothing is known of its uncertainty."""

TAIL = 25
"""How many of the replicates lie beyond each end of a 95 % interval."""


def window_intervals(mistakes: Ints, per_block: int, blocks: int) -> Floats:
    """(n - blocks + 1, 2): the 95 % interval of the error in every window of so many blocks.

    `mistakes` counts those of each block of `per_block` rounds. Raises ValueError for too few blocks.
    """
    if not LEAST_BLOCKS <= blocks <= len(mistakes):
        raise ValueError(f"a window of {blocks} blocks, of {len(mistakes)} in all")
    drawn = (rng.uniform((rng.BOOTSTRAP, blocks), REPLICATES * blocks) * blocks).astype(np.int64)
    places = drawn.reshape(REPLICATES, blocks)
    ends = np.empty((len(mistakes) - blocks + 1, 2))
    for first in range(len(ends)):
        counts = np.sort(mistakes[first : first + blocks][places].sum(axis=1))  # whole numbers: exact
        ends[first] = counts[TAIL], counts[REPLICATES - 1 - TAIL]
    return ends / (per_block * blocks)
