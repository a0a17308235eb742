"""LMS, least mean squares: a step down the gradient of the squared error (Widrow & Hoff 1960)."""

from typing import NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.linear import Linear, LinearLearner, look, move_all, score, squared_norm


class Constants(NamedTuple):
    """The numbers that the step reads."""

    rate: float
    normalized: bool


def step(state: Linear, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """The target is 1 for the right class and -1 for each other; two classes share one column."""
    score(state.W, x, state.s)
    _, _, eta = look(state.s, state.K, y)
    for k in range(state.K):
        right = y == 1 if state.K == 1 else y == k
        state.tau[k] = (1.0 if right else -1.0) - state.s[k]
    return eta <= 0.0, descend(state, constants.rate, constants.normalized, x)


def descend(state: Linear, rate: float, normalized: bool, x: Floats) -> bool:
    """W_k ← W_k + ρ τ_k x, where τ has the errors; whether that changed anything."""
    xx = squared_norm(state.W, 1, x)
    if xx == 0.0:
        return False
    rho = rate / xx if normalized else rate
    off = False
    for k in range(state.K):
        off = off or state.tau[k] != 0.0
        state.tau[k] *= rho
    if off:
        move_all(state.W, state.tau, x)
    return off


class LMS(LinearLearner):
    """LMS as a classifier: in every round, a step towards a score of 1 for the right class, -1 for others.

    w ← w + ρ(y - w·x)x. With a small rate it comes near the least-squares solution, separable data or
    not; with a rate beyond 2/‖x‖² each step overshoots by more than it corrects, and the weights diverge.

    Parameters
    ----------
    rate : ρ, the length of the step.
    normalized : divide the rate by ‖x‖²: any rate below 2 is then stable, whatever the data's scale.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    B. Widrow, M. E. Hoff: Adaptive switching circuits. IRE WESCON Convention Record 4 (1960) 96-104.

    Examples
    --------
    >>> from onlinelearn import LMS
    >>> model = LMS(rate=0.5).fit([[0.0, 1.0], [1.0, 1.0], [0.0, 1.0]], ["no", "yes", "no"])
    >>> model.coef_.tolist(), model.n_updates_
    ([[0.75, -0.375]], 3)
    """

    name = "lms"
    step = staticmethod(step)
    grows = True
    remedy = "lower the rate, or set normalized"

    def __init__(self, *, rate: Positive = 0.01, normalized: bool = False, average: bool = False) -> None:
        self.rate = rate
        self.normalized = normalized
        self.average = average

    def constants(self) -> Constants:
        """The rate, and what it is a rate of."""
        return Constants(float(self.rate), bool(self.normalized))
