"""NORMA, descent on a regularized risk with kernels (Kivinen, Smola & Williamson, IEEE TSP 2004)."""

from typing import Any, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.learners.engine.kernel_expansion import Evict
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.kernels import Kernel
from onlinelearn.learners.engine.linear import look, move, score, squared_norm, stretch


class Expanded(NamedTuple):
    """The state, as the step sees it."""

    W: Any  # an Expansion, which the kernel layer puts in the place of weights
    s: Floats  # (columns,)
    K: int


class Constants(NamedTuple):
    """The numbers that the step reads."""

    rate: float
    keep: float  # 1 - ηλ
    margin: float


def step(state: Expanded, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """f ← (1 - ηλ)f + η[margin missed]·z: all coefficients decay, and an example may join them."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    updated = state.W.used[0] > 0 and constants.keep < 1.0
    stretch(state.W, constants.keep)
    if eta < constants.margin and squared_norm(state.W, state.K, x) > 0.0:
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
    margin : ρ, the margin that is wanted.

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
        KernelLearner.__init__(
            self, kernel=kernel, degree=degree, offset=offset, width=width, budget=budget, evict=evict
        )

    def constants(self) -> Constants:
        """What is left of a coefficient after a round."""
        keep = 1.0 - float(self.rate) * float(self.penalty)
        if keep <= 0.0:
            raise LearnerError(f"norma: rate·penalty is {1.0 - keep:g}; it must be below 1: lower the rate")
        return Constants(float(self.rate), keep, float(self.margin))
