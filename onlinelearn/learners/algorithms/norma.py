"""NORMA, descent on a regularized risk with kernels (Kivinen, Smola & Williamson, IEEE TSP 2004)."""

from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.errors import LearnerError
from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.engine.kernel_expansion import Evict
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.kernels import Kernel
from onlinelearn.learners.engine.linear import look, move, score, squared_norm, stretch

Share = Annotated[float, Field(gt=0, lt=1)]


class Expanded(NamedTuple):
    """The state, as the step sees it."""

    W: Any  # an Expansion, which the kernel layer puts in the place of weights
    s: Floats  # (columns,)
    K: int
    shift: Floats  # (1,): by how much ρ has moved


class Constants(NamedTuple):
    """The numbers that the step reads."""

    rate: float
    keep: float  # 1 - ηλ
    margin: float
    rise: float  # ην, or 0 for a margin that stays
    fall: float  # η(1 - ν), or 0


def step(state: Expanded, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """f ← (1 - ηλ)f + η[η_t < ρ]·z: all coefficients decay, and an example may join them.

    ρ ← ρ - η([η_t < ρ] - ν), where the margin adapts: it falls with each margin error, else it rises.
    """
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    updated = state.W.used[0] > 0 and constants.keep < 1.0
    stretch(state.W, constants.keep)
    missed = eta < constants.margin + state.shift[0]
    state.shift[0] += -constants.fall if missed else constants.rise
    if missed and squared_norm(state.W, state.K, x) > 0.0:
        move(state.W, r, q, constants.rate, x)
        updated = True
    return eta <= 0.0, updated


class NORMA(KernelLearner):
    """NORMA: descent in the space of a kernel, where what was learnt long ago fades.

    The risk of a round is λ/2·‖f‖² plus the hinge loss max(0, ρ - η). Each round multiplies all
    coefficients by 1 - ηλ, so that a budget that drops the oldest example loses little: after τ rounds it
    weighs (1 - ηλ)^τ of what it did, and with k(x, x) ≤ X² all that is dropped is at most
    (1 - ηλ)^τ·X/λ long (binary).

    Parameters
    ----------
    rate : η, the length of the step.
    penalty : λ, how much a long f costs; rate·penalty must be below 1.
    margin : ρ, the margin that is wanted; with `nu`, the one to begin with.
    nu : ν, the share of rounds that are to miss the margin: ρ descends on max(0, ρ - η) - νρ, and so it
        comes to miss that share. Without it the margin stays.

    References
    ----------
    J. Kivinen, A. J. Smola, R. C. Williamson: Online learning with kernels. IEEE Transactions on Signal
    Processing 52 (2004) 2165-2176.

    Examples
    --------
    >>> from onlinelearn import NORMA
    >>> model = NORMA(kernel="linear", rate=0.5, penalty=1.0).fit([[1.0], [-1.0]], ["yes", "no"])
    >>> model.support_vectors_.tolist(), model.dual_coef_.tolist()
    ([[1.0], [-1.0]], [[0.25, -0.5]])
    """

    name = "norma"
    step = staticmethod(step)
    learns_from_zero = True  # the coefficients decay in every round

    def __init__(
        self,
        *,
        rate: Positive = 0.1,
        penalty: NonNegative = 0.01,
        margin: NonNegative = 1.0,
        nu: Share | None = None,
        kernel: Kernel = "polynomial",
        degree: Count = 3,
        offset: NonNegative = 0.0,
        width: Positive = 1.0,
        budget: Count | None = None,
        evict: Evict = "oldest",
    ) -> None:
        self.rate = rate
        self.penalty = penalty
        self.margin = margin
        self.nu = nu
        KernelLearner.__init__(
            self, kernel=kernel, degree=degree, offset=offset, width=width, budget=budget, evict=evict
        )

    def start(self, columns: int, n_features: int, key: Key) -> Expanded:
        """Nothing in the support, and the margin where it is to begin."""
        W, s, _, K = super().start(columns, n_features, key)
        return Expanded(W, s, K, np.zeros(1))

    def constants(self) -> Constants:
        """What is left of a coefficient after a round, and how the margin moves."""
        keep = 1.0 - float(self.rate) * float(self.penalty)
        if keep <= 0.0:
            raise LearnerError(f"norma: rate·penalty is {1.0 - keep:g}; it must be below 1: lower the rate")
        rise, fall = (0.0, 0.0) if self.nu is None else (self.rate * self.nu, self.rate * (1.0 - self.nu))
        return Constants(float(self.rate), keep, float(self.margin), float(rise), float(fall))
