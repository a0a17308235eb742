"""LMS regression: the same step, towards real targets (Widrow & Hoff 1960)."""

from typing import NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import NonNegative, Positive
from onlinelearn.learners.algorithms.lms import LMS, descend
from onlinelearn.learners.engine.linear import Linear, LinearLearner, score
from onlinelearn.learners.engine.regression import RegressionLearner


class Constants(NamedTuple):
    """The numbers that the step reads."""

    rate: float
    normalized: bool
    epsilon: float


def step(state: Linear, constants: Constants, x: Floats, y: float) -> tuple[bool, bool]:
    """The same rule as for classes; the target is y itself."""
    score(state.W, x, state.s)
    state.tau[0] = y - state.s[0]
    outside = abs(state.tau[0]) > constants.epsilon
    return outside, descend(state, constants.rate, constants.normalized, x)


class LMSRegressor(RegressionLearner, LinearLearner):
    """LMS: in every round, a step down the gradient of the squared error, w ← w + ρ(y - w·x)x.

    Parameters
    ----------
    rate : ρ, the length of the step.
    normalized : divide the rate by ‖x‖²: any rate below 2 is then stable, whatever the data's scale.
    epsilon : a prediction that is off by more counts as a mistake; learning doesn't depend on it.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    B. Widrow, M. E. Hoff: Adaptive switching circuits. IRE WESCON Convention Record 4 (1960) 96-104.

    Examples
    --------
    >>> from onlinelearn import LMSRegressor
    >>> LMSRegressor(rate=0.5).fit([[1.0, 1.0], [1.0, -1.0]], [2.0, 1.0]).coef_.tolist()
    [1.5, 0.5]
    """

    name = "lms_regression"
    step = staticmethod(step)
    grows = True
    remedy = LMS.remedy

    def __init__(
        self,
        *,
        rate: Positive = 0.01,
        normalized: bool = False,
        epsilon: NonNegative = 0.1,
        average: bool = False,
    ) -> None:
        self.rate = rate
        self.normalized = normalized
        self.epsilon = epsilon
        self.average = average

    def constants(self) -> Constants:
        """The rate, and the tube that mistakes are counted by."""
        return Constants(float(self.rate), bool(self.normalized), float(self.epsilon))
