"""Sparse examples: the layer with the same sums in the same order, at the cost of what is not zero.

A feature that is zero adds nothing to a sum and moves no weight, so that leaving it out changes no
bit.
"""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, is_sparse
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine import features, geometry
from onlinelearn.learners.engine.geometry import fetch
from onlinelearn.learners.engine.linking import frozen
from onlinelearn.learners.engine.primitives import Layer, Layers, in_vectors, returns_view


class SparseRows(NamedTuple):
    """Compressed sparse rows, as SciPy has them; within a row the features ascend."""

    values: Floats
    features: Ints
    starts: Ints
    d: int
    sums: Floats


class SparseRow(NamedTuple):
    """One example: its features that are not zero, in ascending order, of d in all."""

    values: Floats
    features: Ints
    d: int
    sums: Floats  # (20,): room for partial sums, which are faster in memory than told apart
    begin: int  # where it begins among the values of all
    ahead: Ints  # the features of the example that comes next, if that is known


LENGTH, WHOSE = 18, 19
"""Where the sums have the squared length of an example that was scored, and where that one begins."""
NOBODY = -1.0
LINE = 8
"""The numbers in a line of a CPU's cache."""


def readable(X: Any, rows: Ints | None = None) -> Any:
    """The examples as the loops read them: a dense array, or the rows of a sparse matrix.

    Only `rows` will be read, where they are given.
    """
    if not is_sparse(X):
        return frozen(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()  # and sorts
    refuse_other_features(X, rows)
    values = X.data.astype(np.float64, copy=False)
    starts = X.indptr.astype(np.int64, copy=False)
    return SparseRows(frozen(values), frozen(feature_numbers(X)), frozen(starts), X.shape[1], partial_sums())


def refuse_other_features(X: Any, rows: Ints | None) -> None:
    """Raise LearnerError where rows in canonical format have features beyond its d, or negative ones.

    The loops don't look: they would reach into memory that isn't theirs. In a row the first feature is
    the least, and the last one the greatest. A stretch of the stream pays for its own rows only.
    """
    if X.nnz:
        if rows is None or len(rows) >= X.shape[0]:
            first, beyond = X.indptr[:-1], X.indptr[1:]
        else:
            first, beyond = X.indptr[rows], X.indptr[rows + 1]
        # Row by row: where one ends the next begins, in the same line of the cache.
        ends = np.stack([np.minimum(first, X.nnz - 1), np.maximum(beyond - 1, 0)], axis=1)
        outermost = X.indices[ends]
        if outermost.size and (outermost.min() < 0 or outermost.max() >= X.shape[1]):
            raise LearnerError(
                f"a sparse matrix of {X.shape[1]} features has one with a number outside of 0 to "
                f"{X.shape[1] - 1}; X.check_format() of SciPy says more"
            )


def feature_numbers(X: Any) -> Any:
    """The features of a matrix in canonical format, as numbers without a sign: SciPy's are copied only
    where they are wider than they need be. A number that may be negative costs a branch.
    """
    if X.shape[1] > np.iinfo(np.int32).max:
        return X.indices.astype(np.int64, copy=False)
    return X.indices.astype(np.int32, copy=False).view(np.uint32)


def partial_sums() -> Floats:
    """Room for the partial sums of one stream."""
    return np.full(20, NOBODY)


@returns_view
def row(X: SparseRows, i: int) -> SparseRow:
    """Example i."""
    begin, end = X.starts[i], X.starts[i + 1]
    X.sums[WHOSE] = NOBODY
    return SparseRow(X.values[begin:end], X.features[begin:end], X.d, X.sums, begin, X.features[:0])


@returns_view
def row_before(X: SparseRows, i: int, following: int) -> SparseRow:
    """Example i, with the features of the following one."""
    begin, end = X.starts[i], X.starts[i + 1]
    X.sums[WHOSE] = NOBODY
    ahead = X.features[X.starts[following] : X.starts[following + 1]]
    return SparseRow(X.values[begin:end], X.features[begin:end], X.d, X.sums, begin, ahead)


def score(W: Floats, x: SparseRow, s: Floats) -> None:
    """s ← Wᵀx."""
    if W.shape[1] == 1:
        s[0] = score_and_measure(W, x)
    else:
        sparse_scores(W, x, s)


@in_vectors
def sparse_scores(W: Floats, x: SparseRow, s: Floats) -> None:
    """s ← Wᵀx for several columns, a multiple of four."""
    s[:] = 0.0
    for t in range(x.values.shape[0]):
        s += x.values[t] * W[x.features[t]]


def score_and_measure(W: Floats, x: SparseRow) -> float:
    """The score by the only column, as `geometry.dot` sums it: feature j goes to partial sum j mod 8.

    An update needs ‖x‖² next. It is summed up on the way: what takes time is to reach into W. The
    weights of the next example come meanwhile. Where that has more features, the rest is late.
    """
    whole = x.d - x.d % 8
    s = x.sums
    for lane in range(LENGTH):
        s[lane] = 0.0
    for t in range(x.values.shape[0]):
        j, value = x.features[t], x.values[t]
        add_product_and_square(s, 2 * (j & 7) if j < whole else 16, value, W[j, 0])
        if t < x.ahead.shape[0]:
            fetch(W, x.ahead[t], 0)
    # An empty row begins where the next one does: it would be taken for that.
    s[LENGTH], s[WHOSE] = folded(s, 1), x.begin if x.values.shape[0] else NOBODY
    return folded(s, 0)


@in_vectors
def add_product_and_square(s: Floats, lane: int, value: float, w: float) -> None:
    """Add value·w to a partial sum, and value² to its neighbour."""
    s[lane] += value * w
    s[lane + 1] += value * value


def folded(s: Floats, first: int) -> float:
    """The sum of every other partial sum, in the order of `geometry.dot`."""
    even = (s[first] + s[first + 8]) + (s[first + 4] + s[first + 12])
    odd = (s[first + 2] + s[first + 10]) + (s[first + 6] + s[first + 14])
    return float((even + odd) + s[first + 16])


def dot(x: SparseRow, w: Floats) -> float:
    """Σ x_j w_j over the features of x, summed up in the same order."""
    whole = x.d - x.d % 8
    s = x.sums
    s[WHOSE] = NOBODY
    for lane in range(LENGTH):
        s[lane] = 0.0
    for t in range(x.values.shape[0]):
        j = x.features[t]
        s[2 * (j & 7) if j < whole else 16] += x.values[t] * w[j]
    return folded(s, 0)


def squared_length(x: SparseRow) -> float:
    """‖x‖²."""
    s = x.sums
    if s[WHOSE] == x.begin:
        return float(s[LENGTH])
    whole = x.d - x.d % 8
    for lane in range(LENGTH):
        s[lane] = 0.0
    for t in range(x.values.shape[0]):
        j = x.features[t]
        s[2 * (j & 7) if j < whole else 16] += x.values[t] * x.values[t]
    return folded(s, 0)


def move_one(W: Floats, k: int, tau: float, x: SparseRow) -> None:
    """W_k ← W_k + τx."""
    for t in range(x.values.shape[0]):
        W[x.features[t], k] += tau * x.values[t]


def move_two(W: Floats, r: int, q: int, tau: float, x: SparseRow) -> None:
    """W_r ← W_r + τx and W_q ← W_q - τx."""
    for t in range(x.values.shape[0]):
        j, step = x.features[t], tau * x.values[t]
        W[j, r] += step
        W[j, q] -= step
        fetch_ahead(W, x, t)


def fetch_ahead(W: Floats, x: SparseRow, t: int) -> None:
    """Ask for the weights of feature t of the example that comes next, a cache line at a time.

    They come while those of this one are changed.
    """
    if t < x.ahead.shape[0]:
        k = 0
        while k < W.shape[1]:
            fetch(W, x.ahead[t], k)
            k += LINE


def move_all(W: Floats, tau: Floats, x: SparseRow) -> None:
    """W_k ← W_k + τ_k x for every class k."""
    for t in range(x.values.shape[0]):
        value, j = x.values[t], x.features[t]
        for k in range(W.shape[1]):
            W[j, k] += tau[k] * value


def dimension(x: SparseRow) -> int:
    """How many features an example has, those that are zero included."""
    return x.d


def n_features(x: SparseRow) -> int:
    """How many are not zero."""
    return len(x.values)


def feature(x: SparseRow, t: int) -> int:
    """The number of the t-th of these."""
    return int(x.features[t])


def value(x: SparseRow, t: int) -> float:
    """Its value."""
    return float(x.values[t])


SPARSE_ROWS = Layer(
    {
        geometry.row: row,
        geometry.row_before: row_before,
        geometry.score: score,
        geometry.squared_length: squared_length,
        geometry.move_one: move_one,
        geometry.move_two: move_two,
        geometry.move_all: move_all,
        features.dimension: dimension,
        features.n_features: n_features,
        features.feature: feature,
        features.value: value,
    }
)


def row_layers(X: Any) -> Layers:
    """The layer that these examples need: none if they are dense."""
    return (SPARSE_ROWS,) if is_sparse(X) else ()
