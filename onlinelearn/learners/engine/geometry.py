"""The geometry that all linear learners share: scores, the margin η, the direction z.

Binary and multiclass differ only here. W holds a column for each class (in the binary case one
column alone), padded with zeros to a multiple of four, a CPU's vector. Each score is the plain sum
over the features in their order: the same bits on every CPU.
"""

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.primitives import abstract_primitive, in_vectors, primitive, returns_view


@in_vectors
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


@primitive
def score(W: Floats, x: Floats, s: Floats) -> None:
    """s ← Wᵀx in a learner's step, which scores its example once: a round begins."""
    dense_scores(W, x, s)


@primitive
def peek(W: Floats, x: Floats, s: Floats) -> None:
    """s ← Wᵀx outside a learner's step: no round begins."""
    score(W, x, s)


def dense_scores(W: Floats, x: Floats, s: Floats) -> None:
    """s ← Wᵀx, as many columns at a time as have their sums in a CPU's registers."""
    d, columns = W.shape
    if columns == 1:
        s[0] = dot(W.reshape(d), x)
        return
    first = 0
    while first + 16 <= columns:
        score_block(W, x, s, first, 16)
        first += 16
    if first + 12 <= columns:
        score_block(W, x, s, first, 12)
    elif first + 8 <= columns:
        score_block(W, x, s, first, 8)
    elif first < columns:
        score_block(W, x, s, first, 4)


@in_vectors
def score_block(W: Floats, x: Floats, s: Floats, first: int, width: int) -> None:
    """The scores of so many columns: chains of additions, each waiting for itself only."""
    after = first + width
    s[first:after] = 0.0
    for j in range(x.shape[0]):
        s[first:after] += x[j] * W[j, first:after]


@primitive
def pause(W: Floats) -> None:
    """A round ends whose label the learner is not told: most learners take no note of it."""


@primitive
def look(s: Floats, K: int, y: int) -> tuple[int, int, float]:
    """(r, q, η): the round's direction is z = e_r⊗x - e_q⊗x, its margin η = s_r - s_q.

    In the binary case there is one column, and the other of r and q is -1: no such column.
    """
    return against(s, K, y)


def against(s: Floats, K: int, y: int) -> tuple[int, int, float]:
    """`look` for one label, whatever labels the learner is told."""
    if K == 1:
        return (0, -1, s[0]) if y == 1 else (-1, 0, -s[0])
    own = s[y]
    s[y] = -np.inf  # put aside: a look at each k beside y would take half as long again
    best = -np.inf
    for k in range(K):
        # Selections, not branches: which class is ahead is just what a CPU can't predict.
        best = s[k] if s[k] > best else best
    q = -1
    for k in range(K - 1, -1, -1):  # apart from the highest score, which else would wait for it
        q = k if s[k] == best else q
    s[y] = own
    return y, q if best > -np.inf else -1, own - best


@primitive
def belongs(k: int, y: int) -> bool:
    """Whether class k is the right one."""
    return k == y


def leaders(s: Floats, K: int) -> tuple[int, int, float]:
    """(r, q, η) of the two classes with the highest scores, as if the prediction were right: η ≥ 0."""
    best = 0
    for k in range(1, K):
        if s[k] > s[best]:
            best = k
    return against(s, K, best if K > 1 else int(s[0] > 0.0))


@primitive
def squared_norm(W: Floats, K: int, x: Floats) -> float:
    """‖z‖²: ‖x‖² for one column, 2‖x‖² for two.

    A norm that overflows is marked in the weights, where Model.learn looks for it.
    """
    squared = squared_length(x)
    if squared == np.inf:
        W[0, 0] = np.inf
    return squared if K == 1 else 2.0 * squared


@primitive
def squared_length(x: Floats) -> float:
    """‖x‖²."""
    return dot(x, x)


@primitive
def move(W: Floats, r: int, q: int, tau: float, x: Floats) -> None:
    """W ← W + τz."""
    if r >= 0 and q >= 0:
        move_two(W, r, q, tau, x)
    elif r >= 0:
        move_one(W, r, tau, x)
    elif q >= 0:
        move_one(W, q, -tau, x)


@primitive
def move_two(W: Floats, r: int, q: int, tau: float, x: Floats) -> None:
    """W_r ← W_r + τx and W_q ← W_q - τx: both lie near one another."""
    for j in range(x.shape[0]):
        step = tau * x[j]
        W[j, r] += step
        W[j, q] -= step


@primitive
def move_one(W: Floats, k: int, tau: float, x: Floats) -> None:
    """W_k ← W_k + τx."""
    for j in range(x.shape[0]):
        W[j, k] += tau * x[j]


@primitive
def weight(W: Floats, j: int, k: int) -> float:
    """W_jk."""
    return float(W[j, k])


@primitive
def nudge(W: Floats, j: int, k: int, by: float) -> None:
    """W_jk ← W_jk + by."""
    W[j, k] += by


@primitive
def put(W: Floats, j: int, k: int, w: float) -> None:
    """W_jk ← w."""
    W[j, k] = w


@primitive
def move_all(W: Floats, tau: Floats, x: Floats) -> None:
    """W_k ← W_k + τ_k x for every class k."""
    for j in range(x.shape[0]):
        xj = x[j]
        for k in range(W.shape[1]):
            W[j, k] += tau[k] * xj


@abstract_primitive
def stretch(W: Floats, by: float) -> None:
    """W ← by·W: for weights that are scaled, since else it would cost more than a round."""
    raise NotImplementedError


@returns_view
@primitive
def row(X: Floats, i: int) -> Floats:
    """Example i."""
    x: Floats = X[i]
    return x


@returns_view
@primitive
def row_before(X: Floats, i: int, following: int) -> Floats:
    """Example i, where it is known which one comes next."""
    x: Floats = X[i]
    return x


@in_vectors
def fetch(W: Floats, j: int, k: int) -> None:
    """Ask the memory for W_jk, which is needed soon. Nothing is computed."""
