"""Averaged weights, for predictions after the stream: the mean of all weights that it saw.

The k-th update Δ, made in round t_k, is part of the weights of all later rounds, so that the sum of
the weights before each of T rounds is T·w - Σ t_k Δ_k. Keeping that second sum costs a round
without an update nothing. `link` puts these functions in the place of their namesakes in a step.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.ellipsoid import follow as plain_follow
from onlinelearn.learners.engine.linear import move as plain_move
from onlinelearn.learners.engine.linear import move_all as plain_move_all
from onlinelearn.learners.engine.linear import score as plain_score
from onlinelearn.learners.engine.linear import squared_norm as plain_squared_norm
from onlinelearn.learners.engine.powers import Powers
from onlinelearn.learners.engine.powers import turn_one as plain_turn_one


class Averaged(NamedTuple):
    """In the place of W: the weights now, and what their mean is made of."""

    now: Any  # (d, columns), or powers of that shape
    past: Floats  # (d, columns): Σ t_k Δ_k
    spread: Floats  # (columns,): t·τ of the round
    rounds: Floats  # (1,): t


def averaged(W: Any) -> Averaged:
    """Weights whose mean is kept from now on."""
    w: Floats = W.w if isinstance(W, Powers) else W
    return Averaged(W, np.zeros_like(w), np.zeros(w.shape[1]), np.zeros(1))


def current(W: Any) -> Any:
    """The weights that the next round begins with."""
    return W.now if isinstance(W, Averaged) else W


def deciding(W: Any) -> Any:
    """The weights that predictions after the stream are made with: the mean, where it is kept."""
    if isinstance(W, Averaged) and W.rounds[0]:
        behind = W.past / W.rounds
        return W.now._replace(w=W.now.w - behind) if isinstance(W.now, Powers) else W.now - behind
    return current(W)


def score(W: Averaged, x: Floats, s: Floats) -> None:
    """A round begins: every step scores its example once."""
    W.rounds[0] += 1.0
    plain_score(W.now, x, s)


def peek(W: Averaged, x: Floats, s: Floats) -> None:
    """Scores, and no round."""
    plain_score(W.now, x, s)


def pause(W: Averaged) -> None:
    """The weights of a round without a label are part of the mean too."""
    W.rounds[0] += 1.0


def squared_norm(W: Averaged, K: int, x: Floats) -> float:
    """‖z‖²."""
    return plain_squared_norm(W.now, K, x)


def move(W: Averaged, r: int, q: int, tau: float, x: Floats) -> None:
    """W ← W + τz."""
    plain_move(W.now, r, q, tau, x)
    plain_move(W.past, r, q, W.rounds[0] * tau, x)


def move_all(W: Averaged, tau: Floats, x: Floats) -> None:
    """W_k ← W_k + τ_k x for every class k."""
    plain_move_all(W.now, tau, x)
    for k in range(tau.shape[0]):
        W.spread[k] = W.rounds[0] * tau[k]
    plain_move_all(W.past, W.spread, x)


def follow(W: Averaged, K: int, a: float, p: Floats) -> None:
    """W ← W + a·p."""
    plain_follow(W.now, K, a, p)
    plain_follow(W.past, K, W.rounds[0] * a, p)


def nudge(W: Averaged, j: int, k: int, by: float) -> None:
    """W_jk ← W_jk + by."""
    W.now[j, k] += by
    W.past[j, k] += W.rounds[0] * by


def turn_one(W: Averaged, j: int, column: int, up: int) -> None:
    """Multiply a weight by α^up."""
    before = W.now.w[j, column]
    plain_turn_one(W.now, j, column, up)
    W.past[j, column] += W.rounds[0] * (W.now.w[j, column] - before)


AVERAGING: dict[str, Callable[..., Any]] = {
    "score": score,
    "peek": peek,
    "pause": pause,
    "squared_norm": squared_norm,
    "move": move,
    "move_all": move_all,
    "follow": follow,
    "nudge": nudge,
    "turn_one": turn_one,
}
