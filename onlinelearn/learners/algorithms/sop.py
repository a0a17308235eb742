"""SOP, the second-order Perceptron (Cesa-Bianchi, Conconi & Gentile, SIAM J. Comput. 2005)."""

from typing import Literal

from onlinelearn.base.parameters import Positive
from onlinelearn.learners.algorithms.arow import Constants, step
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.diagonal import WEIGHTS_APART
from onlinelearn.learners.engine.gaussian import GaussianLearner
from onlinelearn.learners.engine.primitives import Layers


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
    matrix : "full", or "diagonal": of A its diagonal alone, A_jj ← A_jj + z_j², so that every weight is
        w_j = (Σ z_j)/A_jj. A round costs what the Perceptron's does, for sparse rows too.
    average : predict with the mean of all weights; learning is the same.

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
        self, *, a: Positive = 1.0, matrix: Literal["full", "diagonal"] = "full", average: bool = False
    ) -> None:
        self.a = a
        self.matrix = matrix
        self.average = average

    def simpler(self) -> tuple[str, Perceptron]:
        """The first-order Perceptron."""
        return "the Perceptron (SOP with a large a)", Perceptron(average=self.average)

    def step_layers(self) -> Layers:
        """With a diagonal A every weight is solved for by itself."""
        return (*super().step_layers(), *((WEIGHTS_APART,) if self.matrix == "diagonal" else ()))

    def constants(self) -> Constants:
        """Margin 0: mistakes only."""
        return Constants(r=float(self.a), margin=0.0)
