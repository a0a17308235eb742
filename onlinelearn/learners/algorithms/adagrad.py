"""AdaGrad with a diagonal matrix (Duchi, Hazan & Singer, JMLR 2011)."""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.parameters import NonNegative, Positive
from onlinelearn.learners.engine.descent import LOSSES, Loss, slope
from onlinelearn.learners.engine.features import feature, n_features, value
from onlinelearn.learners.engine.linear import LinearLearner, look, nudge, score, squared_norm


class Adaptive(NamedTuple):
    """Weights, and how much gradient each has seen."""

    W: Any  # (d, columns)
    s: Floats  # (columns,)
    K: int
    G: Floats  # (d, columns): Σg²


class Constants(NamedTuple):
    """The numbers that the step reads."""

    rate: float
    delta: float
    loss: int


def step(state: Adaptive, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """G ← G + g², W ← W - η·g/(δ + √G), weight by weight."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    pull = slope(constants.loss, eta)
    updated = pull > 0.0 and squared_norm(state.W, state.K, x) > 0.0
    if updated:
        descend(state, constants, r, pull, x)
        descend(state, constants, q, -pull, x)
    return eta <= 0.0, updated


def descend(state: Adaptive, constants: Constants, k: int, pull: float, x: Floats) -> None:
    """The step of class k, whose gradient is -pull·x (none for -1)."""
    if k >= 0:
        for t in range(n_features(x)):
            j, ahead = feature(x, t), pull * value(x, t)
            if ahead != 0.0:
                state.G[j, k] += ahead * ahead
                root = sqrt(state.G[j, k])
                # A sum that overflows shows in the weights, where Model.learn looks for it.
                by = constants.rate * ahead / (constants.delta + root) if root < np.inf else np.inf
                nudge(state.W, j, k, by)


class AdaGrad(LinearLearner):
    """AdaGrad: gradient descent with a rate for each weight, which falls as its gradients add up.

    Features that are rare keep large steps, which is what sparse data wants, and the scale of a feature
    makes no difference to its steps.

    Parameters
    ----------
    rate : η, the length of the steps: the first changes a weight by about this.
    delta : δ, what keeps a step small where hardly any gradient was seen.
    loss : the loss of the margin: "hinge", "squared_hinge" or "logistic".
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    J. Duchi, E. Hazan, Y. Singer: Adaptive subgradient methods for online learning and stochastic
    optimization. JMLR 12 (2011) 2121-2159.

    Examples
    --------
    >>> from onlinelearn import AdaGrad
    >>> model = AdaGrad(rate=0.5, delta=0.0).fit([[0.0, 9.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist()
    [[0.5, -0.5]]
    """

    name = "adagrad"
    step = staticmethod(step)
    grows = True

    def __init__(
        self,
        *,
        rate: Positive = 0.1,
        delta: NonNegative = 1e-8,
        loss: Loss = "hinge",
        average: bool = False,
    ) -> None:
        self.rate = rate
        self.delta = delta
        self.loss = loss
        self.average = average

    def start(self, columns: int, n_features: int, key: Key) -> Adaptive:
        """W = 0, and no gradient seen."""
        W, s, _, K = super().start(columns, n_features, key)
        return Adaptive(W, s, K, np.zeros_like(W))

    def constants(self) -> Constants:
        """The loss as a number."""
        return Constants(float(self.rate), float(self.delta), LOSSES.index(self.loss))
