"""Kernels computed ahead: k(x_i, x) for the examples of several rounds at once.

A round compares its example with all of the support. Once that is larger than a CPU's near caches, a round
waits for memory. So each row of the support is compared with the next few examples while it is at hand;
what comes into the support meanwhile is compared in its round. The bits are those of one after the other.
"""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.features import feature, n_features, value
from onlinelearn.learners.engine.geometry import row
from onlinelearn.learners.engine.kernels import kernel

ROUNDS = 8
"""More bring nothing, since more examples than these don't stay in the nearest cache."""


class Ahead(NamedTuple):
    """The examples of the next rounds, and their kernels with the support as it was before the first."""

    x: Floats  # (ROUNDS, d)
    k: Floats  # (ROUNDS, room)
    first: Floats  # (1,): the round of the first example
    known: Ints  # (2,): how many examples and rows of the support were compared


def nothing_ahead(d: int, room: int) -> Ahead:
    """Nothing compared yet, with so much room."""
    return Ahead(np.zeros((ROUNDS, d)), np.zeros((ROUNDS, room)), np.zeros(1), np.zeros(2, np.int64))


def look_ahead(state: Any, X: Floats, order: Ints, t: int) -> None:
    """Compare the examples of this and the next rounds with the support, where no row of it can give way."""
    if t % ROUNDS:
        return
    W = state.W
    ahead, rounds, n = W.ahead, min(ROUNDS, order.shape[0] - t), W.used[0]
    ahead.known[0] = 0
    if rounds == 1 or n + rounds > W.rows.shape[0]:
        return
    for b in range(rounds):
        write(row(X, order[t + b]), ahead.x[b])
    for i in range(n):
        for b in range(rounds):
            ahead.k[b, i] = kernel(W.rows[i], ahead.x[b], W.numbers)
    ahead.first[0] = W.rounds[0] + 1.0
    ahead.known[0], ahead.known[1] = rounds, n


def compare(W: Any, x: Floats) -> None:
    """k(x_i, x) of the round's example with all of the support; what is known of it is not computed again."""
    write(x, W.x)
    known, b = 0, int(W.rounds[0] - W.ahead.first[0])
    if 0 <= b < W.ahead.known[0]:
        known = W.ahead.known[1]
    for i in range(known):
        W.k[i] = W.ahead.k[b, i]
    for i in range(known, W.used[0]):
        W.k[i] = kernel(W.rows[i], W.x, W.numbers)


def write(x: Floats, to: Floats) -> None:
    """The example, sparse perhaps, as the rows of the support are."""
    for j in range(to.shape[0]):
        to[j] = 0.0
    for t in range(n_features(x)):
        to[feature(x, t)] = value(x, t)
