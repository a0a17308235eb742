"""Sums with the same bits on every machine: only whole-array additions, in a fixed order."""

import numpy as np

from onlinelearn.base.arrays import Floats


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


def column_means(X: Floats) -> Floats:
    """The mean of each column."""
    return column_sums(X) / len(X)


def column_variances(X: Floats) -> Floats:
    """The mean squared distance from the mean, of each column."""
    centred = X - column_means(X)
    return column_means(centred * centred)


def squared_norms(X: Floats) -> Floats:
    """The squared Euclidean norm of each row."""
    return column_sums((X * X).T)
