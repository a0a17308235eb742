"""The examples that f = Σ α_i K(x_i, ·) consists of, with room for more: all so far, or a buffer of τ.

The example of a round stands behind the others while its round lasts. Where one must leave, that one
takes the empty place: nothing else moves, and nothing is allocated.
"""

from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.geometry import dot
from onlinelearn.learners.engine.kernels import KernelNumbers, kernel, squared_distance
from onlinelearn.learners.engine.primitives import Layer, primitive
from onlinelearn.numerics.elementary import exp


class Buffer(NamedTuple):
    """f, and its sum over the rounds, as coefficients of the same representers."""

    rows: Floats  # (room, d): x_i
    gram: Floats  # (room, room): K(x_i, x_j)
    alpha: Floats  # (room,): α_i
    total: Floats  # (room,): Σ_s α_i^(s) over the rounds so far, of which f̄ is made
    f: Floats  # (room,): f(x_i)
    squared: Floats  # (room,): ‖x_i - x_t‖² of the round
    born: Ints  # (room,): the round in which x_i came
    labeled: Bools  # (room,): whether x_i has a label
    used: Ints  # (1,): how many there are
    work: Ints  # (1,): multiplications so far
    numbers: KernelNumbers


def empty(d: int, numbers: KernelNumbers) -> Buffer:
    """f = 0, and no room yet."""
    none = np.empty(0)
    return Buffer(
        rows=np.empty((0, d)),
        gram=np.empty((0, 0)),
        alpha=none,
        total=none,
        f=none,
        squared=none,
        born=np.empty(0, np.int64),
        labeled=np.empty(0, np.bool_),
        used=np.zeros(1, np.int64),
        work=np.zeros(1, np.int64),
        numbers=numbers,
    )


def grown(W: Buffer, room: int) -> Buffer:
    """The same in larger arrays; memory that no example has reached yet is never touched."""
    n = W.used[0]
    wide = W._replace(
        rows=np.zeros((room, W.rows.shape[1])),
        gram=np.zeros((room, room)),
        alpha=np.zeros(room),
        total=np.zeros(room),
        f=np.zeros(room),
        squared=np.zeros(room),
        born=np.zeros(room, np.int64),
        labeled=np.zeros(room, np.bool_),
    )
    wide.gram[:n, :n] = W.gram[:n, :n]
    for name in ("rows", "alpha", "total", "f", "born", "labeled"):
        getattr(wide, name)[:n] = getattr(W, name)[:n]
    return wide


def receive(W: Buffer, x: Floats) -> float:
    """Put x behind the others, with its kernels, and a coefficient of 0; return f(x)."""
    n = W.used[0]
    for j in range(x.shape[0]):
        W.rows[n, j] = x[j]
    return situate(W, n)


def peek(W: Buffer, x: Floats, s: Floats) -> None:
    """f(x), and no round."""
    work = W.work[0]
    s[0] = receive(W, x)
    W.work[0] = work


def situate(W: Buffer, n: int) -> float:
    """The kernels of row n, which stands behind the others, and f there; its coefficient is 0."""
    compare(W, n)
    for i in range(n):
        W.gram[i, n] = W.gram[n, i]
    W.alpha[n] = W.total[n] = 0.0
    W.f[n] = dot(W.alpha[:n], W.gram[n, :n])
    W.work[0] += (n + 1) * W.rows.shape[1] + n
    return float(W.f[n])


@primitive
def compare(W: Buffer, n: int) -> None:
    """K(x_i, x_n) for all i ≤ n."""
    for i in range(n + 1):
        W.gram[n, i] = kernel(W.rows[i], W.rows[n], W.numbers)


def compare_rbf(W: Buffer, n: int) -> None:
    """The same for the RBF kernel, by distances that the graph may want too."""
    measure(W, n)
    for i in range(n + 1):
        W.gram[n, i] = exp(-W.squared[i] / W.numbers.spread)


def measure(W: Buffer, n: int) -> None:
    """‖x_i - x_n‖² for all i ≤ n."""
    for i in range(n + 1):
        W.squared[i] = squared_distance(W.rows[i], W.rows[n])


def evaluate(W: Buffer, coefficients: Floats, X: Floats, S: Floats) -> None:
    """The template that fills S with Σ_i c_i K(x_i, x) for all rows x of X."""
    for row in range(S.shape[0]):
        total = 0.0
        for i in range(coefficients.shape[0]):
            total += coefficients[i] * kernel(W.rows[i], X[row], W.numbers)
        S[row, 0] = total


def admit(W: Buffer, t: int, labeled: bool) -> None:
    """The example of the round stays, for now."""
    n = W.used[0]
    W.born[n] = t
    W.labeled[n] = labeled
    W.used[0] = n + 1


def leaving(W: Buffer, unlabeled: bool) -> int:
    """Which one leaves: the oldest; if `unlabeled`, the oldest without a label, where there is one."""
    where, best, n = 0, W.born[0], W.used[0]
    spared = unlabeled and W.labeled[0]
    for i in range(1, n):
        labeled = unlabeled and W.labeled[i]
        if labeled < spared or (labeled == spared and W.born[i] < best):
            where, best, spared = i, W.born[i], labeled
    return where


def vacate(W: Buffer, e: int) -> None:
    """Example e is gone: the last one takes its place."""
    n = W.used[0] - 1
    W.used[0] = n
    if e == n:
        return
    for j in range(W.rows.shape[1]):
        W.rows[e, j] = W.rows[n, j]
    own = W.gram[n, n]
    for i in range(n):
        W.gram[e, i] = W.gram[n, i]
        W.gram[i, e] = W.gram[n, i]
    W.gram[e, e] = own
    W.alpha[e], W.total[e], W.f[e] = W.alpha[n], W.total[n], W.f[n]
    W.born[e], W.labeled[e] = W.born[n], W.labeled[n]


BUFFERED_WEIGHTS = Layer({geometry.peek: peek})
