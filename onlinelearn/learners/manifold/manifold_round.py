"""A round of online manifold regularization: f_{t+1} = f_t - η_t ∂J_t.

J_t(f) = (T/l)·δ(y_t)·c(f(x_t), y_t) + (λ₁/2)‖f‖² + λ₂m Σ_i (f(x_i) - f(x_t))² w_it

over what is kept of the earlier examples, each of which stands for m of them. With f = Σ α_i K(x_i, ·)

α_i ← (1 - ηλ₁)α_i - 2ηλ₂m (f(x_i) - f(x_t)) w_it,
α_t ← 2ηλ₂m Σ_i (f(x_i) - f(x_t)) w_it - η (T/l) δ(y_t) c'(f(x_t), y_t).

The values f(x_i) are kept beside the coefficients, and follow them by the rows of the kernel matrix
that belong to coefficients which the graph or the loss has changed.
"""

from math import sqrt
from typing import NamedTuple, Protocol, Self

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.geometry import dot
from onlinelearn.learners.manifold.buffer import Buffer
from onlinelearn.learners.manifold.losses import loss, slope
from onlinelearn.learners.manifold.manifold_learner import Risk


class Round(NamedTuple):
    """Room for what a round works out."""

    w: Floats  # (room,): w_it
    change: Floats  # (room,): what is added to (1 - ηλ₁)α_i
    changed: Ints  # (room,): where that is not 0
    rest: Floats  # (room,): what remains of the one that leaves
    nearest: Ints  # (k,)
    chosen: Ints  # (atoms,)
    share: Floats  # (atoms,)

    @classmethod
    def room(cls, room: int, neighbors: int, atoms: int) -> Self:
        """Arrays of these sizes."""
        w, change, rest = np.zeros((3, room))
        changed, nearest, chosen = (np.zeros(size, np.int64) for size in (room, neighbors, atoms))
        return cls(w, change, changed, rest, nearest, chosen, np.zeros(atoms))


class Descending(Protocol):
    """The fields that the state of every online learner has."""

    @property
    def W(self) -> Buffer: ...  # noqa: N802  # as everywhere

    @property
    def s(self) -> Floats:
        """(1,): f_t(x_t)"""

    @property
    def round(self) -> Round: ...

    @property
    def rounds(self) -> Ints:
        """(1,): t"""

    @property
    def labels(self) -> Ints:
        """(1,): l"""

    @property
    def risks(self) -> Floats:
        """(1,): Σ_s J_s(f_s)"""


def begin(state: Descending) -> int:
    """A round begins: f_t enters the mean. Returns t."""
    W = state.W
    for i in range(W.used[0]):
        W.total[i] += W.alpha[i]
    state.rounds[0] += 1
    return int(state.rounds[0])


def eta(rate: float, decreasing: bool, t: int) -> float:
    """η_t: c/√t, or c."""
    return rate / sqrt(t) if decreasing else rate


def differentiate(state: Descending, risk: Risk, t: int, rate: float, share: float, y: int) -> None:
    """-η ∂J_t into `change`, but for the part of λ₁, which shrinks all alike; J_t(f_t) into the risks.

    `share` is what each edge counts: λ₂, times how many examples each that is kept stands for.
    """
    n = state.W.used[0]
    s = state.W.f[n]
    own = cost = 0.0
    if share > 0.0:
        roughness, own = smooth(state, 2.0 * rate * share)
        cost = share * roughness
    else:
        for i in range(n):
            state.round.change[i] = 0.0
    if y >= 0:
        state.labels[0] += 1
        weight = 1.0 / risk.label_rate if risk.label_rate > 0.0 else t / state.labels[0]
        sign = 1.0 if y == 1 else -1.0
        own -= rate * weight * sign * slope(sign * s)
        cost += weight * loss(sign * s)
    state.round.change[n] = own
    state.risks[0] += cost + 0.5 * risk.lambda1 * squared_length(state.W)


def smooth(state: Descending, scale: float) -> tuple[float, float]:
    """The graph's gradient, times `scale`, into `change`: (Σ_i (f(x_i) - f(x_t))² w_it, what x_t gets)."""
    W, w, change = state.W, state.round.w, state.round.change
    n = W.used[0]
    roughness = own = 0.0
    for i in range(n):
        difference = W.f[i] - W.f[n]
        pull = difference * w[i]
        roughness += difference * pull
        own += scale * pull
        change[i] = -scale * pull
    W.work[0] += 3 * n
    return roughness, own


def squared_length(W: Buffer) -> float:
    """‖f‖² = Σ α_i f(x_i)."""
    n = W.used[0]
    W.work[0] += n
    return dot(W.alpha[:n], W.f[:n])


def descend(state: Descending, shrink: float) -> bool:
    """α ← shrink·α + change for all that are kept and the example of the round; f(x_i) follows.

    Returns whether any α is another than before.
    """
    W, change, changed = state.W, state.round.change, state.round.changed
    n = W.used[0] + 1
    m = 0
    moved = False
    for i in range(n):
        alpha = shrink * W.alpha[i] + change[i]
        moved |= alpha != W.alpha[i]
        W.alpha[i] = alpha
        W.f[i] *= shrink
        changed[m] = i
        m += change[i] != 0.0
    W.work[0] += 2 * n + m * n
    whole = m - m % 4
    for a in range(0, whole, 4):
        add_four(W, n, change, changed, a)
    for a in range(whole, m):
        j = changed[a]
        for i in range(n):
            W.f[i] += change[j] * W.gram[j, i]
    return moved


def add_four(W: Buffer, n: int, change: Floats, changed: Ints, a: int) -> None:
    """f(x_i) gets the next four changes: f is read and written once for all of them."""
    j, k, p, q = changed[a], changed[a + 1], changed[a + 2], changed[a + 3]
    cj, ck, cp, cq = change[j], change[k], change[p], change[q]
    for i in range(n):
        first = cj * W.gram[j, i] + ck * W.gram[k, i]
        second = cp * W.gram[p, i] + cq * W.gram[q, i]
        W.f[i] += first + second
