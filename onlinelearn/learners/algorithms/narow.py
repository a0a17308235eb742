"""NAROW: AROW that chooses its noise by itself (Orabona & Crammer, NIPS 2010)."""

from typing import Literal, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.algorithms.arow import AROW
from onlinelearn.learners.engine.covariance import learn, spread
from onlinelearn.learners.engine.gaussian import Gaussian, GaussianLearner
from onlinelearn.learners.engine.linear import look, score

Matrix = Literal["full", "diagonal"]


class Constants(NamedTuple):
    """The numbers that the step reads."""

    b: float


def step(state: Gaussian, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """AROW's step with r = v/(bv - 1), where v = zᵀPz is above 1/b; elsewhere r is infinite: no step."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    updated = False
    if eta < 1.0:
        v = spread(state, r, q, x)
        updated = constants.b * v > 1.0
        if updated:
            noise = v / (constants.b * v - 1.0)
            learn(state, r, q, x, v, (1.0 - eta) / (v + noise), noise)
    return eta <= 0.0, updated


class NAROW(GaussianLearner):
    """NAROW: AROW that learns only where its variance is above 1/b, and then brings it down to 1/b.

    With the noise r = v/(bv - 1) the variance v = zᵀPz becomes 1/b after the step. Where it is not above
    that already, nothing is learnt: with b = 1 and examples of norm 1 it never moves.

    Parameters
    ----------
    b : the larger, the smaller the variances it goes on to learn at.
    matrix : "full", or "diagonal": a variance for each weight, as in AROW.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    F. Orabona, K. Crammer: New adaptive algorithms for online classification. NIPS 2010.

    Examples
    --------
    >>> from onlinelearn import NAROW
    >>> model = NAROW(b=2.0).fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist(), model.shape().tolist()
    ([[0.5, -0.5]], [[0.5, 0.0], [0.0, 0.5]])
    """

    name = "narow"
    matrix: Matrix
    step = staticmethod(step)

    def __init__(self, *, b: Positive = 10.0, matrix: Matrix = "full", average: bool = False) -> None:
        self.b = b
        self.matrix = matrix
        self.average = average

    def simpler(self) -> tuple[str, AROW]:
        """AROW as it is."""
        return "AROW with r = 1", AROW(matrix=self.matrix, average=self.average)

    def constants(self) -> Constants:
        """b."""
        return Constants(float(self.b))
