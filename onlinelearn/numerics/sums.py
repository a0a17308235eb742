"""Sums with the same bits on every machine: only whole-array additions, in a fixed order."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats

BLOCK_NUMBERS = 2**18
"""How many numbers are made of rows at a time."""


def column_sums(X: Floats) -> Floats:
    """The sum of each column, by folding the lower half of the rows onto the upper one."""
    if len(X) == 0:
        return np.zeros(X.shape[1])
    folded = X
    while len(folded) > 1:
        half, odd = divmod(len(folded), 2)
        last = folded[-1]
        folded = folded[:half] + folded[half : 2 * half]
        if odd:
            folded[-1] += last
    sums: Floats = folded[0].copy()
    return sums


def row_blocks(X: Any) -> Iterator[Any]:
    """The rows of X, some at a time; all together may be more than memory holds."""
    step = _block_rows(X)
    for start in range(0, X.shape[0], step):
        yield X[start : min(start + step, X.shape[0])]


def _block_rows(X: Any) -> int:
    return max(BLOCK_NUMBERS // max(int(X.shape[1]), 1), 1)


def column_sums_of(X: Any, numbers: Callable[[Any], Floats]) -> Floats:
    """`column_sums` of the numbers that are made of the rows of X, some rows at a time.

    A part of the folded rows is the sum of two parts of those before, down to a block of X.
    """
    lengths = [X.shape[0]]
    while lengths[-1] > _block_rows(X):
        lengths.append(lengths[-1] // 2)

    def folded(times: int, begin: int, end: int) -> Floats:
        if times == 0:
            return numbers(X[begin:end])
        half, odd = lengths[times], lengths[times - 1] % 2
        sums = folded(times - 1, begin, end) + folded(times - 1, half + begin, half + end)
        if odd and end == half:
            sums[-1] += folded(times - 1, 2 * half, 2 * half + 1)[0]
        return sums

    return column_sums(folded(len(lengths) - 1, 0, lengths[-1]))


def column_means(X: Any) -> Floats:
    """The mean of each column."""
    return column_sums_of(X, np.asarray) / int(X.shape[0])


def column_variances(X: Any) -> Floats:
    """The mean squared distance from the mean, of each column."""
    means = column_means(X)

    def squares(rows: Floats) -> Floats:
        centred = rows - means
        return centred * centred

    return column_sums_of(X, squares) / int(X.shape[0])


def column_ranges(X: Any) -> tuple[Floats, Floats]:
    """The least and the greatest value of each column."""
    blocks = [(rows.min(axis=0), rows.max(axis=0)) for rows in row_blocks(X)]
    low, high = (np.array(each) for each in zip(*blocks, strict=True))
    return low.min(axis=0), high.max(axis=0)


def squared_norms(X: Floats) -> Floats:
    """The squared Euclidean norm of each row."""
    return column_sums((X * X).T)
