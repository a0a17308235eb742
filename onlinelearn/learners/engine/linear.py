"""The geometry that all linear learners share: scores, the margin η, the direction z.

Binary and multiclass differ only here. W holds a column for each class (in the binary case one
column alone), padded with zeros to a multiple of four, a CPU's vector. Each score is the plain sum
over the features in their order: the same bits on every CPU.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Key, numbers_held
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.sparse import SPARSE, is_sparse, readable

DEAR = 8
"""How much longer it takes to pick a weight out than to go through all of them, roughly."""


class Linear(NamedTuple):
    """The state of a first-order learner."""

    W: Floats  # (d, columns): the weights, feature by feature
    s: Floats  # (columns,): the scores of the round
    tau: Floats  # (columns,): the steps of the round, where it has one for each class
    K: int  # the number of columns in use: 1 (binary) or the number of classes


def dot(a: Floats, b: Floats) -> float:
    """Σ a_j b_j as eight partial sums: an order that is fixed, and quick on every CPU."""
    n = a.shape[0]
    whole = n - n % 8
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    for j in range(0, whole, 8):
        s0 += a[j] * b[j]
        s1 += a[j + 1] * b[j + 1]
        s2 += a[j + 2] * b[j + 2]
        s3 += a[j + 3] * b[j + 3]
        s4 += a[j + 4] * b[j + 4]
        s5 += a[j + 5] * b[j + 5]
        s6 += a[j + 6] * b[j + 6]
        s7 += a[j + 7] * b[j + 7]
    rest = 0.0
    for j in range(whole, n):
        rest += a[j] * b[j]
    return (((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7))) + rest


def score(W: Floats, x: Floats, s: Floats) -> None:
    """s ← Wᵀx, eight columns at a time, or four, with their sums in registers."""
    d, columns = W.shape
    if columns == 1:
        s[0] = dot(W.reshape(d), x)
        return
    first = 0
    while first + 8 <= columns:
        score_four_and_four(W, x, s, first)
        first += 8
    if first < columns:
        score_four(W, x, s, first)


def score_four(W: Floats, x: Floats, s: Floats, k: int) -> None:
    """The scores of columns k to k + 3."""
    s0 = s1 = s2 = s3 = 0.0
    for j in range(x.shape[0]):
        xj = x[j]
        s0 += xj * W[j, k]
        s1 += xj * W[j, k + 1]
        s2 += xj * W[j, k + 2]
        s3 += xj * W[j, k + 3]
    s[k], s[k + 1], s[k + 2], s[k + 3] = s0, s1, s2, s3


def score_four_and_four(W: Floats, x: Floats, s: Floats, k: int) -> None:
    """The scores of columns k to k + 7: two chains of additions, each waiting for itself only."""
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    for j in range(x.shape[0]):
        xj = x[j]
        s0 += xj * W[j, k]
        s1 += xj * W[j, k + 1]
        s2 += xj * W[j, k + 2]
        s3 += xj * W[j, k + 3]
        s4 += xj * W[j, k + 4]
        s5 += xj * W[j, k + 5]
        s6 += xj * W[j, k + 6]
        s7 += xj * W[j, k + 7]
    s[k], s[k + 1], s[k + 2], s[k + 3] = s0, s1, s2, s3
    s[k + 4], s[k + 5], s[k + 6], s[k + 7] = s4, s5, s6, s7


def peek(W: Floats, x: Floats, s: Floats) -> None:
    """The same outside a learner's step, where it is not yet a round."""
    score(W, x, s)


def pause(W: Floats) -> None:
    """A round whose label the learner is not told: for most it is none."""


def look(s: Floats, K: int, y: int) -> tuple[int, int, float]:
    """(r, q, η): the round's direction is z = e_r⊗x - e_q⊗x, its margin η = s_r - s_q.

    In the binary case there is one column, and the other of r and q is -1: no such column.
    """
    return against(s, K, y)


def against(s: Floats, K: int, y: int) -> tuple[int, int, float]:
    """`look` for one label, whatever labels the learner is told."""
    if K == 1:
        return (0, -1, s[0]) if y == 1 else (-1, 0, -s[0])
    q, best = -1, -np.inf
    for k in range(K):
        # Selections, not branches: which class is ahead is just what a CPU can't predict.
        ahead = (s[k] > best) & (k != y)
        q = k if ahead else q
        best = s[k] if ahead else best
    return y, q, s[y] - best


def look_relevant(s: Floats, K: int, relevant: Bools) -> tuple[int, int, float]:
    """`look` for a set of labels: r is the worst of those, q the best of the others (sec. 2.4).

    Where all labels are relevant, or none is, there is nothing to rank: η is infinite.
    """
    r, worst = -1, np.inf
    q, best = -1, -np.inf
    for k in range(K):
        behind = (s[k] < worst) & relevant[k]
        r = k if behind else r
        worst = s[k] if behind else worst
        ahead = (s[k] > best) & (not relevant[k])
        q = k if ahead else q
        best = s[k] if ahead else best
    return (-1, -1, np.inf) if r < 0 or q < 0 else (r, q, worst - best)


def belongs(k: int, y: int) -> bool:
    """Whether class k is the right one."""
    return k == y


def belongs_relevant(k: int, relevant: Bools) -> bool:
    """`belongs` for a set of labels: whether k is one of them."""
    return bool(relevant[k])


SETS: dict[str, Callable[..., Any]] = {"look": look_relevant, "belongs": belongs_relevant}
"""What takes the place of its namesake where y marks a set of labels."""


def leaders(s: Floats, K: int) -> tuple[int, int, float]:
    """(r, q, η) of the two classes with the highest scores, as if the prediction were right: η ≥ 0."""
    best = 0
    for k in range(1, K):
        if s[k] > s[best]:
            best = k
    return against(s, K, best if K > 1 else int(s[0] > 0.0))


def squared_norm(W: Floats, K: int, x: Floats) -> float:
    """‖z‖²: ‖x‖² for one column, 2‖x‖² for two.

    A norm that overflows is marked in the weights, where Model.learn looks for it.
    """
    squared = squared_length(x)
    if squared == np.inf:
        W[0, 0] = np.inf
    return squared if K == 1 else 2.0 * squared


def squared_length(x: Floats) -> float:
    """‖x‖²."""
    return dot(x, x)


def move(W: Floats, r: int, q: int, tau: float, x: Floats) -> None:
    """W ← W + τz."""
    if r >= 0:
        move_one(W, r, tau, x)
    if q >= 0:
        move_one(W, q, -tau, x)


def move_one(W: Floats, k: int, tau: float, x: Floats) -> None:
    """W_k ← W_k + τx."""
    for j in range(x.shape[0]):
        W[j, k] += tau * x[j]


def nudge(W: Floats, j: int, k: int, by: float) -> None:
    """W_jk ← W_jk + by."""
    W[j, k] += by


def move_all(W: Floats, tau: Floats, x: Floats) -> None:
    """W_k ← W_k + τ_k x for every class k."""
    for j in range(x.shape[0]):
        xj = x[j]
        for k in range(W.shape[1]):
            W[j, k] += tau[k] * xj


def row(X: Floats, i: int) -> Floats:
    """Example i."""
    x: Floats = X[i]
    return x


def scores(W: Floats, X: Floats, s: Floats, S: Floats) -> None:
    """The template that fills S with the scores of all rows of X."""
    for i in range(S.shape[0]):
        score(W, row(X, i), s)
        for k in range(S.shape[1]):
            S[i, k] = s[k]


class LinearLearner(Learner):
    """A learner with linear scores that starts from W = 0."""

    linear = True
    sparse = True

    def start(self, columns: int, n_features: int, key: Key) -> Any:
        """W = 0 and room for the scores of a round."""
        padded = 1 if columns == 1 else -(-columns // 4) * 4
        return Linear(np.zeros((n_features, padded)), np.zeros(padded), np.zeros(padded), columns)

    def numbers(self, state: Any) -> Floats:
        """The weights."""
        W: Floats = state.W
        return W

    def finite(self, state: Any, X: Any, order: Ints) -> bool:
        """Sparse rows change the weights of their features alone, and that one where a norm overflows."""
        if not is_sparse(X) or DEAR * (len(order) + numbers_held(X, order)) >= X.shape[1]:
            return super().finite(state, X, order)
        features = [X.indices[X.indptr[i] : X.indptr[i + 1]] for i in order]
        return bool(np.isfinite(state.W[np.concatenate([[0], *features])]).all())

    def scores(self, state: Any, X: Floats) -> Floats:
        """Each by the same sum as in a round."""
        S = np.empty((X.shape[0], state.K))
        _fill(is_sparse(X))(state.W, readable(X), np.empty_like(state.s), S)
        return S

    def weights(self, state: Any) -> Floats:
        """The columns in use, a row for each class."""
        return np.array(state.W[:, : state.K].T, order="C")  # a copy: the stream goes on


@cache
def _fill(sparse: bool) -> Any:
    return link(scores, "linear", **(SPARSE if sparse else {}))
