"""AROW, adaptive regularisation of weight vectors (Crammer, Kulesza & Dredze, NIPS 2009)."""

from typing import Literal, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.covariance import learn, spread
from onlinelearn.learners.engine.gaussian import Gaussian, GaussianLearner
from onlinelearn.learners.engine.linear import look, score


class Constants(NamedTuple):
    """The numbers that the step reads."""

    r: float
    margin: float  # learn below this margin; a mistake is always learnt from


def step(state: Gaussian, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Measure w·z = 1 with noise r: β = 1/(v + r), w ← w + (1 - η)βPz, P ← P - βPzzᵀP."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    mistake = eta <= 0.0
    updated = False
    if mistake or eta < constants.margin:
        v = spread(state, r, q, x)
        updated = v > 0.0
        if updated:
            learn(state, r, q, x, v, (1.0 - eta) / (v + constants.r), constants.r)
    return mistake, updated


class AROW(GaussianLearner):
    """AROW: a Gaussian over weights, which moves less in directions that it has often seen.

    On a hinge loss ℓ = 1 - η > 0 the mean moves by ℓ/(v + r)·Pz, where v = zᵀPz, and the covariance P
    loses PzzᵀP/(v + r): recursive least squares on the examples that miss the margin. It differs
    from IELLIP in when it learns. The noise r also keeps it from going all the way to the margin.
    With P frozen it is PA-II with C = 1/(2r).

    Parameters
    ----------
    r : the noise that every example is taken to have; the larger, the smaller the steps. 1 is
        where the library LIBOL starts.
    matrix : "full", or "diagonal": a variance for each weight, P_jj⁻¹ ← P_jj⁻¹ + z_j²/r, as Dredze,
        Crammer & Pereira (ICML 2008) have it. It minimises AROW's objective among diagonal P, and
        a round costs what PA's does, for sparse rows too.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    K. Crammer, A. Kulesza, M. Dredze: Adaptive Regularization of Weight Vectors. NIPS 2009.
    K. Crammer, M. Dredze, A. Kulesza: Multi-Class Confidence Weighted Algorithms. EMNLP 2009 (only
    the best wrong class gives way: k = 1).
    M. Dredze, K. Crammer, F. Pereira: Confidence-Weighted Linear Classification. ICML 2008.

    Examples
    --------
    >>> from onlinelearn import AROW
    >>> model = AROW(r=1.0).fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist(), model.predict([[2.0, 1.0]])
    ([[0.5, -0.5]], array(['yes'], dtype='<U3'))
    """

    name = "arow"
    step = staticmethod(step)

    def __init__(
        self, *, r: Positive = 1.0, matrix: Literal["full", "diagonal"] = "full", average: bool = False
    ) -> None:
        self.r = r
        self.matrix = matrix
        self.average = average

    def simpler(self) -> tuple[str, PassiveAggressive]:
        """The same with its covariance frozen."""
        C = 0.5 / float(self.r)
        return "PA-II (AROW with P = I)", PassiveAggressive(variant="PA-II", C=C, average=self.average)

    def constants(self) -> Constants:
        """The margin of the hinge loss is 1."""
        return Constants(r=float(self.r), margin=1.0)
