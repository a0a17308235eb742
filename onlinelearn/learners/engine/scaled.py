"""Scaled weights: the layer for W = scale·v, so that to multiply all weights costs one number.

A step that shrinks or stretches its weights changes `scale` alone, and a sparse example still costs
what is not zero. The mean of such weights is kept here too: the sum over the rounds of scale_t·v_t is
A·v - Σ A_k Δ_k, where A is the sum of all scales so far, A_k what it was in round k, and Δ_k the change
of v that this round made.
"""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.linear import Course, LinearLearner, course
from onlinelearn.learners.engine.primitives import Layer, Layers

LEAST, MOST = 1e-100, 1e100
"""The scales beyond which v is multiplied out: far from where numbers end."""

TOTAL, ROUNDS = 0, 1


class Sums(NamedTuple):
    """The sums that the mean of all weights is made of."""

    kept: bool  # whether there is a mean
    past: Floats  # (d, columns): Σ A_k Δ_k; nothing where no mean is kept
    clock: Floats  # A, and the number of rounds


class Scaled(NamedTuple):
    """In the place of W: W = scale·v."""

    v: Floats  # (d, columns)
    scale: Floats  # (1,)
    sums: Sums


def no_sums() -> Sums:
    """No mean is kept."""
    return Sums(False, np.zeros((0, 0)), np.zeros(2))


def is_scaled(W: Any) -> bool:
    """Whether weights are of a form that is scaled, and keeps the sums behind its mean by itself."""
    return isinstance(getattr(W, "sums", None), Sums)


def averaged(W: Any) -> Any:
    """The same weights, whose mean is kept from now on."""
    return W._replace(sums=Sums(True, np.zeros_like(W.v), np.zeros(2)))


def predicting(W: Any) -> Any:
    """The weights that predictions after the stream are made with: the mean, where it is kept."""
    A, rounds = W.sums.clock.tolist()
    if not (W.sums.kept and rounds):
        return W
    return W._replace(v=(A * W.v - W.sums.past) / rounds, scale=np.ones(1))


def score(W: Any, x: Floats, s: Floats) -> None:
    """A round begins: every step scores its example once."""
    pause(W)
    peek(W, x, s)


def peek(W: Any, x: Floats, s: Floats) -> None:
    """s ← scale·vᵀx."""
    geometry.score(W.v, x, s)
    for k in range(s.shape[0]):
        s[k] *= W.scale[0]


def pause(W: Any) -> None:
    """The weights of a round are part of the mean, with a label or without."""
    W.sums.clock[TOTAL] += W.scale[0]
    W.sums.clock[ROUNDS] += 1.0


def squared_norm(W: Any, K: int, x: Floats) -> float:
    """‖z‖²."""
    return geometry.squared_norm(W.v, K, x)


def move(W: Scaled, r: int, q: int, tau: float, x: Floats) -> None:
    """W ← W + τz."""
    change = tau / W.scale[0]
    geometry.move(W.v, r, q, change, x)
    if W.sums.kept:
        geometry.move(W.sums.past, r, q, W.sums.clock[TOTAL] * change, x)


def stretch(W: Scaled, by: float) -> None:
    """W ← by·W; with 0 it begins anew."""
    scale = W.scale[0] * by
    if LEAST < scale < MOST:
        W.scale[0] = scale
    else:
        settle(W.sums, W.v)
        multiply(W.v, scale)
        W.scale[0] = 1.0


def settle(sums: Sums, v: Floats) -> None:
    """Take what the mean has of v so far into `past`: A begins anew, and v may change by any factor."""
    if sums.kept:
        for j in range(v.shape[0]):
            for k in range(v.shape[1]):
                sums.past[j, k] -= sums.clock[TOTAL] * v[j, k]
        sums.clock[TOTAL] = 0.0


def multiply(v: Floats, by: float) -> None:
    """v ← by·v."""
    for j in range(v.shape[0]):
        for k in range(v.shape[1]):
            v[j, k] *= by


SCALED_WEIGHTS = Layer(
    {
        geometry.score: score,
        geometry.peek: peek,
        geometry.pause: pause,
        geometry.squared_norm: squared_norm,
        geometry.move: move,
        geometry.stretch: stretch,
    }
)


class ScaledLearner(LinearLearner):
    """A linear learner that starts from W = 0 and scales its weights."""

    def start(self, columns: int, n_features: int, key: Key) -> Course:
        """W = 0."""
        state = course(super().start(columns, n_features, key))
        return state._replace(W=self.first_weights(state.W, state.K))

    def first_weights(self, v: Floats, K: int) -> Any:
        """The weights in the form that `weight_layers` knows; v is zero."""
        return Scaled(v, np.ones(1), no_sums())

    def weight_layers(self) -> Layers:
        """Scores and steps of scaled weights."""
        return (SCALED_WEIGHTS,)

    def model_numbers(self, state: Any) -> Floats:
        """The weights, multiplied out."""
        W: Floats = state.W.scale * state.W.v
        return W

    def weight_rows(self, state: Any, features: Ints) -> Floats:
        """Of these features, multiplied out."""
        rows: Floats = state.W.scale * state.W.v[features]
        return rows

    def weights(self, state: Any) -> Floats:
        """The columns in use, a row for each class."""
        return super().weights(state._replace(W=state.W.scale * state.W.v))
