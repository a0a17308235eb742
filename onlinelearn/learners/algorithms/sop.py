"""SOP, the second-order Perceptron (Cesa-Bianchi, Conconi & Gentile, SIAM J. Comput. 2005)."""

from onlinelearn.base.parameters import Positive
from onlinelearn.learners.algorithms.arow import Constants, step
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.gaussian import GaussianLearner


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
    average : predict with the mean of all weights; learning is the same.

    References
    ----------
    N. Cesa-Bianchi, A. Conconi, C. Gentile: A Second-Order Perceptron Algorithm. SIAM Journal on
    Computing 34 (2005) 640-668. There is no diagonal form of it there, and none here.

    Examples
    --------
    >>> from onlinelearn import SOP
    >>> model = SOP(a=1.0).fit([[0.0, 1.0], [1.0, 0.0]], ["no", "yes"])
    >>> model.coef_.tolist(), model.n_mistakes_
    ([[0.5, -0.5]], 2)
    """

    name = "sop"
    step = staticmethod(step)

    def __init__(self, *, a: Positive = 1.0, average: bool = False) -> None:
        self.a = a
        self.average = average

    def simpler(self) -> tuple[str, Perceptron]:
        """The first-order Perceptron."""
        return "the Perceptron (SOP with a large a)", Perceptron(average=self.average)

    def constants(self) -> Constants:
        """Margin 0: mistakes only."""
        return Constants(r=float(self.a), margin=0.0)
