"""Winnow: weights are multiplied, not added to (Littlestone, Machine Learning 1988)."""

from collections.abc import Mapping
from math import floor, fsum, inf
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine.linear import LinearLearner, look, score, squared_norm
from onlinelearn.learners.engine.power_weights import POWER_WEIGHTS, first_powers, turn
from onlinelearn.learners.engine.primitives import Layers
from onlinelearn.learners.theory.ellipsoid_bounds import ROUNDING
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics.logarithms import ln

Factor = Annotated[float, Field(gt=1, le=2.0**32, allow_inf_nan=False)]
Threshold = Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)]
"""Far above any number of features, and far below 2^400, where weights stop: one alone can reach it."""


class Multiplied(NamedTuple):
    """The state: weights that are powers of α."""

    W: Any  # Powers; to the step, which speaks of primitives alone, weights of any form
    s: Floats  # (columns,)
    K: int


class Constants(NamedTuple):
    """The step reads nothing but the weights, which know α and θ."""


def step(state: Multiplied, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """On a mistake multiply the weights of active features that should be larger, divide the others."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    mistake = eta <= 0.0
    updated = mistake and squared_norm(state.W, state.K, x) > 0.0
    if updated:
        turn(state.W, r, q, x)
    return mistake, updated


class Winnow(LinearLearner):
    """Winnow: on a mistake, multiply or divide the weights of the active features (x_i ≠ 0).

    This is Littlestone's Winnow2: weights start at 1, a score above the threshold means the second
    class, and which weights change depends on which features are active, not on how large they are
    (as for text in Dagan, Karov & Roth 1997, where feature strengths enter the score alone). Made
    for features that are 0 or 1. Where one is negative, multiplying and dividing change places, so
    that the score goes the right way. With several classes the right one is promoted, the best wrong
    one demoted, and there is no threshold. Weights are powers of α with whole exponents: none is
    ever lost to overflow or rounding, however long the stream.

    Parameters
    ----------
    alpha : the factor of promotion and demotion; 2 doubles and halves.
    threshold : θ, what scores of two classes are compared with; left out, the number of features,
        or 0 if balanced.
    balanced : keep w⁺ and w⁻ and predict with w⁺ - w⁻, for targets with negative weights. Each
        promotion of the one is a demotion of the other, so that w⁺·w⁻ = 1.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    N. Littlestone: Learning quickly when irrelevant attributes abound: a new linear-threshold
    algorithm. Machine Learning 2 (1988) 285-318.
    I. Dagan, Y. Karov, D. Roth: Mistake-driven learning in text categorization. EMNLP 1997.
    J. Kivinen, M. Warmuth, P. Auer: The Perceptron algorithm versus Winnow. Artificial Intelligence
    97 (1997) 325-343.

    Examples
    --------
    >>> from onlinelearn import Winnow
    >>> model = Winnow().partial_fit([[1, 0, 0], [0, 1, 1], [1, 0, 1]], ["yes", "no", "yes"])
    >>> model.n_mistakes_, model.coef_.tolist()
    (2, [[4.0, 1.0, 2.0]])
    """

    name = "winnow"
    step = staticmethod(step)
    label_symmetric = False  # weights stay positive, and scores are compared with a threshold
    poor_score = True  # weights that start at 1 can't tell positive features from negative ones

    def __init__(
        self,
        *,
        alpha: Factor = 2.0,
        threshold: Threshold | None = None,
        balanced: bool = False,
        average: bool = False,
    ) -> None:
        self.alpha = alpha
        self.threshold = threshold
        self.balanced = balanced
        self.average = average

    def constants(self) -> Constants:
        """None."""
        return Constants()

    def start(self, columns: int, n_features: int, key: Key) -> Multiplied:
        """w = 1; if balanced, w⁺ = w⁻ = 1."""
        W, s, _, K = super().start(columns, n_features, key)
        theta = self.theta(n_features) if columns == 1 else 0.0
        return Multiplied(first_powers(W, columns, float(self.alpha), theta, self.balanced), s, K)

    def theta(self, n_features: int) -> float:
        """The threshold of two classes."""
        if self.threshold is None:
            return 0.0 if self.balanced else float(n_features)
        return float(self.threshold)

    def weight_layers(self) -> Layers:
        """Powers of α, and scores less the threshold."""
        return (POWER_WEIGHTS,)

    def model_numbers(self, state: Any) -> Floats:
        """The exponents."""
        return np.append(state.W.k.astype(np.float64), state.W.overflow)

    def finite(self, state: Any, X: Floats, order: Ints) -> bool:
        """Exponents are whole: only a norm can overflow."""
        return bool(np.isfinite(state.W.overflow).all())

    def weights(self, state: Any) -> Floats:
        """The powers themselves; if balanced, w⁺ - w⁻."""
        return super().weights(state._replace(W=state.W.w))

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """The bounds below, for features that are 0 or 1, or if balanced -1, 0 or 1."""
        if known.margin <= 0.0 or not known.levels:
            return {}
        d, alpha = known.target.size, float(self.alpha)
        theta = self.theta(d)
        if self.balanced:
            return {"mistake_bound": balanced_bound(alpha, d, known)} if theta == 0.0 else {}
        k = literals(known.target)
        applies = k > 0 and theta > 0.0 and known.levels <= {0, 1}
        return {"mistake_bound": disjunction_bound(alpha, theta, d, k)} if applies else {}


def literals(target: Floats) -> int:
    """k, if the target is a disjunction of k features, else 0.

    A disjunction weighs its literals equally, and a constant feature with minus half of that.
    """
    positive, negative = target[target > 0.0], target[target < 0.0]
    return positive.size if negative.size == 1 and (positive == -2.0 * negative[0]).all() else 0


def disjunction_bound(alpha: float, theta: float, d: int, k: int) -> float:
    """How many mistakes there can be on k-literal disjunctions of d features (Littlestone 1988, sec. 5).

    A promotion finds Σ w_i x_i ≤ θ and multiplies the weight of a literal, which is at most θ then
    and is never demoted: each literal is promoted at most c = #{j ≥ 0 : α^j ≤ θ} times. It adds at
    most (α - 1)θ to Σ w_i, which a demotion lowers by at least (1 - 1/α)θ. That is d at first and
    never negative, so that the demotions are at most α·promotions + αd/((α - 1)θ). For α = 2 and
    θ = d together: 3k(⌊log₂ d⌋ + 1) + 2.
    """
    c = floor(ln(theta) / ln(alpha) * (1.0 + ROUNDING)) + 1 if theta >= 1.0 else 0
    return (1.0 + alpha) * k * c + alpha / (alpha - 1.0) * d / theta


def balanced_bound(alpha: float, d: int, known: KnownTarget) -> float:
    """ln 2d / (ln α·γ/‖u‖₁ - ln cosh ln α), for any target u (as Kivinen & Warmuth 1997 for EG).

    A mistake multiplies Φ = Σ(w⁺ + w⁻) by at most cosh ln α = (α + 1/α)/2, since y(w⁺ - w⁻)·x ≤ 0.
    Φ is 2d at first, and ln Φ is at least the mean of ln w± weighted by |u|/‖u‖₁: γ ln α/‖u‖₁ a mistake.
    """
    weights = abs(known.target)
    norm = fsum(weights[weights > 0.0].tolist())  # of many irrelevant features that is soon done
    pace = ln(alpha) * known.margin / norm - ln((alpha + 1.0 / alpha) / 2.0)
    return ln(2.0 * d) / pace if pace > 0.0 else inf
