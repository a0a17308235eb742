"""The p-norm Perceptron, from the Perceptron nearly to Winnow (Grove, Littlestone & Schuurmans 2001)."""

from collections.abc import Mapping
from math import fsum
from typing import Any

from onlinelearn.learners.algorithms.perceptron import MAX, Constants, Perceptron, step
from onlinelearn.learners.engine.p_norms import P, PNormLearner
from onlinelearn.learners.theory.ellipsoid_bounds import ROUNDING
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics.powers import power


class PNormPerceptron(PNormLearner):
    """p-norm Perceptron: on a mistake add the example to θ, and predict with the weights dual to θ.

    The larger p, the more the largest sums in θ stand out, and the less it costs that most features are
    irrelevant. p = 2 is the Perceptron, p = 2 ln d is as good as Winnow.

    Parameters
    ----------
    p : the norm, from 2 on.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    A. J. Grove, N. Littlestone, D. Schuurmans: General convergence results for linear discriminant
    updates. Machine Learning 43 (2001) 173-210.
    C. Gentile: The robustness of the p-norm algorithms. Machine Learning 53 (2003) 265-299.

    Examples
    --------
    >>> from onlinelearn import PNormPerceptron
    >>> model = PNormPerceptron(p=4).fit([[1.0, 2.0], [2.0, -1.0]], ["no", "yes"])
    >>> model.n_mistakes_, model.predict([[1.0, 0.0], [0.0, 1.0]]).tolist()
    (1, ['no', 'no'])
    """

    name = "pnorm_perceptron"
    step = staticmethod(step)
    grows = True

    def __init__(self, *, p: P = 4.0, average: bool = False) -> None:
        self.p = p
        self.average = average

    def simpler(self) -> tuple[str, Perceptron] | None:
        """The Perceptron."""
        return None if self.p == 2.0 else ("the Perceptron (p = 2)", Perceptron(average=self.average))

    def constants(self) -> Constants:
        """The best wrong class gives way; a rate would only scale the weights."""
        return Constants(rate=1.0, spread=MAX)

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """(p - 1)(X‖u‖_q/γ)², with the Euclidean radius for X: no p-norm of an example is larger."""
        if known.margin <= 0.0:
            return {}
        p = float(self.p)
        q = p / (p - 1.0)
        norm = power(fsum(power(abs(u), q) for u in known.target.tolist()), 1.0 / q)
        ratio = known.radius * norm / known.margin
        return {"mistake_bound": (p - 1.0) * ratio * ratio * (1.0 + ROUNDING)}
