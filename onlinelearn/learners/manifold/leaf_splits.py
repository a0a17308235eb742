"""A random-projection tree: which leaf an example falls into (Dasgupta & Freund, STOC 2008)."""

from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.learners.engine.geometry import dot
from onlinelearn.numerics import rng


class Splits(NamedTuple):
    """The inner nodes. A child is a node's number, or ~i for leaf i."""

    direction: Floats  # (room, d): v of each node, drawn beforehand
    threshold: Floats  # (room,): an example goes to the second child where v·x is above this
    child: Ints  # (room, 2)
    used: Ints  # (1,): how many nodes there are


def empty(d: int) -> Splits:
    """One leaf, or none yet."""
    return Splits(np.empty((0, d)), np.empty(0), np.empty((0, 2), np.int64), np.zeros(1, np.int64))


def grown(splits: Splits, room: int, key: Key) -> Splits:
    """The same with room for more nodes; the directions of a key are always the same."""
    n, d = splits.used[0], splits.direction.shape[1]
    threshold, child = np.empty(room), np.empty((room, 2), np.int64)
    threshold[:n], child[:n] = splits.threshold[:n], splits.child[:n]
    return splits._replace(direction=directions(key, room, d), threshold=threshold, child=child)


def directions(key: Key, n: int, d: int) -> Floats:
    """n random directions, two coordinates at a time from the unit disc: no axis is preferred."""
    pairs = -(-d // 2)
    drawn = rng.disc(key, n * pairs).reshape(n, 2 * pairs)
    return np.ascontiguousarray(drawn[:, :d])


def route(splits: Splits, x: Floats) -> tuple[int, int, int, int]:
    """The leaf of x, the node above it (-1: none), which of its children the leaf is, and how deep it is."""
    node, above, side, depth = 0 if splits.used[0] else ~0, -1, 0, 0
    while node >= 0:
        depth += 1
        above = node
        side = 1 if dot(splits.direction[node], x) > splits.threshold[node] else 0
        node = splits.child[node, side]
    return ~node, above, side, depth


def divide(splits: Splits, above: int, side: int, threshold: float, first: int, second: int) -> None:
    """The leaf below this node becomes a node with two leaves."""
    node = splits.used[0]
    splits.threshold[node] = threshold
    splits.child[node, 0], splits.child[node, 1] = ~first, ~second
    if above >= 0:
        splits.child[above, side] = node
    splits.used[0] = node + 1
