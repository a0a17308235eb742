"""NHERD, the normal herd: a Gaussian that is moved as a whole (Crammer & Lee, NIPS 2010)."""

from math import sqrt
from typing import Literal, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine import diagonal
from onlinelearn.learners.engine.covariance import learn, spread
from onlinelearn.learners.engine.diagonal import DIAGONAL_MATRIX
from onlinelearn.learners.engine.gaussian import Gaussian, GaussianLearner
from onlinelearn.learners.engine.linear import look, score
from onlinelearn.learners.engine.primitives import Layer, Layers


class Constants(NamedTuple):
    """The numbers that the step reads."""

    C: float


def step(state: Gaussian, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """w ← w + ℓ/(v + 1/C)·Pz, P ← P - PzzᵀP(C²v + 2C)/(1 + Cv)²: PA-II's step of every weight vector."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    updated = False
    if eta < 1.0:
        v = spread(state, r, q, x)
        updated = v > 0.0
        if updated:
            C = constants.C
            learn(state, r, q, x, v, (1.0 - eta) / (v + 1.0 / C), 1.0 / (C * C * v + 2.0 * C))
    return eta <= 0.0, updated


def exactly_kept(part: float, v: float, noise: float) -> float:
    """1/(1 + C·part)², where 1/noise = C²v + 2C says what C is."""
    C = 1.0 / (noise * (1.0 + sqrt(1.0 + v / noise)))
    return 1.0 / ((1.0 + C * part) * (1.0 + C * part))


def kept_of_the_full(part: float, v: float, noise: float) -> float:
    """The diagonal of the full P after the step."""
    return 1.0 - part / (v + noise)


DIAGONALS = {
    "exact": Layer({diagonal.kept: exactly_kept}),
    "drop": Layer({diagonal.kept: kept_of_the_full}),
    "project": Layer({}),
}
"""By the name of the rule: what an example leaves of a variance."""


class NHERD(GaussianLearner):
    """NHERD: a herd of weight vectors, a Gaussian, each of which makes the step of PA-II.

    The step is a linear map of the weights, so that the herd stays a Gaussian: on ℓ = 1 - η > 0 its mean
    moves by ℓ/(v + 1/C)·Pz, v = zᵀPz, and its variance along z falls to v/(1 + Cv)², below AROW's.

    Parameters
    ----------
    C : aggressiveness: the larger, the more of the loss a step makes up for.
    matrix : "full", or "diagonal": a variance for each weight.
    diagonal : how the diagonal form gets its variances: "exact", by the best diagonal map; "drop", the
        diagonal of the full P; "project", the diagonal of the full P⁻¹. The paper compares them.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    K. Crammer, D. D. Lee: Learning via Gaussian Herding. NIPS 2010.

    Examples
    --------
    >>> from onlinelearn import NHERD
    >>> model = NHERD(C=1.0).fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist(), model.shape().tolist()
    ([[0.5, -0.5]], [[0.25, 0.0], [0.0, 0.25]])
    """

    name = "nherd"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        C: Positive = 1.0,
        matrix: Literal["full", "diagonal"] = "full",
        diagonal: Literal["exact", "drop", "project"] = "exact",
        average: bool = False,
    ) -> None:
        self.C = C
        self.matrix = matrix
        self.diagonal = diagonal
        self.average = average

    def step_layers(self) -> Layers:
        """The rule of the diagonal, where P is diagonal."""
        return (DIAGONALS[self.diagonal], DIAGONAL_MATRIX) if self.matrix == "diagonal" else ()

    def constants(self) -> Constants:
        """C."""
        return Constants(float(self.C))
