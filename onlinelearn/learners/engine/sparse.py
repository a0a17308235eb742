"""Sparse examples: the layer with the same sums in the same order, at the cost of what is not zero.

A feature that is zero adds nothing to a sum and moves no weight, so that leaving it out changes no
bit.
"""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, is_sparse
from onlinelearn.learners.engine import features, geometry
from onlinelearn.learners.engine.linking import frozen
from onlinelearn.learners.engine.primitives import Layer, Layers, returns_view


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
    sums: Floats  # (9,): room for the partial sums of `dot`, which are faster in memory than told apart


def readable(X: Any) -> Any:
    """The examples as the loops read them: a dense array, or the rows of a sparse matrix."""
    if not is_sparse(X):
        return frozen(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()  # and sorts
    values = X.data.astype(np.float64, copy=False)
    numbers, starts = (index.astype(np.int64, copy=False) for index in (X.indices, X.indptr))
    return SparseRows(frozen(values), frozen(numbers), frozen(starts), X.shape[1], partial_sums())


def partial_sums() -> Floats:
    """Room for the partial sums of one stream."""
    return np.empty(9)


@returns_view
def row(X: SparseRows, i: int) -> SparseRow:
    """Example i."""
    begin, end = X.starts[i], X.starts[i + 1]
    return SparseRow(X.values[begin:end], X.features[begin:end], X.d, X.sums)


def score(W: Floats, x: SparseRow, s: Floats) -> None:
    """s ← Wᵀx."""
    if W.shape[1] == 1:
        s[0] = dot(x, W.reshape(W.shape[0]), True)
        return
    for k in range(W.shape[1]):
        s[k] = 0.0
    for t in range(x.values.shape[0]):
        value, j = x.values[t], x.features[t]
        for k in range(W.shape[1]):
            s[k] += value * W[j, k]


def dot(x: SparseRow, w: Floats, gather: bool) -> float:
    """Σ x_j w_j as `geometry.dot` sums it: feature j goes to partial sum j mod 8.

    `w` has a value for every feature, to be gathered, or for those of x alone.
    """
    whole = x.d - x.d % 8
    s = x.sums
    for lane in range(s.shape[0]):
        s[lane] = 0.0
    for t in range(x.values.shape[0]):
        j = x.features[t]
        s[j % 8 if j < whole else 8] += x.values[t] * w[j if gather else t]
    return float((((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))) + s[8])


def squared_length(x: SparseRow) -> float:
    """‖x‖²."""
    return dot(x, x.values, False)


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
