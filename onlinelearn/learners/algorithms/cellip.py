"""CELLIP, the classical ellipsoid method for online learning (Yang, Jin & Ye, ICML 2009)."""

from collections.abc import Mapping
from math import frexp, inf
from typing import Any, Literal, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Fraction, NonNegative
from onlinelearn.learners.engine.ellipsoid import (
    FLAT,
    EllipsoidLearner,
    Shape,
    follow,
    multiply,
    round_shape,
    shrink,
    width,
)
from onlinelearn.learners.engine.linear import look, score, squared_norm
from onlinelearn.learners.theory import ellipsoid_bounds
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics.logarithms import log


class VersionSpace(NamedTuple):
    """The ellipsoid with centre W that holds every classifier with the margin."""

    W: Floats  # (d, columns)
    s: Floats  # (columns,)
    K: int
    shape: Shape
    infeasible: Ints  # (1,): the rounds that no γ-margin classifier of the ellipsoid gets right
    cuts: Floats  # (2,): Π(1 - α - ρ) and Πμ² over all cuts, as (9) needs them: mantissas
    powers: Ints  # (2,): their binary exponents


class Constants(NamedTuple):
    """The numbers that the step reads."""

    goal: float  # aγ
    smallest: bool  # the next ellipsoid is the smallest that covers what is left


def step(state: VersionSpace, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Keep the part of the ellipsoid that has margin aγ on the example: (6) and (7)."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    if eta > 0.0:
        return False, False
    zz = squared_norm(state.W, state.K, x)
    if zz == 0.0:
        return True, False
    zp = multiply(state.shape, r, q, x)
    loss = constants.goal - eta
    # Where M is flat, the ellipsoid has no width along z but rounding, and never reaches the margin.
    root = np.sqrt(width(state.shape, zp)) if zp > FLAT * zz else 0.0
    if loss >= root:  # α ≥ 1
        if loss > 0.0:
            state.infeasible[0] += 1
        return True, False
    alpha = loss / root
    rho = (1.0 - alpha) / (state.shape.p.shape[0] + 1) if constants.smallest else 0.0
    if alpha + rho == 0.0:
        return True, False
    follow(state.W, state.K, (loss + rho * root) / zp, state.shape.p)
    kappa, growth = cut(alpha, rho)
    shrink(state.shape, state.K, kappa, zp, growth)
    tally(state, 0, 1.0 - alpha - rho)
    tally(state, 1, across(alpha, rho))
    return True, True


def across(alpha: float, rho: float) -> float:
    """μ², the least that (8) allows; in one dimension there is nothing across."""
    part = rho / (1.0 - alpha - rho)
    return (1.0 - alpha * alpha) / (1.0 - part * part) if part < 1.0 else 1.0


def tally(state: VersionSpace, which: int, factor: float) -> None:
    """Multiply one of the two products; they leave the range of a number in a long stream."""
    mantissa, exponent = frexp(state.cuts[which] * factor)
    state.cuts[which] = mantissa
    state.powers[which] += exponent


def cut(alpha: float, rho: float) -> tuple[float, float]:
    """(κ, growth) of Theorem 1: P ← growth·(P - κPggᵀP), with growth = μ² the least that (8) allows."""
    along = 1.0 - alpha - rho  # what is left of the radius along the cut; μ is what is left across
    apart = 1.0 - alpha - 2.0 * rho
    if apart == 0.0:  # one dimension, halved: there is no across
        return 0.0, along * along
    growth = (1.0 - alpha) * (1.0 + alpha) * (along * along / ((1.0 - alpha) * apart))
    return 2.0 * (alpha + rho) / (1.0 + alpha), growth


class CELLIP(EllipsoidLearner):
    """CELLIP: an ellipsoid around all classifiers with margin γ, cut down at every mistake.

    The weights are its centre. A mistake leaves only the part {v : v·z ≥ aγ} of it, and the next
    ellipsoid covers that part; on separable data the number of mistakes is bounded in any dimension.
    Where the part is empty there is no γ-margin classifier: the model stays as it is, and the round
    counts as infeasible. Data with noise soon gets there; IELLIP is the variant for it.

    Parameters
    ----------
    a : the part of the margin that every classifier of the ellipsoid is held to (eq. 2). With 0
        nothing is ever cut, with 1 there is no bound on the mistakes.
    margin : γ, the margin with which some classifier of norm 1 gets all examples (of norm 1) right.
    initial : the first ellipsoid, "corrected": P₁ = (1 + (1 - a)γ)²·I, the ball that is sure to
        contain that classifier's neighbours; or "printed", the paper's without the square, which isn't.
    update : which of Theorem 1's ellipsoids around the part that is left: "center", ρ = 0, whose centre
        is on the cut (Algorithm 1); or "minimum_volume", ρ = (1 - α)/(n + 1), the smallest of all, which
        is Shor's method with deep cuts.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    L. Yang, R. Jin, J. Ye: Online Learning by Ellipsoid Method. ICML 2009, Algorithm 1 and sec. 2.4.

    Examples
    --------
    >>> from onlinelearn import CELLIP
    >>> model = CELLIP(margin=0.5).fit([[0.0, 1.0], [1.0, 0.0], [-0.6, 0.8]], ["a", "b", "a"])
    >>> model.n_mistakes_, model.predict([[1.0, -1.0]])
    (2, array(['b'], dtype='<U1'))
    """

    name = "cellip"
    step = staticmethod(step)
    poor_score = True  # data that is not separable with the margin makes it stop

    def __init__(
        self,
        *,
        a: Fraction = 0.5,
        margin: NonNegative = 0.1,
        initial: Literal["corrected", "printed"] = "corrected",
        update: Literal["center", "minimum_volume"] = "center",
        average: bool = False,
    ) -> None:
        self.a = a
        self.margin = margin
        self.initial = initial
        self.average = average
        self.update = update

    def constants(self) -> Constants:
        """aγ, the margin to reach, and how to cover what reaches it."""
        return Constants(goal=float(self.a) * float(self.margin), smallest=self.update == "minimum_volume")

    def start(self, columns: int, n_features: int, key: Key) -> VersionSpace:
        """The ball around zero that holds every classifier to be found."""
        W, s, _, K = super().start(columns, n_features, key)
        radius = 1.0 + (1.0 - float(self.a)) * float(self.margin)
        sigma = radius * radius if self.initial == "corrected" else radius
        shape = round_shape(K * n_features, sigma)
        return VersionSpace(W, s, K, shape, np.zeros(1, np.int64), np.ones(2), np.zeros(2, np.int64))

    def measures(self, state: Any) -> Mapping[str, float]:
        """The volume, and the mistakes that no classifier with the margin could have avoided."""
        return {"infeasible": int(state.infeasible[0]), **super().measures(state)}

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """Theorem 3 as corrected and as printed (13); whether the target is in the ellipsoid, and (9)."""
        a, gamma = float(self.a), float(self.margin)
        proven = printed = inf
        if ellipsoid_bounds.separable(known, gamma):
            printed = ellipsoid_bounds.cellip_printed(a, gamma)
            # The printed first ball isn't sure to hold what the proof needs.
            if self.initial == "corrected":
                smallest = self.update == "minimum_volume"
                proven = (
                    ellipsoid_bounds.shor(a, gamma, state.shape.p.size)
                    if smallest
                    else ellipsoid_bounds.cellip(a, gamma)
                )
        measured = {"mistake_bound": proven, "printed_bound": printed}
        measured |= super().target_measures(state, known)
        if known.wants("volume_gap"):
            measured["volume_gap"] = round(abs(self.log_det(state) - self._log_det_by_cuts(state)), 6)
        return measured

    def _log_det_by_cuts(self, state: Any) -> float:
        """log det P from the cuts alone: of the first ball, and twice the logarithm of (9) for each."""
        n = len(state.shape.p)
        first = self.start(state.K, n // state.K, ()).shape
        along, beside = (log(float(m), int(e)) for m, e in zip(state.cuts, state.powers, strict=True))
        sigma = log(float(first.mantissa[0]), int(first.exponent[0]))
        return n * sigma + 2.0 * along + (n - 1) * beside
