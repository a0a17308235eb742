"""The online Newton step (Hazan, Agarwal & Kale, Machine Learning 2007)."""

from typing import Literal, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.covariance import learn_sharpened, spread
from onlinelearn.learners.engine.descent import LOSSES, Loss, slope
from onlinelearn.learners.engine.gaussian import Gaussian, GaussianLearner
from onlinelearn.learners.engine.linear import look, score

NEGLIGIBLE = 1e-100
"""A slope below this changes nothing: its square is no number any more."""


class Constants(NamedTuple):
    """The numbers that the step reads."""

    gamma: float
    a: float
    loss: int


def step(state: Gaussian, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """A ← A + ggᵀ, W ← W - A⁻¹g/γ, where the gradient is g = -slope·z and P = aA⁻¹."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    pull = slope(constants.loss, eta)
    updated = False
    if pull > NEGLIGIBLE:
        v = spread(state, r, q, x)
        updated = v > 0.0
        if updated:
            a, gamma = constants.a, constants.gamma
            learn_sharpened(state, r, q, x, v, pull / (gamma * a), a / (pull * pull))
    return eta <= 0.0, updated


class OnlineNewton(GaussianLearner):
    """Online Newton step: descent in the geometry of all gradients so far, A = aI + Σggᵀ.

    For losses that curve wherever they slope, such as the logistic one, its regret grows like d ln T, not
    like √T. It is AdaGrad with a full matrix in place of a diagonal, and without the root.

    Parameters
    ----------
    gamma : γ, by which the step A⁻¹g is divided: the larger, the smaller the steps.
    a : how round the space is taken to be before the first gradient.
    loss : the loss of the margin: "logistic", "squared_hinge" or "hinge".
    matrix : "full", or "diagonal": of each gradient only the squares of its parts.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    E. Hazan, A. Agarwal, S. Kale: Logarithmic regret algorithms for online convex optimization. Machine
    Learning 69 (2007) 169-192; without the projection on a bounded set of weights.

    Examples
    --------
    >>> from onlinelearn import OnlineNewton
    >>> model = OnlineNewton(loss="hinge").fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist()
    [[0.5, -0.5]]
    """

    name = "online_newton"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        gamma: Positive = 1.0,
        a: Positive = 1.0,
        loss: Loss = "logistic",
        matrix: Literal["full", "diagonal"] = "full",
        average: bool = False,
    ) -> None:
        self.gamma = gamma
        self.a = a
        self.loss = loss
        self.matrix = matrix
        self.average = average

    def constants(self) -> Constants:
        """The loss as a number."""
        return Constants(float(self.gamma), float(self.a), LOSSES.index(self.loss))
