"""IELLIP, the improved ellipsoid method (Yang, Jin & Ye, ICML 2009)."""

from collections.abc import Iterator, Mapping
from itertools import islice
from math import inf
from typing import Any, Literal, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.base.parameters import BelowOne, Fraction, NonNegative, Positive, Seed
from onlinelearn.learners.engine.ellipsoid import (
    EXAMPLES,
    FLAT,
    FORM,
    NOTHING,
    EllipsoidLearner,
    Shape,
    follow,
    kept_by_examples,
    multiply,
    round_shape,
    shrink,
)
from onlinelearn.learners.engine.linear import look, score, squared_norm
from onlinelearn.learners.engine.random_start import scatter
from onlinelearn.learners.theory import ellipsoid_bounds
from onlinelearn.learners.theory.known_target import KnownTarget

NEGLIGIBLE = 1e-17
"""A c_t below this changes no bit of M: the shape is final."""

ROUND = 1e-3
"""An M whose determinant stays above this loses three digits at most as a combination of examples."""


class Ellipsoid(NamedTuple):
    """Centre W and shape P = σM; what is learnt doesn't depend on σ."""

    W: Floats  # (d, columns)
    s: Floats  # (columns,)
    K: int
    shape: Shape
    c: Floats  # (1,): the c_t of the next update


class Constants(NamedTuple):
    """The numbers that the step reads."""

    b: float
    margin: float
    every_round: bool
    on_margin: bool


def step(state: Ellipsoid, constants: Constants, x: Floats, y: int) -> tuple[bool, bool]:
    """Centre to the margin along Mz (10); shrink M along the same direction (15)."""
    score(state.W, x, state.s)
    r, q, eta = look(state.s, state.K, y)
    mistake = eta <= 0.0
    updated = False
    if mistake or (constants.on_margin and eta < constants.margin):
        zz = squared_norm(state.W, state.K, x)
        zp = multiply(state.shape, r, q, x)
        loss = constants.margin - eta
        shrinks = zp > FLAT * zz and state.c[0] >= NEGLIGIBLE
        updated = zp > NOTHING * zz and (loss > 0.0 or shrinks)
        if updated:
            follow(state.W, state.K, loss / zp, state.shape.p)
        if shrinks:
            shrink(state.shape, state.K, state.c[0], zp, 1.0 / (1.0 - state.c[0]))
    if updated or constants.every_round:
        state.c[0] *= constants.b
    return mistake, updated


class IELLIP(EllipsoidLearner):
    """IELLIP: the weights are the centre of an ellipsoid whose shape remembers past mistakes.

    On a mistake w moves to the margin along Pz, and P shrinks along the same direction by
    c_t = c·b^k. P is kept exactly, as the identity minus a few rank-one terms. The k-th term is left
    out if c·b^k < 1e-17, so a small b makes it cheap. The theorem wants c + b < 1.

    Parameters
    ----------
    b : how slowly c_t decays, the "memory" of Algorithm 2; 0.3 in the paper's experiments.
    c : the first c_t (eq. 15). The paper doesn't state it: the scale of P does not replace it.
    margin : γ, the margin that an update reaches; 0.1 in the paper's experiments.
    decay : what k counts: earlier updates ("update", the index of the paper's proofs) or earlier
        rounds ("round", as other implementations have it).
    when : update on every mistake ("mistake", Algorithm 2) or whenever η < margin ("margin").
    init : first weights: "zeros" (Algorithm 2) or "normal", independent with standard deviation
        0.01 (the paper's experiments start "around the origin").
    seed : which random first weights; an experiment draws others for each permutation.
    scale : P₁ = scale·I; 0.1 in the paper's experiments. The weights don't depend on it, only how
        large the ellipsoid is.
    average : predict with the mean of all weights; learning and online mistakes are those of the last.

    References
    ----------
    L. Yang, R. Jin, J. Ye: Online Learning by Ellipsoid Method. ICML 2009, Algorithm 2 and sec. 2.4.

    Examples
    --------
    >>> from onlinelearn import IELLIP
    >>> model = IELLIP(b=0.3, c=0.1).fit([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], ["a", "b", "a"])
    >>> model.n_mistakes_, model.predict([[1.0, 2.0]])
    (3, array(['a'], dtype='<U1'))
    """

    name = "iellip"
    step = staticmethod(step)
    poor_score = True  # a mistake moves it all the way to the margin: the last ones weigh most

    def __init__(
        self,
        *,
        b: Fraction = 0.3,
        c: BelowOne = 0.1,
        margin: NonNegative = 1.0,
        decay: Literal["update", "round"] = "update",
        when: Literal["mistake", "margin"] = "mistake",
        init: Literal["zeros", "normal"] = "zeros",
        seed: Seed = 0,
        scale: Positive = 1.0,
        average: bool = False,
    ) -> None:
        self.b = b
        self.c = c
        self.margin = margin
        self.decay = decay
        self.when = when
        self.init = init
        self.seed = seed
        self.scale = scale
        self.average = average

    def simpler(self) -> "tuple[str, IELLIP] | None":
        """The same with its ellipsoid frozen: then it is PA that learns from mistakes only."""
        if self.c == 0:
            return None
        frozen = IELLIP(
            c=0.0,
            margin=self.margin,
            when=self.when,
            init=self.init,
            seed=self.seed,
            average=self.average,
        )
        kind = "mistakes" if self.when == "mistake" else "every missed margin"
        return f"PA on {kind} (IELLIP with c = 0)", frozen

    def constants(self) -> Constants:
        """The choices as flags."""
        return Constants(
            b=float(self.b),
            margin=float(self.margin),
            every_round=self.decay == "round",
            on_margin=self.when == "margin",
        )

    def start(self, columns: int, n_features: int, key: Key) -> Ellipsoid:
        """A ball around the first weights."""
        W, s, _, K = super().start(columns, n_features, key)
        if self.init == "normal":
            scatter(W, K, self.seed, key)
        shape = round_shape(K * n_features, float(self.scale))
        return Ellipsoid(W, s, K, shape, np.array([float(self.c)]))

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        """Room for every term that these rounds can add before c_t is negligible.

        The first ones decide what M is kept as: b may change later.
        """
        shape = state.shape
        d, is_new = shape.p.size // state.K, not shape.form.any() and not len(shape.U)
        if is_new and self._keeps_examples(state.K, d):
            shape = kept_by_examples(shape, d)
        most = rounds if shape.form[FORM] == EXAMPLES else min(rounds, shape.p.size)
        left = sum(1 for _ in islice(self._shrinkages(float(state.c[0])), most))
        return super().reserve_rounds(state._replace(shape=shape), left)

    def _keeps_examples(self, K: int, d: int) -> bool:
        """Whether there will be so few terms that their examples are cheaper to keep, and M stays round."""
        most, left = (K - 1) * d, 1.0
        for terms, c in enumerate(self._shrinkages(float(self.c)), start=1):
            left *= 1.0 - c
            if terms >= most or left < ROUND:
                return False
        return most > 0

    def _shrinkages(self, c: float) -> Iterator[float]:
        """The c_t from this one on, until M is final."""
        while c >= NEGLIGIBLE:
            yield c
            c *= self.b

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """q_t (16); Theorem 4 as it should be, and as printed."""
        proven = printed = inf
        gamma = float(self.margin)
        if self.when == "mistake" and self.init == "zeros" and ellipsoid_bounds.normalised(known):
            given = float(self.b), float(self.c), gamma, known.margins
            printed = ellipsoid_bounds.iellip_printed(*given)
            if known.margin >= gamma or ellipsoid_bounds.of_norm_one(known):
                proven = ellipsoid_bounds.iellip(*given)
        distance = super().target_measures(state, known)
        return {"mistake_bound": proven, "printed_bound": printed, **distance}
