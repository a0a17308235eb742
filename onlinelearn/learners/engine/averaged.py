"""Averaged weights: the layer that keeps the mean of all weights of a stream, to predict with afterwards.

The k-th update Δ, made in round t_k, is part of the weights of all later rounds, so that the sum of
the weights before each of T rounds is T·w - Σ t_k Δ_k. Keeping that second sum costs a round
without an update nothing. What is called below are the functions of the layers below this one: those
of plain weights, of sparse examples, or of powers.
"""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine import ellipsoid, geometry, power_weights, scaled
from onlinelearn.learners.engine.power_weights import Powers
from onlinelearn.learners.engine.primitives import Layer


class Averaged(NamedTuple):
    """In the place of W: the weights now, and the sums that their mean is made of."""

    now: Any  # (d, columns), or powers of that shape
    past: Floats  # (d, columns): Σ t_k Δ_k
    spread: Floats  # (columns,): t·τ of the round
    rounds: Floats  # (1,): t


def averaged(W: Any) -> Any:
    """Weights whose mean is kept from now on: `Averaged`, but for those that keep it by themselves."""
    if scaled.is_scaled(W):
        return scaled.averaged(W)
    w: Floats = W.w if isinstance(W, Powers) else W
    return Averaged(W, np.zeros_like(w), np.zeros(w.shape[1]), np.zeros(1))


def current(W: Any) -> Any:
    """The weights that the next round begins with."""
    return W.now if isinstance(W, Averaged) else W


def predicting(W: Any) -> Any:
    """The weights that predictions after the stream are made with: the mean, where it is kept."""
    if scaled.is_scaled(W):
        return scaled.predicting(W)
    if isinstance(W, Averaged) and W.rounds[0]:
        behind = W.past / W.rounds
        return W.now._replace(w=W.now.w - behind) if isinstance(W.now, Powers) else W.now - behind
    return current(W)


def score(W: Averaged, x: Floats, s: Floats) -> None:
    """A round begins: every step scores its example once."""
    W.rounds[0] += 1.0
    geometry.score(W.now, x, s)


def peek(W: Averaged, x: Floats, s: Floats) -> None:
    """Scores, and no round."""
    geometry.peek(W.now, x, s)


def pause(W: Averaged) -> None:
    """The weights of a round without a label are part of the mean too."""
    W.rounds[0] += 1.0


def squared_norm(W: Averaged, K: int, x: Floats) -> float:
    """‖z‖²."""
    return geometry.squared_norm(W.now, K, x)


def move(W: Averaged, r: int, q: int, tau: float, x: Floats) -> None:
    """W ← W + τz."""
    geometry.move(W.now, r, q, tau, x)
    geometry.move(W.past, r, q, W.rounds[0] * tau, x)


def move_all(W: Averaged, tau: Floats, x: Floats) -> None:
    """W_k ← W_k + τ_k x for every class k."""
    geometry.move_all(W.now, tau, x)
    for k in range(tau.shape[0]):
        W.spread[k] = W.rounds[0] * tau[k]
    geometry.move_all(W.past, W.spread, x)


def follow(W: Averaged, K: int, a: float, p: Floats) -> None:
    """W ← W + a·p."""
    ellipsoid.follow(W.now, K, a, p)
    ellipsoid.follow(W.past, K, W.rounds[0] * a, p)


def weight(W: Averaged, j: int, k: int) -> float:
    """W_jk as it is now."""
    return geometry.weight(W.now, j, k)


def nudge(W: Averaged, j: int, k: int, by: float) -> None:
    """W_jk ← W_jk + by."""
    geometry.nudge(W.now, j, k, by)
    geometry.nudge(W.past, j, k, W.rounds[0] * by)


def put(W: Averaged, j: int, k: int, w: float) -> None:
    """W_jk ← w."""
    W.past[j, k] += W.rounds[0] * (w - W.now[j, k])
    geometry.put(W.now, j, k, w)


def turn_one(W: Averaged, j: int, column: int, up: int) -> None:
    """Multiply a weight by α^up."""
    before = W.now.w[j, column]
    power_weights.turn_one(W.now, j, column, up)
    W.past[j, column] += W.rounds[0] * (W.now.w[j, column] - before)


AVERAGED_WEIGHTS = Layer(
    {
        geometry.score: score,
        geometry.peek: peek,
        geometry.pause: pause,
        geometry.squared_norm: squared_norm,
        geometry.move: move,
        geometry.move_all: move_all,
        geometry.weight: weight,
        geometry.nudge: nudge,
        geometry.put: put,
        ellipsoid.follow: follow,
        power_weights.turn_one: turn_one,
    }
)
