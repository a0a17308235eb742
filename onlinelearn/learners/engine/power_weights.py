"""Weights that are powers of α: the layer that keeps their exponents, so that products lose nothing.

An exponent may go as far as it likes; the weight itself stops at 2^±400, where nothing else in a sum
would be seen beside it. Powers are products of α's squares, in a fixed order: the same bits
everywhere, and no drift.
"""

from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.features import feature, n_features, value
from onlinelearn.learners.engine.primitives import Layer, primitive

FARTHEST = 2.0**400


class Powers(NamedTuple):
    """In the place of W: w = α^k, or w = α^k - α^-k where they are balanced (w⁺ = α^k, w⁻ = α^-k)."""

    w: Floats  # (d, columns)
    k: Ints  # (d, columns): the exponents
    alpha: Floats  # (64,): α^(2^i), as far as weights go
    theta: float  # the threshold that scores are compared with
    balanced: bool
    overflow: Floats  # (1,): not a number once an example's norm has overflowed


def first_powers(w: Floats, columns: int, alpha: float, theta: float, balanced: bool) -> Powers:
    """All exponents are zero; `w` is overwritten."""
    w[:, :columns] = 0.0 if balanced else 1.0
    squares = [alpha]
    for _ in range(63):
        squares.append(min(squares[-1] * squares[-1], FARTHEST))
    return Powers(w, np.zeros(w.shape, np.int64), np.array(squares), theta, balanced, np.zeros(1))


def score(W: Powers, x: Floats, s: Floats) -> None:
    """s ← Wᵀx - θ; where there are several classes θ is zero."""
    geometry.score(W.w, x, s)
    s[0] -= W.theta


def peek(W: Powers, x: Floats, s: Floats) -> None:
    """The same outside a step."""
    score(W, x, s)


def squared_norm(W: Powers, K: int, x: Floats) -> float:
    """‖x‖² whatever K, marked if it overflows: an example without length turns nothing."""
    squared = geometry.squared_length(x)
    W.overflow[0] += 0.0 * squared
    return squared


def turn(W: Powers, r: int, q: int, x: Floats) -> None:
    """Promote the active features of r and demote those of q; negative values the other way round."""
    for t in range(n_features(x)):
        v = value(x, t)
        if v != 0.0:
            up = 1 if v > 0.0 else -1
            if r >= 0:
                turn_one(W, feature(x, t), r, up)
            if q >= 0:
                turn_one(W, feature(x, t), q, -up)


@primitive
def turn_one(W: Powers, j: int, column: int, up: int) -> None:
    """Multiply a weight by α^up."""
    k = W.k[j, column] + up
    W.k[j, column] = k
    W.w[j, column] = power(W.alpha, k) - (power(W.alpha, -k) if W.balanced else 0.0)


def power(squares: Floats, k: int) -> float:
    """α^k, within the limits."""
    product = 1.0
    left = abs(k)
    i = 0
    while left > 0:
        if left & 1:
            product = min(product * squares[i], FARTHEST)
        left >>= 1
        i += 1
    return product if k >= 0 else 1.0 / product


POWER_WEIGHTS = Layer({geometry.score: score, geometry.peek: peek, geometry.squared_norm: squared_norm})
