"""OGD, online gradient descent (Zinkevich, ICML 2003)."""

from onlinelearn.base.arrays import Key
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.descent import DECAYS, LOSSES, Constants, Decay, Loss, step
from onlinelearn.learners.engine.linear import Course, LinearLearner, course


class OGD(LinearLearner):
    """Online gradient descent: in every round, a step down the gradient of the loss on this example.

    The loss is one of the margin: hinge max(0, 1 - η), its square, or logistic log(1 + e^-η). With steps
    like 1/√t the mean loss comes as near to that of the best fixed weights as 1/√T.

    Parameters
    ----------
    rate : the length of the first step.
    decay : how steps become smaller with the rounds t: "constant", "root" (1/√t) or "inverse" (1/t).
    loss : the loss of the margin: "hinge", "squared_hinge" or "logistic".
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    M. Zinkevich: Online convex programming and generalized infinitesimal gradient ascent. ICML 2003.

    Examples
    --------
    >>> from onlinelearn import OGD
    >>> model = OGD(rate=1.0, decay="inverse").fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist(), model.n_updates_
    ([[0.5, -1.0]], 2)
    """

    name = "ogd"
    step = staticmethod(step)
    grows = True
    remedy = "lower the rate, or scale the data, for example with unit_norm"

    def __init__(
        self, *, rate: Positive = 1.0, decay: Decay = "root", loss: Loss = "hinge", average: bool = False
    ) -> None:
        self.rate = rate
        self.decay = decay
        self.loss = loss
        self.average = average

    def start(self, columns: int, n_features: int, key: Key) -> Course:
        """W = 0, and no round yet."""
        return course(super().start(columns, n_features, key))

    def constants(self) -> Constants:
        """Words as numbers."""
        return Constants(float(self.rate), DECAYS.index(self.decay), LOSSES.index(self.loss))
