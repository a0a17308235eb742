"""EG and EG±, exponentiated gradient, for real targets (Kivinen & Warmuth 1997)."""

from onlinelearn.base.parameters import NonNegative, Positive
from onlinelearn.learners.algorithms.lms_regression import Constants, step
from onlinelearn.learners.engine.exponentials import ExponentiatedLearner
from onlinelearn.learners.engine.regression import RegressionLearner


class EGRegressor(RegressionLearner, ExponentiatedLearner):
    """Exponentiated gradient for the squared error: LMS that multiplies where LMS adds.

    Its loss grows only with the logarithm of the number of features.

    Parameters
    ----------
    epsilon : a prediction that is off by more counts as a mistake; learning doesn't depend on it.

    References
    ----------
    J. Kivinen, M. K. Warmuth: Exponentiated gradient versus gradient descent for linear predictors.
    Information and Computation 132 (1997) 1-63.

    Examples
    --------
    >>> from onlinelearn import EGRegressor
    >>> model = EGRegressor(rate=0.5, total=1.0, balanced=False).fit([[1.0, 0.0]] * 99, [0.8] * 99)
    >>> model.coef_.round(3).tolist()
    [0.8, 0.2]
    """

    name = "eg_regression"
    step = staticmethod(step)
    poor_score = True  # its first steps are small

    def __init__(
        self,
        *,
        rate: Positive = 0.001,
        total: Positive = 10.0,
        balanced: bool = True,
        epsilon: NonNegative = 0.1,
        average: bool = False,
    ) -> None:
        self.rate = rate
        self.total = total
        self.balanced = balanced
        self.epsilon = epsilon
        self.average = average

    def constants(self) -> Constants:
        """LMS's step at twice the rate: the gradient of (y - w·x)² has the factor 2."""
        return Constants(2.0 * float(self.rate), False, float(self.epsilon))
