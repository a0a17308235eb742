"""CELLIP, the classical ellipsoid method for online learning (Yang, Jin & Ye, ICML 2009)."""

from typing import Any, Literal, NamedTuple

import numpy as np

from onlinelearn.learners.ellipsoid import (
    FLAT,
    RANK,
    Shape,
    follow,
    multiply,
    round_shape,
    shrink,
    with_room,
)
from onlinelearn.learners.linear import LinearLearner, look, score, squared_norm
from onlinelearn.parameters import Fraction, NonNegative
from onlinelearn.types import Floats, Ints, Key


class VersionSpace(NamedTuple):
    """The ellipsoid {v : (v - w)ᵀP⁻¹(v - w) ≤ 1} with centre W and P = σM.

    σ is a plain number and needs no logarithm: a round changes it only while σzᵀMz > (aγ)², so it
    can't vanish before γ²/‖z‖² does.
    """

    W: Floats  # (d, columns)
    s: Floats  # (columns,)
    K: int
    shape: Shape
    sigma: Floats  # (1,)
    infeasible: Ints  # (1,): the rounds that no γ-margin classifier of the ellipsoid gets right


class Constants(NamedTuple):
    """What the step reads."""

    goal: float  # aγ


def step(state: VersionSpace, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Keep the part of the ellipsoid that has margin aγ on the example: (10) and (11)."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    if eta > 0.0:
        return False, False
    zz = squared_norm(state.W, state.K, x)
    loss = constants.goal - eta
    if zz == 0.0 or loss == 0.0:
        return True, False
    zp = multiply(state.shape, r, q, x)
    # Where M is flat, the ellipsoid has no width along z but rounding, and never reaches the margin.
    alpha = loss / np.sqrt(state.sigma[0] * zp) if zp > FLAT * zz else np.inf
    if alpha >= 1.0:
        state.infeasible[0] += 1
        return True, False
    follow(state.W, state.K, loss / zp, state.shape.p)
    factor = shrink(state.shape, state.K, 2.0 * alpha / (1.0 + alpha), zp)
    state.sigma[0] *= (1.0 - alpha) * (1.0 + alpha) / factor
    return True, True


class CELLIP(LinearLearner):
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
    ) -> None:
        self.a = a
        self.margin = margin
        self.initial = initial

    def constants(self) -> Constants:
        """aγ, the margin to reach."""
        return Constants(goal=float(self.a) * float(self.margin))

    def start(self, n_classes: int, n_features: int, key: Key) -> VersionSpace:
        """The ball around zero that holds every classifier to be found."""
        W, s, _, K = super().start(n_classes, n_features, key)
        radius = 1.0 + (1.0 - float(self.a)) * float(self.margin)
        sigma = radius * radius if self.initial == "corrected" else radius
        return VersionSpace(W, s, K, round_shape(K * n_features), np.array([sigma]), np.zeros(1, np.int64))

    def reserve(self, state: Any, rounds: int) -> VersionSpace:
        """Room for a term in each of these rounds."""
        shape = state.shape
        kept: VersionSpace = state._replace(shape=with_room(shape, int(shape.form[RANK]) + rounds))
        return kept

    def counted(self, state: Any) -> dict[str, int]:
        """The mistakes that no classifier with the margin could have avoided."""
        return {"n_infeasible_": int(state.infeasible[0])}
