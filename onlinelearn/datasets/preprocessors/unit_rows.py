"""Rows scaled to Euclidean norm 1, one row after the other: what NumPy does in passes over all of them
is done here while a row is in the nearest cache.
"""

from math import sqrt

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.linking import frozen, is_linked, link

NAME = "rows"
"""What the compiled loop is called."""

MANY = 2**16
"""The numbers from which on a compiled loop is worth its loading. Once it is there, it is for fewer, too:
the blocks of a stream are small."""

TOGETHER = 4
"""The rows that are summed up in turns: a number that was just written can't be read at once."""
NORMAL_EXPONENT = 1000
"""Powers of two up to this one are plain numbers: to multiply by one is to shift, and much faster."""
SIZE = np.int64(np.iinfo(np.int64).max)
"""All bits but the sign: as whole numbers, sizes are in the order of the numbers."""
EXPONENT = 52
"""The bit at which the exponent begins."""
HALF = 1022
"""The exponent of 1/2 as it is in the bits: `frexp` calls it 0."""
SHIFTS = frozen(np.ldexp(1.0, np.clip(HALF - np.arange(2048), -NORMAL_EXPONENT, NORMAL_EXPONENT)))
"""The power of two that takes a number near 1, by the exponent in its bits."""


def scale_rows(X: Floats, bits: Ints, shifts: Floats, squares: Floats, unit: Floats) -> bool:
    """Fill `unit` with the rows of X, scaled; false where one has numbers that are too small or too large.

    The squares are added up in the order of `sums.column_sums`.
    """
    n, d = X.shape
    for first in range(0, n, TOGETHER):
        after = min(first + TOGETHER, n)
        for i in range(first, after):
            largest = 0
            for j in range(d):
                largest = max(largest, bits[i, j] & SIZE)
            exponent = largest >> EXPONENT
            if largest > 0 and abs(exponent - HALF) > NORMAL_EXPONENT:
                return False
            shift = shifts[exponent] if largest > 0 else 1.0
            for j in range(d):
                near_one = X[i, j] * shift
                unit[i, j] = near_one
                squares[i - first, j] = near_one * near_one
        left = d
        while left > 1:
            half = left // 2
            for k in range(after - first):
                for j in range(half):
                    squares[k, j] += squares[k, half + j]
                if left % 2:
                    squares[k, half - 1] += squares[k, left - 1]
            left = half
        for i in range(first, after):
            norm = sqrt(squares[i - first, 0])
            if norm > 0.0:
                for j in range(d):
                    unit[i, j] /= norm
    return True


def unit_rows(X: Floats) -> Floats | None:
    """The rows, scaled; None where they are few, or a row's numbers are too small or too large for that."""
    if X.dtype != np.float64 or not X.flags.c_contiguous:
        return None
    if X.size < MANY and not is_linked(scale_rows, NAME):
        return None
    compiled = link(scale_rows, NAME)
    if not hasattr(compiled, "overloads"):  # no compiler, and Python would take its time
        return None
    unit = np.empty_like(X)
    bits, squares = frozen(X.view(np.int64)), np.empty((TOGETHER, X.shape[1]))
    return unit if compiled(frozen(X), bits, SHIFTS, squares, unit) else None
