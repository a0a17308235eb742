"""A ball in the place of weights, for learners without labels: it says where most points are."""

from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linking import frozen, link


class Ball(NamedTuple):
    """Centre and radius, as a centre in one dimension more: the ball of radius B around (W, height),
    cut at height zero, has the radius √(B² - height²).
    """

    W: Floats  # (d, 1): the centre
    height: Floats  # (1,): zero, unless the radius is learnt
    rounds: Floats  # (1,): where they are counted


def distance(W: Floats, height: float, x: Floats) -> float:
    """From the centre to x, which is at height zero."""
    total = height * height
    for j in range(x.shape[0]):
        total += (x[j] - W[j, 0]) * (x[j] - W[j, 0])
    return float(np.sqrt(total))


def approach(W: Floats, part: float, x: Floats) -> None:
    """Go this part of the way from the centre to x."""
    for j in range(x.shape[0]):
        W[j, 0] += part * (x[j] - W[j, 0])


def distances(W: Floats, X: Floats, D: Floats) -> None:
    """The template that fills D with the distances of all rows of X from the centre."""
    for i in range(X.shape[0]):
        D[i, 0] = distance(W, 0.0, X[i])


class CenterLearner(Learner):
    """A learner that is shown points alone, and keeps a ball; labels are for the test only: 1 is inside."""

    kind = "uniclass"
    epsilon: float

    def start(self, columns: int, n_features: int, key: Key) -> Ball:
        """The centre is the origin."""
        return Ball(np.zeros((n_features, 1)), np.zeros(1), np.zeros(1))

    def model_numbers(self, state: Any) -> Floats:
        """Centre and height."""
        return np.append(state.W, state.height)

    def scores(self, state: Any, X: Floats) -> Floats:
        """How far inside the ball each row is: (n, 1), negative outside."""
        D = np.empty((len(X), 1))
        link(distances, "center")(state.W, frozen(X), D)
        return self.radius(state) - D

    def weights(self, state: Any) -> Floats:
        """The centre, (1, d)."""
        return np.array(state.W.T, order="C")

    def measures(self, state: Any) -> Mapping[str, float]:
        """The radius."""
        return {"radius": self.radius(state)}

    def radius(self, state: Any) -> float:
        """Of the ball, cut at height zero; rounding may leave it less than nothing."""
        height = float(state.height[0])
        return sqrt(max(0.0, self.epsilon * self.epsilon - height * height))
