"""MIRA, the Margin Infused Relaxed Algorithm (Crammer & Singer, JMLR 2003)."""

from math import inf
from typing import NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import NonNegative
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.linear import (
    Linear,
    LinearLearner,
    look,
    move,
    move_all,
    score,
    squared_norm,
)


class Constants(NamedTuple):
    """The numbers that the step reads."""

    margin: float


def step(state: Linear, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """The smallest change, with steps in the simplex, that puts the right class ahead by β."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    loss = constants.margin - eta
    updated = False
    if loss > 0.0:
        A = squared_norm(state.W, 1, x)
        if A > 0.0:
            if state.K == 1:
                move(state.W, r, q, min(1.0, loss / A), x)
            else:
                solve(state, constants.margin, A, y)
                move_all(state.W, state.tau, x)
            updated = True
    return eta <= 0.0, updated


def solve(state: Linear, beta: float, A: float, y: int) -> None:
    """The exact τ that minimises ½A‖τ‖² + Σ s_k τ_k with τ_k ≤ δ_ky and Σ τ_k = 0.

    With D = s/A (s_y less β), D_y += 1, it is τ_k = min(θ - D_k, 0) + δ_ky, where θ solves
    Σ max(D_k - θ, 0) = 1: a projection on the simplex. θ is found by dropping the classes below it
    until none is (Michelot 1986); at most K passes, no sorting, no memory.
    """
    s, tau, K = state.s, state.tau, state.K
    for k in range(K):
        tau[k] = s[k] / A
    tau[y] = (s[y] - beta) / A + 1.0
    theta = -inf
    before = K + 1
    while True:
        total = 0.0
        above = 0
        for k in range(K):
            if tau[k] > theta:
                total += tau[k]
                above += 1
        if above >= before:  # only by rounding can it grow again
            break
        before = above
        theta = (total - 1.0) / above
    for k in range(K):
        tau[k] = min(theta - tau[k], 0.0)
    tau[y] += 1.0


class MIRA(LinearLearner):
    """MIRA: the smallest change of all class weights together that corrects the round.

    Where only one class is in the way this is PA-I with C = 1; in general several classes share
    the step. With margin 0 it never leaves W = 0: its authors start elsewhere.

    Parameters
    ----------
    margin : β, by how much the right class should be ahead; 0.01 in the PA paper's experiments,
        0.1 in the ellipsoid paper's.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    K. Crammer, Y. Singer: Ultraconservative online algorithms for multiclass problems. JMLR 3
    (2003) 951-991, sec. 5 and fig. 4.

    Examples
    --------
    >>> from onlinelearn import MIRA
    >>> model = MIRA(margin=1.0).fit([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["a", "b", "c"])
    >>> model.n_updates_, model.predict([[0.0, 3.0]])
    (3, array(['a'], dtype='<U1'))
    """

    name = "mira"
    step = staticmethod(step)
    grows = True

    def __init__(self, *, margin: NonNegative = 1.0, average: bool = False) -> None:
        self.margin = margin
        self.average = average

    def simpler(self) -> tuple[str, PassiveAggressive]:
        """PA-I with C = 1, which corrects only the worst class."""
        simpler = PassiveAggressive(variant="PA-I", C=1.0, margin=self.margin, average=self.average)
        return "PA-I with C = 1", simpler

    def constants(self) -> Constants:
        """β."""
        return Constants(margin=float(self.margin))
