"""Sparse examples: the same sums in the same order, at the cost of the features that are not zero.

`link` puts these functions in the place of their namesakes. A feature that is zero adds nothing to
a sum and moves no weight, so that leaving it out changes no bit.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, is_sparse
from onlinelearn.learners.engine.linking import frozen

__all__ = ["SPARSE", "Row", "Rows", "is_sparse", "partial_sums", "readable"]


class Rows(NamedTuple):
    """Compressed sparse rows, as SciPy has them; within a row the features ascend."""

    values: Floats
    features: Ints
    starts: Ints
    d: int
    sums: Floats


class Row(NamedTuple):
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
    features, starts = (index.astype(np.int64, copy=False) for index in (X.indices, X.indptr))
    return Rows(frozen(values), frozen(features), frozen(starts), X.shape[1], partial_sums())


def partial_sums() -> Floats:
    """Room for those of one stream."""
    return np.empty(9)


def row(X: Rows, i: int) -> Row:
    """Example i."""
    begin, end = X.starts[i], X.starts[i + 1]
    return Row(X.values[begin:end], X.features[begin:end], X.d, X.sums)


def score(W: Floats, x: Row, s: Floats) -> None:
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


def dot(x: Row, w: Floats, gather: bool) -> float:
    """Σ x_j w_j as `linear.dot` sums it: feature j goes to partial sum j mod 8.

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


def squared_length(x: Row) -> float:
    """‖x‖²."""
    return dot(x, x.values, False)


def move_one(W: Floats, k: int, tau: float, x: Row) -> None:
    """W_k ← W_k + τx."""
    for t in range(x.values.shape[0]):
        W[x.features[t], k] += tau * x.values[t]


def move_all(W: Floats, tau: Floats, x: Row) -> None:
    """W_k ← W_k + τ_k x for every class k."""
    for t in range(x.values.shape[0]):
        value, j = x.values[t], x.features[t]
        for k in range(W.shape[1]):
            W[j, k] += tau[k] * value


def dimension(x: Row) -> int:
    """How many features an example has, those that are zero included."""
    return x.d


def n_features(x: Row) -> int:
    """How many are not zero."""
    return len(x.values)


def feature(x: Row, t: int) -> int:
    """The number of the t-th of these."""
    return int(x.features[t])


def value(x: Row, t: int) -> float:
    """Its value."""
    return float(x.values[t])


SPARSE: dict[str, Callable[..., Any]] = {
    "row": row,
    "score": score,
    "plain_score": score,
    "linear_score": score,
    "squared_length": squared_length,
    "move_one": move_one,
    "move_all": move_all,
    "plain_move_all": move_all,
    "dimension": dimension,
    "n_features": n_features,
    "feature": feature,
    "value": value,
}
