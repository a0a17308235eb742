"""Online ridge regression: recursive least squares on the ellipsoid's machinery."""

from typing import NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import NonNegative, Positive
from onlinelearn.learners.engine.covariance import learn, spread
from onlinelearn.learners.engine.gaussian import Gaussian, GaussianLearner
from onlinelearn.learners.engine.linear import score
from onlinelearn.learners.engine.regression import RegressionLearner


class Constants(NamedTuple):
    """The numbers that the step reads."""

    a: float
    epsilon: float


def step(state: Gaussian, constants: Constants, x: Floats, y: float) -> tuple[bool, bool]:
    """w ← w + (y - w·x)Px/(a + xᵀPx), P ← P - PxxᵀP/(a + xᵀPx): the solution with one example more."""
    score(state.W, x, state.s)
    error = y - state.s[0]
    v = spread(state, 0, -1, x)
    if v > 0.0:
        learn(state, 0, -1, x, v, error / (constants.a + v), constants.a)
    return abs(error) > constants.epsilon, v > 0.0


class Ridge(RegressionLearner, GaussianLearner):
    """Ridge regression: the weights that minimise a‖w‖² + Σ(y_i - w·x_i)² over all examples so far.

    They are A⁻¹Σ y_i x_i with A = aI + Σ x_i x_iᵀ, kept exactly, round by round, through P = aA⁻¹. Each
    round costs O(d²): it is what the first-order learners are a cheap stand-in for.

    Parameters
    ----------
    a : how much large weights cost.
    epsilon : a prediction that is off by more counts as a mistake; learning doesn't depend on it.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    K. S. Azoury, M. K. Warmuth: Relative loss bounds for on-line density estimation with the
    exponential family of distributions. Machine Learning 43 (2001) 211-246, sec. 4.

    Examples
    --------
    >>> from onlinelearn import Ridge
    >>> Ridge(a=1.0).fit([[1.0, 0.0], [0.0, 1.0]], [2.0, 1.0]).coef_.tolist()
    [1.0, 0.5]
    """

    name = "ridge"
    step = staticmethod(step)

    def __init__(self, *, a: Positive = 1.0, epsilon: NonNegative = 0.1, average: bool = False) -> None:
        self.a = a
        self.epsilon = epsilon
        self.average = average

    def constants(self) -> Constants:
        """P is I at first, so that the noise of an example is a."""
        return Constants(float(self.a), float(self.epsilon))
