"""ALMA_p, the approximate large margin algorithm (Gentile, JMLR 2001)."""

from math import sqrt
from typing import Annotated, NamedTuple

from pydantic import Field

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.linear import Course, look, move, score, squared_norm, stretch
from onlinelearn.learners.engine.p_norms import P, PNormLearner, dual_norm, p_norm

Share = Annotated[float, Field(gt=0, le=1)]


class Constants(NamedTuple):
    """The numbers that the step reads."""

    alpha: float
    B: float
    p: float


def step(state: Course, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Learn below the margin (1 - α)γ_k, with steps that fall as γ_k does; keep w in the unit ball."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    if squared_norm(state.W, state.K, x) == 0.0:
        return eta <= 0.0, False
    length = p_norm(x, state.K, constants.p)
    k = state.t[0] + 1.0
    gamma = constants.B * sqrt((constants.p - 1.0) / k)
    updated = eta <= (1.0 - constants.alpha) * gamma * length
    if updated:
        state.t[0] = k
        move(state.W, r, q, sqrt(2.0 / ((constants.p - 1.0) * k)) / length, x)
        norm = dual_norm(state.W)
        if norm > 1.0:
            stretch(state.W, 1.0 / norm)
    return eta <= 0.0, updated


class ALMA(PNormLearner):
    """ALMA_p: a Perceptron that looks for the largest margin, up to the part α of it.

    The margin that it asks for falls with each update, and so does the step. θ never gets longer than 1.
    The weights are dual to θ, as those of the p-norm Perceptron are.

    Parameters
    ----------
    alpha : α, the part of the largest margin that may be missing; 1 learns from mistakes only.
    B : how large the wanted margins γ_k are; left out, 1/α, as in LIBOL. The bounds of the paper
        are for √8/α.
    p : the norm, from 2 on; the larger, the better where few features are relevant.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    C. Gentile: A new approximate maximal margin classification algorithm. JMLR 2 (2001) 213-242.

    Examples
    --------
    >>> from onlinelearn import ALMA
    >>> model = ALMA(alpha=1.0).fit([[0.0, 2.0], [2.0, 0.0]], ["no", "yes"])
    >>> model.n_updates_, model.coef_.round(3).tolist(), model.predict([[1.0, 0.5]])
    (2, [[0.707, -0.707]], array(['yes'], dtype='<U3'))
    """

    name = "alma"
    step = staticmethod(step)
    grows = True

    def __init__(
        self, *, alpha: Share = 0.9, B: Positive | None = None, p: P = 2.0, average: bool = False
    ) -> None:
        self.alpha = alpha
        self.B = B
        self.p = p
        self.average = average

    def constants(self) -> Constants:
        """B as it is meant."""
        B = 1.0 / float(self.alpha) if self.B is None else float(self.B)
        return Constants(alpha=float(self.alpha), B=B, p=float(self.p))
