"""SCW, exact soft confidence-weighted learning (Wang, Zhao & Hoi, ICML 2012)."""

from math import inf, sqrt
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.base.parameters import Positive
from onlinelearn.learners.engine.covariance import learn, spread
from onlinelearn.learners.engine.gaussian import Gaussian, GaussianLearner
from onlinelearn.learners.engine.linear import look, score

Confidence = Annotated[float, Field(gt=0.5, lt=1)]


class Constants(NamedTuple):
    """α = min(cap, the root for n = v + ridge) is both variants at once."""

    phi: float
    cap: float
    ridge: float
    as_libol: bool


def step(state: Gaussian, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """The least change of the Gaussian that gets the example right with the wanted probability."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    v = spread(state, r, q, x)
    phi = constants.phi
    updated = v > 0.0 and eta < phi * sqrt(v)
    if updated:
        n = v + constants.ridge
        alpha = min(constants.cap, libol_root(eta, v, phi, n) if constants.as_libol else root(eta, v, phi, n))
        updated = alpha > 0.0
        if updated:
            learn(state, r, q, x, v, alpha, sharpened(v, alpha * phi) / (alpha * phi))
    return eta <= 0.0, updated


def root(m: float, v: float, phi: float, n: float) -> float:
    """The α > 0 with m + αn = φ√u, where √u is what α makes of √v.

    It solves n(n + φ²v)α² + m(2n + φ²v)α + m² - φ²v = 0; of the two ways to write a root, the sign
    of m says which doesn't subtract numbers that are nearly equal.
    """
    vv = phi * phi * v
    linear = m * (2.0 * n + vv)
    gamma = phi * sqrt(vv * v * (m * m) + 4.0 * n * v * (n + vv))
    if m <= 0.0:
        return (gamma - linear) / (2.0 * n * (n + vv))
    deviation = phi * sqrt(v)
    return 2.0 * (deviation - m) * (deviation + m) / (gamma + linear)


def libol_root(m: float, v: float, phi: float, n: float) -> float:
    """The α of LIBOL's code, with v·2 and φ·2 where v² and φ² should be."""
    vv = phi * phi * v
    under = 2.0 * phi * phi * vv * (m * m) + 4.0 * n * vv * (n + 2.0 * phi * v)
    return (sqrt(under) - m * (2.0 * n + vv)) / (2.0 * n * (n + vv))


def sharpened(v: float, pull: float) -> float:
    """√u, the standard deviation of w·z after the step: u⁻¹ = v⁻¹ + αφ/√u."""
    return 2.0 * v / (v * pull + sqrt(v * pull * (v * pull) + 4.0 * v))


class SCW(GaussianLearner):
    """SCW: stay as close to the last Gaussian over weights as a confident, right answer allows.

    The answer should be right with probability `confidence` = Φ(φ) when weights are drawn from the
    Gaussian: η ≥ φ√v, where v = zᵀPz. Where it isn't, mean and covariance change together by the
    least Kullback-Leibler divergence that makes up for it, softened as PA-I and PA-II are: the loss
    φ√v - η counts C times (SCW-I, a step α of at most C) or its square does (SCW-II).

    Parameters
    ----------
    variant : how a wrong label is kept from doing harm: SCW-I or SCW-II, as in PA-I and PA-II.
    C : aggressiveness: the larger, the closer to confidence-weighted learning without softness.
    confidence : the probability that is wanted, above 0.5; 0.75 is where LIBOL, its authors'
        library, starts (0.9 for two classes and SCW-II).
    matrix : "full", or "diagonal": a variance for each weight. The diagonal takes its α and u from
        the formulas of the full P and keeps the diagonal of the new P⁻¹, the projection of Dredze,
        Crammer & Pereira (ICML 2008).
    root : the α of SCW-II: "exact", what the problem is solved by, or "libol", what LIBOL's code has in
        its place: v·2 and φ·2 where v² and φ² should be.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    J. Wang, P. Zhao, S. Hoi: Exact Soft Confidence-Weighted Learning. ICML 2012.
    K. Crammer, M. Dredze, A. Kulesza: Multi-Class Confidence Weighted Algorithms. EMNLP 2009 (only
    the best wrong class gives way: k = 1).
    M. Dredze, K. Crammer, F. Pereira: Confidence-Weighted Linear Classification. ICML 2008.

    Examples
    --------
    >>> from onlinelearn import SCW
    >>> model = SCW().fit([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["a", "b", "a"])
    >>> model.n_updates_, model.predict([[1.0, 2.0]])
    (3, array(['a'], dtype='<U1'))
    """

    name = "scw"
    step = staticmethod(step)

    def __init__(
        self,
        *,
        variant: Literal["SCW-I", "SCW-II"] = "SCW-I",
        C: Positive = 1.0,
        confidence: Confidence = 0.75,
        matrix: Literal["full", "diagonal"] = "full",
        root: Literal["exact", "libol"] = "exact",
        average: bool = False,
    ) -> None:
        self.variant = variant
        self.C = C
        self.confidence = confidence
        self.matrix = matrix
        self.root = root
        self.average = average

    def simpler(self) -> "tuple[str, SCW] | None":
        """The diagonal form."""
        if self.matrix == "diagonal":
            return None
        return "SCW with a diagonal P", SCW(
            variant=self.variant,
            C=self.C,
            confidence=self.confidence,
            matrix="diagonal",
            root=self.root,
            average=self.average,
        )

    def constants(self) -> Constants:
        """Each variant uses one of the two ways to hold the step back."""
        from statistics import NormalDist

        if self.root == "libol" and self.variant == "SCW-I":
            raise LearnerError("scw: LIBOL's root is one of SCW-II; leave out `root`, or choose SCW-II")
        # Twelve digits: the last ones would be the C library's.
        phi = float(f"{NormalDist().inv_cdf(float(self.confidence)):.12g}")
        return Constants(
            phi=phi,
            cap=float(self.C) if self.variant == "SCW-I" else inf,
            ridge=0.5 / self.C if self.variant == "SCW-II" else 0.0,
            as_libol=self.root == "libol",
        )
