"""CW, confidence-weighted learning (Dredze, Crammer & Pereira, ICML and NIPS 2008)."""

from math import sqrt
from typing import Literal, NamedTuple

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.algorithms.scw import SCW, Confidence, root, sharpened
from onlinelearn.learners.engine.covariance import learn, spread
from onlinelearn.learners.engine.gaussian import Gaussian, GaussianLearner
from onlinelearn.learners.engine.linear import look, score


class Constants(NamedTuple):
    """The numbers that the step reads."""

    phi: float
    stdev: bool


def step(state: Gaussian, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """The least change of the Gaussian that gets the example right with the wanted probability."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    v = spread(state, r, q, x)
    phi = constants.phi
    if constants.stdev:
        updated = v > 0.0 and eta < phi * sqrt(v)
        if updated:
            alpha = root(eta, v, phi, v)
            learn(state, r, q, x, v, alpha, sharpened(v, alpha * phi) / (alpha * phi))
    else:
        updated = v > 0.0 and eta < phi * v
        if updated:
            alpha = variance_root(eta, v, phi)
            learn(state, r, q, x, v, alpha, 0.5 / (alpha * phi))
    return eta <= 0.0, updated


def variance_root(m: float, v: float, phi: float) -> float:
    """The α > 0 with m + αv = φv/(1 + 2αφv); the sign of b says which form subtracts no equals."""
    b = 1.0 + 2.0 * phi * m
    short = phi * v - m
    gamma = sqrt(b * b + 8.0 * phi * short)
    return (gamma - b) / (4.0 * phi * v) if b <= 0.0 else 2.0 * short / (v * (gamma + b))


class CW(GaussianLearner):
    """CW: confidence-weighted learning, which always gets the last example right with confidence.

    The answer should be right with probability `confidence` = Φ(φ) when weights are drawn from the
    Gaussian. Where it isn't, mean and covariance change by the least Kullback-Leibler divergence that
    makes it so, whatever the label: noise does it harm, which SCW and AROW mend. Where no weights get
    everything right, its variances shrink until nothing is left of them, and it stops learning there.

    Parameters
    ----------
    form : "stdev", η ≥ φ√v with v = zᵀPz, which is what the probability says (NIPS 2008); or "variance",
        η ≥ φv, which the first paper had for its easier solution (ICML 2008).
    confidence : the probability that is wanted, above 0.5.
    matrix : "full", or "diagonal": a variance for each weight, the diagonal of the new P⁻¹, as the first
        paper has it.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    M. Dredze, K. Crammer, F. Pereira: Confidence-Weighted Linear Classification. ICML 2008.
    K. Crammer, M. Dredze, F. Pereira: Exact Convex Confidence-Weighted Learning. NIPS 2008.

    Examples
    --------
    >>> from onlinelearn import CW
    >>> model = CW(confidence=0.9).fit([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["a", "b", "a"])
    >>> model.n_updates_, model.predict([[1.0, 2.0]])
    (3, array(['a'], dtype='<U1'))
    """

    name = "cw"
    poor_score = True  # it must get every example right, and noise misleads it
    step = staticmethod(step)

    def __init__(
        self,
        *,
        form: Literal["stdev", "variance"] = "stdev",
        confidence: Confidence = 0.75,
        matrix: Literal["full", "diagonal"] = "full",
        average: bool = False,
    ) -> None:
        self.form = form
        self.confidence = confidence
        self.matrix = matrix
        self.average = average

    def constants(self) -> Constants:
        """φ as SCW has it."""
        return Constants(SCW(confidence=self.confidence).constants().phi, self.form == "stdev")
