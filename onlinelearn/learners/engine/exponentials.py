"""The links of exponentiated gradient: weights that are multiplied, and sum to U."""

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine import mirror
from onlinelearn.learners.engine.mirror import Mirror, MirrorLearner
from onlinelearn.learners.engine.primitives import Layer
from onlinelearn.numerics.elementary import exp

FARTHEST = 300.0
"""Beyond this θ one weight is all, and soon out of range: the weights count as overflowed."""


def positive_link(theta: float, U: float) -> float:
    """e^θ."""
    return exp(theta) if abs(theta) <= FARTHEST else float("inf")


def positive_potential(theta: float, v: float) -> float:
    """e^θ."""
    return v


def signed_link(theta: float, U: float) -> float:
    """sinh θ, half the difference of w⁺ = e^θ and w⁻ = e^-θ."""
    if abs(theta) > FARTHEST:
        return float("inf")
    if abs(theta) < 1e-3:  # where the difference would lose digits
        square = theta * theta
        return theta * (1.0 + square / 6.0 * (1.0 + square / 20.0))
    return 0.5 * (exp(theta) - exp(-theta))


def signed_potential(theta: float, v: float) -> float:
    """cosh θ, half their sum."""
    return 0.5 * (exp(theta) + exp(-theta))


def scale_of(total: float, U: float) -> float:
    """What makes the weights sum to U."""
    return U / total


EXPONENTIAL = Layer(
    {mirror.link: positive_link, mirror.potential: positive_potential, mirror.scale_of: scale_of}
)
SIGNED_EXPONENTIAL = Layer(
    {mirror.link: signed_link, mirror.potential: signed_potential, mirror.scale_of: scale_of}
)


class ExponentiatedLearner(MirrorLearner):
    """A learner with weights e^θ, or w⁺ - w⁻ of two such sets, that sum to U.

    Parameters
    ----------
    rate : η, the length of the step on the logarithms of the weights.
    total : U, the sum of all weights; the target's should not be larger.
    balanced : EG±: keep w⁺ and w⁻, which sum to U together, and predict with w⁺ - w⁻. Without it weights
        are positive.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.
    """

    remedy = "lower the rate, or scale the data, for example with unit_norm"
    rate: float
    total: float
    balanced: bool

    def first_weights(self, v: Floats, K: int) -> Mirror:
        """Uniform weights; if balanced, w⁺ = w⁻."""
        U = float(self.total)
        first = 0.0 if self.balanced else 1.0
        return mirror.mirror(v, K, U, first=first, each=1.0, scale=U / (v.shape[0] * K))

    def link_layer(self) -> Layer:
        """Exponentials, of one sign or of both."""
        return SIGNED_EXPONENTIAL if self.balanced else EXPONENTIAL
