"""Weights in the space of a kernel: the layer for W_k = Σ_i α_ik φ(x_i), sums of examples.

The examples that appear there are the support. The linear learner's formulas stay the only ones.
"""

from typing import Literal, NamedTuple, get_args

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine import geometry, stream
from onlinelearn.learners.engine.draws import Draws, draws, next_fraction
from onlinelearn.learners.engine.geometry import dense_scores
from onlinelearn.learners.engine.kernels import KernelNumbers, kernel
from onlinelearn.learners.engine.kernels_ahead import Ahead, compare, look_ahead, nothing_ahead, write
from onlinelearn.learners.engine.primitives import Layer
from onlinelearn.numerics import rng

Evict = Literal["oldest", "smallest", "random"]
EVICTIONS = get_args(Evict)
OLDEST, SMALLEST, RANDOM = range(3)


class Expansion(NamedTuple):
    """In the place of W: the support and its coefficients, with room for more."""

    rows: Floats  # (room, d): x_i, the support
    alpha: Floats  # (room, columns): α_ik
    born: Floats  # (room,): the round in which x_i came in
    x: Floats  # (d,): the example of the round, with all its features
    k: Floats  # (room,): k(x_i, x) of the round
    ahead: Ahead  # the same of the next rounds, as far as it is known
    used: Ints  # (1,): how many rows are in use
    rounds: Floats  # (1,): t
    overflow: Floats  # (1,): 0, or not a number once some score or norm was not finite
    numbers: KernelNumbers
    evict: int  # which row must give way: OLDEST, SMALLEST or RANDOM
    draws: Draws  # for those that give way at random


def empty(d: int, columns: int, numbers: KernelNumbers, evict: Evict, key: Key) -> Expansion:
    """W = 0, and no room yet; `key` is for what is drawn at random."""
    return Expansion(
        rows=np.empty((0, d)),
        alpha=np.empty((0, columns)),
        born=np.empty(0),
        x=np.zeros(d),
        k=np.empty(0),
        ahead=nothing_ahead(d, 0),
        used=np.zeros(1, np.int64),
        rounds=np.zeros(1),
        overflow=np.zeros(1),
        numbers=numbers,
        evict=EVICTIONS.index(evict),
        draws=draws((rng.EVICT, *key)),
    )


def grown(W: Expansion, room: int) -> Expansion:
    """The same weights in larger arrays; memory that no row has reached yet is never touched."""
    n = W.used[0]
    # Zeros, which the system hands out without touching them: what is pickled is nobody's old memory.
    rows, alpha = np.zeros((room, W.rows.shape[1])), np.zeros((room, W.alpha.shape[1]))
    born = np.zeros(room)
    rows[:n], alpha[:n], born[:n] = W.rows[:n], W.alpha[:n], W.born[:n]
    ahead = nothing_ahead(W.rows.shape[1], room)
    return W._replace(rows=rows, alpha=alpha, born=born, k=np.zeros(room), ahead=ahead)


def score(W: Expansion, x: Floats, s: Floats) -> None:
    """A round begins: every step scores its example once."""
    W.rounds[0] += 1.0
    compare(W, x)
    n = W.used[0]
    dense_scores(W.alpha[:n], W.k[:n], s)
    for k in range(s.shape[0]):
        W.overflow[0] += 0.0 * s[k]


def peek(W: Expansion, x: Floats, s: Floats) -> None:
    """s_k = Σ_i α_ik k(x_i, x)."""
    write(x, W.x)
    n = W.used[0]
    for i in range(n):
        W.k[i] = kernel(W.rows[i], W.x, W.numbers)
    dense_scores(W.alpha[:n], W.k[:n], s)


def squared_norm(W: Expansion, K: int, x: Floats) -> float:
    """‖z‖²: k(x, x) for one column, twice that for two."""
    squared = kernel(W.x, W.x, W.numbers)
    W.overflow[0] += 0.0 * squared
    return squared if K == 1 else 2.0 * squared


def move(W: Expansion, r: int, q: int, tau: float, x: Floats) -> None:
    """W ← W + τz."""
    i = place(W)
    if r >= 0:
        W.alpha[i, r] += tau
    if q >= 0:
        W.alpha[i, q] -= tau


def move_all(W: Expansion, tau: Floats, x: Floats) -> None:
    """W_k ← W_k + τ_k φ(x) for every class k."""
    i = place(W)
    for k in range(W.alpha.shape[1]):
        W.alpha[i, k] += tau[k]


def place(W: Expansion) -> int:
    """The number of the round's example in the support: where it is, or where it is put now.

    Only a budget leaves no room: see `KernelLearner.reserve_rounds`.
    """
    i = found(W)
    if i >= 0:
        return i
    if W.used[0] < W.rows.shape[0]:
        i = W.used[0]
        W.used[0] += 1
    else:
        i = least(W)
    replace(W, i)
    return i


def is_new_and_too_much(W: Expansion) -> bool:
    """Whether the round's example is not in the support, and the budget is spent."""
    return W.used[0] == W.rows.shape[0] and found(W) < 0


def replace(W: Expansion, i: int) -> None:
    """The round's example in the place of row i, with coefficients that are zero."""
    for j in range(W.x.shape[0]):
        W.rows[i, j] = W.x[j]
    for k in range(W.alpha.shape[1]):
        W.alpha[i, k] = 0.0
    W.born[i] = W.rounds[0]


def found(W: Expansion) -> int:
    """The number of the round's example in the support, or -1."""
    own = kernel(W.x, W.x, W.numbers)  # few rows have k(x_i, x) = k(x, x), and only these need a closer look
    for i in range(W.used[0]):
        if W.k[i] == own and same(W.rows[i], W.x):
            return i
    return -1


def same(x: Floats, y: Floats) -> bool:
    """Whether x = y."""
    j, d = 0, len(x)
    while j < d and x[j] == y[j]:
        j += 1
    return j == d


def least(W: Expansion) -> int:
    """The row that gives way: of those with the smallest coefficients, or of all, the oldest; or any."""
    if W.evict == RANDOM:
        return int(next_fraction(W.draws) * W.used[0])
    bound = np.inf
    if W.evict == SMALLEST:
        for i in range(W.used[0]):
            bound = min(bound, size(W, i))
        bound *= 1.0 + 1e-12  # sums of the same squares in another order are equals too
    where, born = -1, np.inf
    for i in range(W.used[0]):
        if W.born[i] < born and (W.evict == OLDEST or size(W, i) <= bound):
            where, born = i, W.born[i]
    return where


def size(W: Expansion, i: int) -> float:
    """Σ_k α_ik²."""
    total = 0.0
    for k in range(W.alpha.shape[1]):
        total += W.alpha[i, k] * W.alpha[i, k]
    return total


def stretch(W: Expansion, by: float) -> None:
    """W ← by·W: a round has compared the example with all of the support anyway."""
    for i in range(W.used[0]):
        for k in range(W.alpha.shape[1]):
            W.alpha[i, k] *= by


KERNEL_WEIGHTS = Layer(
    {
        geometry.score: score,
        geometry.peek: peek,
        geometry.squared_norm: squared_norm,
        geometry.move: move,
        geometry.move_all: move_all,
        geometry.stretch: stretch,
        stream.look_ahead: look_ahead,
    }
)
