"""Weights that mirror a sum: the layer for W = scale·link(θ), where steps are added to θ.

With the identity for a link that is plain descent; with a power it is the p-norm family, with an
exponential exponentiated gradient (mirror descent: Nemirovski & Yudin 1983; the quasi-additive family
of Grove, Littlestone & Schuurmans 2001). The link works weight by weight, and the scale depends on a sum
over all weights, the `potential`. That is kept up to date at the cost of the weights that change.
"""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine import geometry, scaled
from onlinelearn.learners.engine.features import feature, n_features, value
from onlinelearn.learners.engine.linear import Course, LinearLearner, course
from onlinelearn.learners.engine.primitives import Layer, Layers, abstract_primitive
from onlinelearn.learners.engine.scaled import FALLEN, TOTAL, Sums, no_sums, settle

SUM, REST, LARGEST, ACTIVE, LEFT = range(5)
"""Of the potential: the sum, what rounding leaves out of it, its largest value so far, how many θ are not
zero, and whether it ever left the range of a number."""

LEAST, MOST = 1e-100, 1e100
"""The factors ρ beyond which θ is multiplied out: far from where numbers end."""

LOST = 2.0**-40
"""A sum that has fallen below this part of its largest value is computed anew: it has lost digits."""


class Mirror(NamedTuple):
    """In the place of W: W = scale·v with v = link(θ); what is mirrored is ρθ."""

    v: Floats  # (d, columns)
    scale: Floats  # (1,)
    sums: Sums
    theta: Floats  # (d, columns)
    rho: Floats  # (1,)
    potential: Floats  # (5,): as SUM to LEFT say
    K: int
    number: float  # the parameter of the link


def mirror(v: Floats, K: int, number: float, first: float, each: float, scale: float) -> Mirror:
    """θ = 0: all weights are `first`, and add `each` to the potential; v is overwritten."""
    v[:, :K] = first
    total = v.shape[0] * K * each
    potential = np.array([total, 0.0, total, 0.0, 0.0])
    return Mirror(v, np.array([scale]), no_sums(), np.zeros_like(v), np.ones(1), potential, K, number)


@abstract_primitive
def link(theta: float, number: float) -> float:
    """A weight, before it is scaled, as a function of its θ."""
    raise NotImplementedError


@abstract_primitive
def potential(theta: float, v: float) -> float:
    """What a weight adds to the sum that the scale depends on."""
    raise NotImplementedError


@abstract_primitive
def scale_of(potential: float, number: float) -> float:
    """The scale of all weights, for ρ = 1."""
    raise NotImplementedError


def move(W: Mirror, r: int, q: int, tau: float, x: Floats) -> None:
    """θ ← θ + τz."""
    for t in range(n_features(x)):
        j, step = feature(x, t), tau / W.rho[0] * value(x, t)
        if r >= 0:
            push(W, j, r, step)
        if q >= 0:
            push(W, j, q, -step)
    refresh(W)


def move_all(W: Mirror, tau: Floats, x: Floats) -> None:
    """θ_k ← θ_k + τ_k x for every class k."""
    for t in range(n_features(x)):
        j, xj = feature(x, t), value(x, t)
        for k in range(W.K):
            push(W, j, k, tau[k] / W.rho[0] * xj)
    refresh(W)


def push(W: Mirror, j: int, k: int, by: float) -> None:
    """θ_jk ← θ_jk + by, and what depends on it but for the scale."""
    if by != 0.0:
        before = potential(W.theta[j, k], W.v[j, k])
        W.potential[ACTIVE] -= W.theta[j, k] != 0.0
        W.theta[j, k] += by
        W.potential[ACTIVE] += W.theta[j, k] != 0.0
        v = link(W.theta[j, k], W.number)
        if W.sums.kept:
            W.sums.past[j, k] += W.sums.clock[TOTAL] * (v - W.v[j, k])
        W.v[j, k] = v
        add(W.potential, potential(W.theta[j, k], v))
        add(W.potential, -before)


def add(total: Floats, term: float) -> None:
    """One term more, with what the rounding of the sum leaves out (Neumaier 1974)."""
    after = total[SUM] + term
    if abs(total[SUM]) >= abs(term):
        total[REST] += (total[SUM] - after) + term
    else:
        total[REST] += (term - after) + total[SUM]
    total[SUM] = after
    total[LARGEST] = max(total[LARGEST], after)


def refresh(W: Mirror) -> None:
    """The scale that belongs to θ."""
    if not W.potential[SUM] + W.potential[REST] > LOST * W.potential[LARGEST]:
        sum_up(W)
    total = W.potential[SUM] + W.potential[REST]
    if not total < np.inf or (total <= 0.0 and W.potential[ACTIVE] > 0.0):
        W.potential[LEFT] = 1.0
    W.scale[0] = W.rho[0] * scale_of(total, W.number)
    if W.scale[0] < FALLEN * W.sums.clock[scaled.LARGEST]:
        settle(W.sums, W.v)


def sum_up(W: Mirror) -> None:
    """The potential of all weights, from nothing."""
    zero = potential(0.0, link(0.0, W.number)) * W.theta.shape[0] * W.K
    W.potential[SUM] = W.potential[LARGEST] = zero if W.potential[ACTIVE] == 0.0 else 0.0
    W.potential[REST] = 0.0
    if W.potential[ACTIVE] != 0.0:
        for j in range(W.theta.shape[0]):
            for k in range(W.K):
                add(W.potential, potential(W.theta[j, k], W.v[j, k]))


def stretch(W: Mirror, by: float) -> None:
    """θ ← by·θ, for links with link(by·θ)·scale(by·θ) = by·link(θ)·scale(θ), as those of p-norms."""
    rho = W.rho[0] * by
    if LEAST < rho < MOST:
        W.rho[0] = rho
    else:
        settle(W.sums, W.v)
        W.potential[ACTIVE] = 0.0
        for j in range(W.theta.shape[0]):
            for k in range(W.K):
                W.theta[j, k] *= rho
                W.v[j, k] = link(W.theta[j, k], W.number)
                W.potential[ACTIVE] += W.theta[j, k] != 0.0
        W.rho[0] = 1.0
        sum_up(W)
    refresh(W)


MIRRORED_WEIGHTS = Layer(
    {
        geometry.score: scaled.score,
        geometry.peek: scaled.peek,
        geometry.pause: scaled.pause,
        geometry.squared_norm: scaled.squared_norm,
        geometry.move: move,
        geometry.move_all: move_all,
        geometry.stretch: stretch,
    }
)


class MirrorLearner(LinearLearner):
    """A linear learner whose weights mirror the sum of its steps."""

    def start(self, columns: int, n_features: int, key: Key) -> Course:
        """θ = 0."""
        state = course(super().start(columns, n_features, key))
        return state._replace(W=self.first_weights(state.W, state.K))

    def first_weights(self, v: Floats, K: int) -> Mirror:
        """The weights for θ = 0, made of v, which is zero."""
        raise TypeError(f"{type(self).__name__} says nothing of its first weights")

    def link_layer(self) -> Layer:
        """The link, its potential and the scale."""
        raise TypeError(f"{type(self).__name__} says nothing of its link")

    def weight_layers(self) -> Layers:
        """Steps on θ, and weights by the link."""
        return (self.link_layer(), MIRRORED_WEIGHTS)

    def model_numbers(self, state: Any) -> Floats:
        """The weights, multiplied out."""
        W: Floats = state.W.scale * state.W.v
        return W

    def weight_rows(self, state: Any, features: Ints) -> Floats:
        """Of these features, multiplied out."""
        rows: Floats = state.W.scale * state.W.v[features]
        return rows

    def finite(self, state: Any, X: Any, order: Ints) -> bool:
        """The weights, and the sum behind their scale, which may also have been too small for a number."""
        return state.W.potential[LEFT] == 0.0 and super().finite(state, X, order)

    def weights(self, state: Any) -> Floats:
        """The columns in use, a row for each class."""
        return super().weights(state._replace(W=state.W.scale * state.W.v))
