"""Pegasos, the primal estimated subgradient solver for SVMs (Shalev-Shwartz, Singer & Srebro, ICML 2007)."""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.linear import look, move, score, squared_norm, stretch
from onlinelearn.learners.engine.p_norms import PNormLearner, squared_length


class Shrinking(NamedTuple):
    """Weights that shrink with the rounds, within a ball."""

    W: Any  # (d, columns), scaled
    s: Floats  # (columns,)
    K: int
    t: Floats  # (1,): the rounds
    radius: Floats  # (1,): 1/√λ, or infinite


class Constants(NamedTuple):
    """The numbers that the step reads."""

    penalty: float


def step(state: Shrinking, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """W ← (1 - 1/t)W + [η < 1]z/(λt): a step of 1/(λt) down the subgradient of λ/2·‖W‖² + hinge loss."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    state.t[0] += 1.0
    t = state.t[0]
    updated = squared_length(state.W) > 0.0
    if updated:  # never in the first round, which finds zero
        stretch(state.W, 1.0 - 1.0 / t)
    if eta < 1.0 and squared_norm(state.W, state.K, x) > 0.0:
        move(state.W, r, q, 1.0 / (constants.penalty * t), x)
        updated = True
        length = sqrt(squared_length(state.W))
        if length > state.radius[0]:
            stretch(state.W, state.radius[0] / length)
    return eta <= 0.0, updated


class Pegasos(PNormLearner):
    """Pegasos: descent on the objective of a linear SVM, with steps 1/(λt) that need no tuning.

    The objective is λ/2·‖w‖² + mean hinge loss. The first steps, 1/λ, are large.

    Parameters
    ----------
    penalty : λ, how much large weights cost; 1/(nC) in the notation of batch SVMs.
    project : shorten the weights to 1/√λ, where the minimum lies, after every step.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    S. Shalev-Shwartz, Y. Singer, N. Srebro: Pegasos: primal estimated sub-gradient solver for SVM.
    ICML 2007; with A. Cotter: Mathematical Programming 127 (2011) 3-30.

    Examples
    --------
    >>> from onlinelearn import Pegasos
    >>> model = Pegasos(penalty=0.5, project=False).fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist()
    [[1.0, -1.0]]
    """

    name = "pegasos"
    step = staticmethod(step)
    grows = True
    learns_from_zero = True  # the weights decay in every round

    def __init__(self, *, penalty: Positive = 0.01, project: bool = True, average: bool = False) -> None:
        self.penalty = penalty
        self.project = project
        self.average = average

    def start(self, columns: int, n_features: int, key: Key) -> Any:
        """W = 0 in the middle of the ball."""
        W, s, _, K, t = super().start(columns, n_features, key)
        return Shrinking(W, s, K, t, np.array([1.0 / sqrt(self.penalty) if self.project else np.inf]))

    def constants(self) -> Constants:
        """λ."""
        return Constants(float(self.penalty))
