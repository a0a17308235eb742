"""Sparse rows: other values in the same places, norms with the bits of dense rows, columns beside them."""

from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats, is_sparse


def with_values(X: Any, values: Floats) -> Any:
    """The same places with other values."""
    return type(X)((values, X.indices, X.indptr), shape=X.shape, copy=False)


def times_columns(X: Any, factors: Floats) -> Any:
    """Each column times its factor, sparse or dense."""
    return with_values(X, X.data * factors[X.indices]) if is_sparse(X) else X * factors


def over_columns(X: Any, divisors: Floats) -> Any:
    """Each column divided by its divisor, sparse or dense."""
    return with_values(X, X.data / divisors[X.indices]) if is_sparse(X) else X / divisors


def row_maxima(X: Any) -> Floats:
    """The largest absolute value of each row; 0 for an empty one."""
    largest = np.zeros(X.shape[0])
    filled = np.flatnonzero(np.diff(X.indptr))
    if len(filled):
        largest[filled] = np.maximum.reduceat(np.abs(X.data), X.indptr[filled])
    return largest


def sparse_squared_norms(X: Any) -> Floats:
    """The squared Euclidean norm of each row, added up in the order of `sums.squared_norms`.

    That folds the upper half of the columns onto the lower one until one is left; so do we, with the
    numbers that are there. What is not there is 0, which changes no bit of a sum.
    """
    row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    column, value, width = np.asarray(X.indices, np.int64), X.data * X.data, X.shape[1]
    while width > 1:
        half = width // 2
        place = np.where(column < half, column, column - half)
        place[column == 2 * half] = half - 1  # the last of an odd number comes on top of the last pair
        # A stable sort keeps the order of the columns within a sum, and `bincount` adds in that order.
        order = np.argsort(row * half + place, kind="stable")
        key = (row * half + place)[order]
        first = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])) if len(key) else key
        group = np.repeat(np.arange(len(first)), np.diff(np.append(first, len(key))))
        value = np.bincount(group, weights=value[order], minlength=len(first))
        row, column, width = row[order][first], place[order][first], half
    sums = np.zeros(X.shape[0])
    sums[row] = value
    return sums


def beside(*blocks: Any) -> Any:
    """Blocks of columns, sparse or dense, side by side in sparse rows."""
    from scipy.sparse import csr_matrix, hstack

    return csr_matrix(hstack([csr_matrix(block) for block in blocks], format="csr"))
