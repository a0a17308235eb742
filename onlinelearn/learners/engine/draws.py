"""Random numbers for a step: drawn before a stretch of the stream, with our own bits, and read one by one."""

from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.numerics import rng


class Draws(NamedTuple):
    """The numbers in [0, 1) of a key's stream, as many as may be needed until more are drawn."""

    fractions: Floats
    used: Ints  # (1,): how many have been read
    key: Ints


def draws(key: Key) -> Draws:
    """None is drawn yet."""
    return Draws(np.zeros(0), np.zeros(1, np.int64), np.array(key, np.int64))


def with_room(drawn: Draws, n: int) -> Draws:
    """The same stream, with n numbers at least that are not read yet."""
    wanted, room = int(drawn.used[0]) + n, len(drawn.fractions)
    if wanted <= room:
        return drawn
    # Twice as many at least: a stream in small pieces draws its beginning again a few times only.
    return drawn._replace(fractions=rng.uniform(tuple(drawn.key.tolist()), max(wanted, 2 * room)))


def without_room(drawn: Draws) -> Draws:
    """The same place in the stream, with nothing drawn in advance: what is read is not kept."""
    return drawn._replace(fractions=drawn.fractions[:0])


def next_fraction(drawn: Draws) -> float:
    """The next number."""
    drawn.used[0] += 1
    return float(drawn.fractions[drawn.used[0] - 1])
