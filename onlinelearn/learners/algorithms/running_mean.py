"""The mean of all points so far, with a ball around it: what uniclass prediction should beat."""

from typing import NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.ball import Ball, CenterLearner, approach, distance


class Constants(NamedTuple):
    """The numbers that the step reads."""

    epsilon: float


def step(state: Ball, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """w ← w + (x - w)/t; y is not looked at."""
    away = distance(state.W, 0.0, x)
    state.rounds[0] += 1.0
    approach(state.W, 1.0 / state.rounds[0], x)
    return away > constants.epsilon, away > 0.0


class RunningMean(CenterLearner):
    """A ball around the mean of all points so far; a point outside is a mistake.

    Parameters
    ----------
    epsilon : the radius of the ball.

    References
    ----------
    B. P. Welford: Note on a method for calculating corrected sums of squares and products.
    Technometrics 4 (1962) 419-420: the mean, point by point.

    Examples
    --------
    >>> from onlinelearn import RunningMean
    >>> RunningMean().fit([[0.0, 0.0], [1.0, 0.5], [2.0, 1.0]]).center_.tolist()
    [1.0, 0.5]
    """

    name = "running_mean"
    step = staticmethod(step)
    grows = True

    def __init__(self, *, epsilon: Positive = 1.0) -> None:
        self.epsilon = epsilon

    def constants(self) -> Constants:
        """The radius."""
        return Constants(float(self.epsilon))
