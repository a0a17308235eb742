"""EG and EG±, exponentiated gradient, for classes (Kivinen & Warmuth 1997)."""

from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.descent import CONSTANT, LOSSES, Constants, Loss, step
from onlinelearn.learners.engine.exponentials import ExponentiatedLearner


class EG(ExponentiatedLearner):
    """Exponentiated gradient: multiply each weight by e^{-η·gradient}, and make the sum U again.

    Its loss grows only with the logarithm of the number of features. It is for targets with few relevant
    features. With the hinge loss, U = 1 and small steps it is Winnow with a margin.

    Parameters
    ----------
    loss : the loss of the margin: "hinge", "squared_hinge" or "logistic".

    References
    ----------
    J. Kivinen, M. K. Warmuth: Exponentiated gradient versus gradient descent for linear predictors.
    Information and Computation 132 (1997) 1-63.

    Examples
    --------
    >>> from onlinelearn import EG
    >>> model = EG(rate=0.5, total=2.0).fit([[1.0, 0.0], [0.0, 1.0]] * 9, ["yes", "no"] * 9)
    >>> model.coef_.round(3).tolist(), model.predict([[1.0, 0.5]])
    ([[1.0, -1.0]], array(['yes'], dtype='<U3'))
    """

    name = "eg"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        rate: Positive = 0.1,
        total: Positive = 10.0,
        balanced: bool = True,
        loss: Loss = "hinge",
        average: bool = False,
    ) -> None:
        self.rate = rate
        self.total = total
        self.balanced = balanced
        self.loss = loss
        self.average = average

    def constants(self) -> Constants:
        """The rate stays as it is."""
        return Constants(float(self.rate), CONSTANT, LOSSES.index(self.loss))
