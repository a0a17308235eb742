"""Examples with few features of many: one of each group, as nominal attributes are coded."""

from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.numerics import rng

MOST_FEATURES = 10_000_000
"""The most features: learners have a weight for each."""

DENSE = 2**22
"""The largest count of numbers that are held as a plain array, which every learner takes."""


def groups(n: int, active: int) -> Ints:
    """The first feature of each of `active` groups of n features; at the end, n itself."""
    return np.arange(active + 1) * n // active


def picks(key: Key, rows: int, sizes: Ints) -> Ints:
    """(rows, groups): for each row a random place in each group of these sizes."""
    drawn = rng.uniform(key, rows * len(sizes)).reshape(rows, len(sizes))
    return (drawn * sizes).astype(np.int64)  # 2^-53 steps: below the size, whatever the rounding


def matrix(features: Ints, values: Floats, d: int) -> Any:
    """The rows with these values at these features, ascending in each row; sparse if that is smaller."""
    rows, active = features.shape
    if rows * d <= DENSE:
        X = np.zeros((rows, d))
        np.put_along_axis(X, features, values, axis=1)
        return X
    from scipy.sparse import csr_matrix

    starts = np.arange(0, features.size + 1, active)
    return csr_matrix((values.ravel(), features.ravel(), starts), shape=(rows, d))


def ragged_matrix(features: Ints, sizes: Ints, d: int) -> Any:
    """The rows with 1 at these features, so many of them in each row; sparse if that is smaller."""
    if len(sizes) * d <= DENSE:
        X = np.zeros((len(sizes), d))
        X[np.repeat(np.arange(len(sizes)), sizes), features] = 1.0
        return X
    from scipy.sparse import csr_matrix

    starts = np.concatenate([[0], np.cumsum(sizes)])
    return csr_matrix((np.ones(len(features)), features, starts), shape=(len(sizes), d))
