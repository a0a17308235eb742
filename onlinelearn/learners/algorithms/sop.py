"""SOP, the second-order Perceptron (Cesa-Bianchi, Conconi & Gentile, SIAM J. Comput. 2005)."""

from typing import Literal, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.covariance import learn, spread
from onlinelearn.learners.engine.diagonal import WEIGHTS_APART
from onlinelearn.learners.engine.gaussian import Gaussian, GaussianLearner
from onlinelearn.learners.engine.linear import look, score
from onlinelearn.learners.engine.primitives import Layers


class Constants(NamedTuple):
    """The numbers that the step reads."""

    a: float
    keep_all: bool


def step(state: Gaussian, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """On a mistake b ← b + z and A ← A + zzᵀ, so that w = A⁻¹b moves by (1 - η)Pz/(v + a), P = aA⁻¹.

    An example that only A keeps moves it by -ηPz/(v + a).
    """
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    mistake = eta <= 0.0
    updated = False
    if mistake or (constants.keep_all and eta < np.inf):  # a set without a pair to rank has none to keep
        v = spread(state, r, q, x)
        updated = v > 0.0
        if updated:
            target = 1.0 if mistake else 0.0
            learn(state, r, q, x, v, (target - eta) / (v + constants.a), constants.a)
    return mistake, updated


class SOP(GaussianLearner):
    """SOP: the Perceptron in coordinates that the past mistakes have made round.

    The weights are A⁻¹Σ z over the mistakes, with A = aI + Σ zzᵀ. A mistake adds to both sums,
    which is AROW's step with r = a and P = aA⁻¹: SOP is AROW that learns from mistakes only. The
    paper predicts with the new x already in A; that scales the score of two classes, and its sign
    stays. More classes are ours: the paper has two.

    Parameters
    ----------
    a : how round the space is taken to be before the first mistake; towards infinity it is the
        Perceptron. The paper's a = 0, a pseudo-inverse, is left out; 1 is where LIBOL starts.
    keep : the examples that A keeps: "mistakes", as the paper has it, or "every", as LIBOL's code does, whose
        matrix is full.
    matrix : "full", or "diagonal": of A its diagonal alone, A_jj ← A_jj + z_j², so that every weight is
        w_j = (Σ z_j)/A_jj. A round costs what the Perceptron's does, for sparse rows too.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    N. Cesa-Bianchi, A. Conconi, C. Gentile: A Second-Order Perceptron Algorithm. SIAM Journal on
    Computing 34 (2005) 640-668. The diagonal form is ours: it predicts without the new x in A.

    Examples
    --------
    >>> from onlinelearn import SOP
    >>> model = SOP(a=1.0).fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist(), model.n_mistakes_
    ([[0.5, -0.5]], 2)
    """

    name = "sop"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        a: Positive = 1.0,
        keep: Literal["mistakes", "every"] = "mistakes",
        matrix: Literal["full", "diagonal"] = "full",
        average: bool = False,
    ) -> None:
        self.a = a
        self.keep = keep
        self.matrix = matrix
        self.average = average

    def simpler(self) -> tuple[str, Perceptron]:
        """The first-order Perceptron."""
        return "the Perceptron (SOP with a large a)", Perceptron(average=self.average)

    def step_layers(self) -> Layers:
        """With a diagonal A every weight is solved for by itself."""
        return (*super().step_layers(), *((WEIGHTS_APART,) if self.matrix == "diagonal" else ()))

    def constants(self) -> Constants:
        """a, and what A keeps."""
        if self.keep == "every" and self.matrix == "diagonal":
            raise LearnerError("sop: `keep: every` is LIBOL's, with a full matrix; leave out one of the two")
        return Constants(float(self.a), self.keep == "every")
