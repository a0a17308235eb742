"""The Projectron and Projectron++, Perceptrons that project (Orabona, Keshet & Caputo, JMLR 2009)."""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.errors import LearnerError
from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.engine.kernel_expansion import Expansion, found
from onlinelearn.learners.engine.kernel_learner import BudgetLearner
from onlinelearn.learners.engine.kernels import Kernel
from onlinelearn.learners.engine.linear import look, move, score, squared_norm

FLAT = 1e-12
"""The share of k(x, x) below which what is left of it is rounding."""


class Projected(NamedTuple):
    """The support, and the inverse of its Gram matrix."""

    W: Any  # an Expansion, which the kernel layer puts in the place of weights
    s: Floats  # (columns,)
    tau: Floats  # (columns,)
    K: int
    inverse: Floats  # (room, room): that of the matrix of k(x_i, x_j)
    d: Floats  # (room,): the coefficients of the projection on the support


class Constants(NamedTuple):
    """The numbers that the step reads."""

    eta: float
    plus: bool


def step(state: Projected, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """On a mistake f ← f + z, or f ← f + Pz where at most η is lost; ++ learns margin errors by Pz too."""
    W = state.W
    score(W, x, state.s)
    r, q, margin = look(state.s, state.K, y)
    mistake = margin <= 0.0
    own = squared_norm(W, 1, x) if mistake or (constants.plus and margin < 1.0) else 0.0
    if own == 0.0:
        return mistake, False
    if mistake and found(W) >= 0:
        move(W, r, q, 1.0, x)
        return True, True
    twice = 1.0 if state.K == 1 else 2.0  # ‖z‖² is that many times k(x, x)
    residual = project(W, state.inverse, state.d, own)
    off = float(np.sqrt(twice * residual))
    tau = 1.0
    if mistake:
        is_full = W.used[0] == W.rows.shape[0]
        if W.used[0] == 0 or (off > constants.eta and residual > FLAT * own and not is_full):
            extend(state.inverse, state.d, W.used[0], residual)
            move(W, r, q, 1.0, x)
            return True, True
    else:
        tau = margin_step(1.0 - margin, off, twice * (own - residual), constants.eta)
    return mistake, tau > 0.0 and spread(W, state.d, r, q, tau)


def margin_step(loss: float, off: float, length: float, eta: float) -> float:
    """τ = min(ℓ/‖Pz‖², 2(ℓ - ‖z - Pz‖/η)/‖Pz‖², 1): no step where the projection loses too much."""
    rest = loss if off == 0.0 else (loss - off / eta if eta > 0.0 else 0.0)
    if rest <= 0.0 or length <= 0.0:
        return 0.0
    return min(loss / length, 2.0 * rest / length, 1.0)


def project(W: Expansion, inverse: Floats, d: Floats, own: float) -> float:
    """The coefficients d of the projection of k(x, ·) on the support; returns ‖k(x, ·) - Pk(x, ·)‖²."""
    residual = own
    for i in range(W.used[0]):
        d[i] = 0.0
        for j in range(W.used[0]):
            d[i] += inverse[i, j] * W.k[j]
        residual -= d[i] * W.k[i]
    return max(0.0, residual)


def extend(inverse: Floats, d: Floats, n: int, residual: float) -> None:
    """The inverse of the Gram matrix with one example more: u uᵀ/‖δ‖² is added, u = (d, -1)."""
    d[n] = -1.0
    for i in range(n + 1):
        for j in range(n + 1):
            inverse[i, j] += d[i] * d[j] / residual


def spread(W: Expansion, d: Floats, r: int, q: int, tau: float) -> bool:
    """f ← f + τPz; returns whether that is another f."""
    changed = False
    for i in range(W.used[0]):
        changed = changed or d[i] != 0.0
        if r >= 0:
            W.alpha[i, r] += tau * d[i]
        if q >= 0:
            W.alpha[i, q] -= tau * d[i]
    return changed


class Projectron(BudgetLearner):
    """Projectron: a mistake that the support nearly spans changes coefficients, and is not kept.

    On a mistake the example is projected on the span of the support in the kernel's space. If what is
    left of z is at most η long, only the projection is added; else the example joins the support.

    Parameters
    ----------
    eta : η, the length that a projection may lose; with 0 it is the Perceptron.
    plus : whether right answers with a margin below 1 change the model too, by projection (Projectron++).
    budget : the most examples that are kept: once there are so many, every mistake is projected.

    References
    ----------
    F. Orabona, J. Keshet, B. Caputo: Bounded kernel-based online learning. JMLR 10 (2009) 2643-2666.

    Examples
    --------
    >>> from onlinelearn import Projectron
    >>> model = Projectron(kernel="linear", eta=0.1).fit([[1.0], [3.0], [-1.0]], ["yes", "no", "no"])
    >>> model.support_vectors_.tolist(), model.dual_coef_.tolist()
    ([[1.0]], [[-1.0]])
    """

    name = "projectron"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        eta: NonNegative = 0.1,
        plus: bool = False,
        budget: Count | None = None,
        kernel: Kernel = "rbf",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
    ) -> None:
        self.eta = eta
        self.plus = plus
        BudgetLearner.__init__(self, kernel=kernel, degree=degree, offset=offset, width=width, budget=budget)

    def start(self, columns: int, n_features: int, key: Key) -> Projected:
        """Nothing in the support."""
        W, s, tau, K = super().start(columns, n_features, key)
        return Projected(W, s, tau, K, np.zeros((0, 0)), np.zeros(0))

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        """Room in the inverse too, which takes the square of it."""
        state = super().reserve_rounds(state, rounds)
        room, n = len(state.W.rows), int(state.W.used[0])
        if room == len(state.d):
            return state
        try:
            inverse = np.zeros((room, room))
        except MemoryError:
            raise LearnerError(
                f"{self.name}: no memory for a matrix of {room:,} × {room:,} numbers; give a budget"
            ) from None
        inverse[:n, :n] = state.inverse[:n, :n]
        return state._replace(inverse=inverse, d=np.zeros(room))

    def without_room(self, state: Any) -> Any:
        """The inverse of the rows in use."""
        n = int(state.W.used[0])
        return super().without_room(state)._replace(inverse=state.inverse[:n, :n], d=state.d[:n])

    def constants(self) -> Constants:
        """η, and whether margin errors count."""
        return Constants(float(self.eta), bool(self.plus))
