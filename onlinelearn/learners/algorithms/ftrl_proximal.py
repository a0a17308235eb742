"""FTRL-Proximal, which follows the regularized leader (McMahan et al., KDD 2013)."""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.parameters import NonNegative, Positive
from onlinelearn.learners.engine.descent import LOSSES, Loss, slope
from onlinelearn.learners.engine.features import feature, n_features, value
from onlinelearn.learners.engine.linear import LinearLearner, look, put, score, squared_norm


class Leader(NamedTuple):
    """Weights, and the two sums that they follow from."""

    W: Any  # (d, columns)
    s: Floats  # (columns,)
    K: int
    z: Floats  # (d, columns): Σ(g - σw)
    n: Floats  # (d, columns): Σg²


class Constants(NamedTuple):
    """The numbers that the step reads."""

    alpha: float
    beta: float
    l1: float
    l2: float
    loss: int


def step(state: Leader, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """One gradient more in the sums of each weight, and the weight that minimises them."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    pull = slope(constants.loss, eta)
    if not (pull > 0.0 and squared_norm(state.W, state.K, x) > 0.0):
        return eta <= 0.0, False
    changed = follow(state, constants, r, pull, x)
    changed = follow(state, constants, q, -pull, x) or changed
    return eta <= 0.0, changed


def follow(state: Leader, constants: Constants, k: int, pull: float, x: Floats) -> bool:
    """The same for class k, whose gradient is -pull·x (none for -1); whether some weight is another now."""
    changed = False
    if k >= 0:
        for t in range(n_features(x)):
            j, g = feature(x, t), -pull * value(x, t)
            if g != 0.0:
                before = minimiser(constants, state.z[j, k], state.n[j, k])
                n = state.n[j, k] + g * g
                sigma = (sqrt(n) - sqrt(state.n[j, k])) / constants.alpha
                state.z[j, k] += g - sigma * before
                state.n[j, k] = n
                w = minimiser(constants, state.z[j, k], n)
                put(state.W, j, k, w)
                changed = changed or w != before
    return changed


def minimiser(constants: Constants, z: float, n: float) -> float:
    """w of the least z·w + λ₁|w| + ½((β + √n)/α + λ₂)w²."""
    if abs(z) <= constants.l1:
        return 0.0
    rest = z - constants.l1 if z > 0.0 else z + constants.l1
    return -rest / ((constants.beta + sqrt(n)) / constants.alpha + constants.l2)


class FTRLProximal(LinearLearner):
    """FTRL-Proximal: the weights that minimise all losses so far, made linear, with penalties on their size.

    Where the gradients of a weight nearly cancel, the penalty λ₁ keeps it at exactly zero: models of many
    features stay small. Without penalties it is AdaGrad with delta = β.

    Parameters
    ----------
    alpha : α, the length of the steps.
    beta : β, what keeps the first steps of a weight small; 1 is usual.
    l1 : λ₁, the price of |w|: the larger, the more weights are exactly zero.
    l2 : λ₂, the price of w²/2.
    loss : the loss of the margin: "logistic", as in the paper, "hinge" or "squared_hinge".
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    H. B. McMahan et al.: Ad click prediction: a view from the trenches. KDD 2013, algorithm 1.
    H. B. McMahan: Follow-the-regularized-leader and mirror descent: equivalence theorems and L1
    regularization. AISTATS 2011.

    Examples
    --------
    >>> from onlinelearn import FTRLProximal
    >>> X, y = [[1.0, 0.1], [-1.0, 0.1]] * 9, ["yes", "no"] * 9
    >>> FTRLProximal(l1=1.0).fit(X, y).coef_.round(2).tolist()
    [[0.3, 0.0]]
    """

    name = "ftrl_proximal"
    step = staticmethod(step)
    grows = True

    def __init__(
        self,
        *,
        alpha: Positive = 0.1,
        beta: NonNegative = 1.0,
        l1: NonNegative = 0.0,
        l2: NonNegative = 0.0,
        loss: Loss = "logistic",
        average: bool = False,
    ) -> None:
        self.alpha = alpha
        self.beta = beta
        self.l1 = l1
        self.l2 = l2
        self.loss = loss
        self.average = average

    def start(self, columns: int, n_features: int, key: Key) -> Leader:
        """W = 0, and no gradient seen."""
        W, s, _, K = super().start(columns, n_features, key)
        return Leader(W, s, K, np.zeros_like(W), np.zeros_like(W))

    def constants(self) -> Constants:
        """The loss as a number."""
        return Constants(
            float(self.alpha), float(self.beta), float(self.l1), float(self.l2), LOSSES.index(self.loss)
        )
