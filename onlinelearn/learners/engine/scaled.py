"""Scaled weights, W = scale·v: their scores, and their mean.

To multiply all such weights costs one number, `scale`, and a sparse example still costs what is not
zero. The sum over the rounds of scale_t·v_t is A·v - Σ A_k Δ_k, where A is the sum of all scales so far,
A_k what it was in round k, and Δ_k the change of v that this round made.
"""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine import geometry

TOTAL, ROUNDS, LARGEST = range(3)

FALLEN = 1e-4
"""A scale that falls below this part of an earlier one: then A·v is so much larger than the mean that the
difference would lose digits."""


class Sums(NamedTuple):
    """The sums that the mean of all weights is made of."""

    kept: bool  # whether there is a mean
    past: Floats  # (d, columns): Σ A_k Δ_k; nothing where no mean is kept
    clock: Floats  # A, the number of rounds, and the largest scale since A began


def no_sums() -> Sums:
    """No mean is kept."""
    return Sums(False, np.zeros((0, 0)), np.zeros(3))


def is_scaled(W: Any) -> bool:
    """Whether weights are of a form that is scaled, and keeps the sums behind its mean by itself."""
    return isinstance(getattr(W, "sums", None), Sums)


def averaged(W: Any) -> Any:
    """The same weights, whose mean is kept from now on."""
    return W._replace(sums=Sums(True, np.zeros_like(W.v), np.zeros(3)))


def predicting(W: Any) -> Any:
    """The weights that predictions after the stream are made with: the mean, where it is kept."""
    A, rounds, _ = W.sums.clock.tolist()
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
    W.sums.clock[LARGEST] = max(W.sums.clock[LARGEST], W.scale[0])


def squared_norm(W: Any, K: int, x: Floats) -> float:
    """‖z‖²."""
    return geometry.squared_norm(W.v, K, x)


def settle(sums: Sums, v: Floats) -> None:
    """Take what the mean has of v so far into `past`: A begins anew, and v may change by any factor."""
    if sums.kept:
        for j in range(v.shape[0]):
            for k in range(v.shape[1]):
                sums.past[j, k] -= sums.clock[TOTAL] * v[j, k]
        sums.clock[TOTAL] = sums.clock[LARGEST] = 0.0
