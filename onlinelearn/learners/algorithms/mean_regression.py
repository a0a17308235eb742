"""The running mean of the targets: the baseline of regression, which looks at no example."""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import NonNegative
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linear import LinearLearner, score
from onlinelearn.learners.engine.primitives import Layer, Layers
from onlinelearn.learners.engine.regression import RegressionLearner


class Level(NamedTuple):
    """In the place of weights: the mean, and of how many targets it is."""

    mean: Floats  # (1,)
    n: Floats  # (1,)


class Averaging(NamedTuple):
    """The state."""

    W: Any  # a Level; to the step, weights of any form
    s: Floats  # (1,)
    K: int


class Constants(NamedTuple):
    """The numbers that the step reads."""

    epsilon: float


def step(state: Averaging, constants: Constants, x: Floats, y: float) -> tuple[bool, bool]:
    """Predict the mean so far; then mean ← mean + (y - mean)/t."""
    score(state.W, x, state.s)
    error = y - state.s[0]
    level = state.W
    level.n[0] += 1.0
    level.mean[0] += error / level.n[0]
    return abs(error) > constants.epsilon, True


def level_score(W: Level, x: Floats, s: Floats) -> None:
    """The mean, whatever the example."""
    s[0] = W.mean[0]


LEVEL = Layer({geometry.score: level_score})


class MeanRegressor(RegressionLearner, LinearLearner):
    """Running mean: predict the mean of all targets so far, whatever the example.

    Its squared error is nearly the variance of the targets. A regression must err less.

    Parameters
    ----------
    epsilon : a prediction that is off by more counts as a mistake; learning doesn't depend on it.

    References
    ----------
    B. P. Welford: Note on a method for calculating corrected sums of squares and products.
    Technometrics 4 (1962) 419-420: the mean, number by number.

    Examples
    --------
    >>> from onlinelearn import MeanRegressor
    >>> MeanRegressor().fit([[1.0], [2.0], [3.0]], [2.0, 4.0, 9.0]).predict([[7.0]]).tolist()
    [5.0]
    """

    name = "mean_regression"
    step = staticmethod(step)
    grows = True
    linear = False
    poor_score = True
    learns_from_zero = True

    def __init__(self, *, epsilon: NonNegative = 0.1) -> None:
        self.epsilon = epsilon

    def constants(self) -> Constants:
        """The tube that mistakes are counted by."""
        return Constants(float(self.epsilon))

    def start(self, columns: int, n_features: int, key: Key) -> Averaging:
        """The mean of nothing is zero."""
        return Averaging(Level(np.zeros(1), np.zeros(1)), np.zeros(1), 1)

    def weight_layers(self) -> Layers:
        """A level in the place of weights."""
        return (LEVEL,)

    def model_numbers(self, state: Any) -> Floats:
        """The mean, and of how many."""
        return np.append(state.W.mean, state.W.n)

    def finite(self, state: Any, X: Any, order: Ints) -> bool:
        """Two numbers."""
        return bool(np.isfinite(state.W.mean[0]))

    def weights(self, state: Any) -> Floats:
        """There are none."""
        return Learner.weights(self, state)
