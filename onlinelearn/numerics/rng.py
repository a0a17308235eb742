"""Random draws that give the same bits on every machine and with every NumPy.

NumPy promises stable streams for its bit generators, not for `Generator`'s methods, so everything
here is made of PCG64's raw 64-bit words, and no function of the C library decides a bit.
"""

import hashlib
from decimal import Decimal

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.numerics.logarithms import DECIMAL

# The first word of every key says what is drawn, so that no two uses share a stream.
ORDER, SPLIT, START, ASK, DATA, READINGS, LABELS = 0, 1, 2, 3, 4, 5, 6
EVICT, PLAY, WRONG_LABELS = 10, 11, 12
CANDIDATES, VALIDATION, BOOTSTRAP = 20, 21, 22

Words = np.ndarray[tuple[int], np.dtype[np.uint64]]


def bits(key: Key, n: int) -> Words:
    """`n` raw words of the stream that belongs to `key`."""
    return _stream(key).random_raw(n)


def _stream(key: Key) -> np.random.PCG64:
    # SeedSequence takes (0, 1) and (0, 1, 0) for the same: hash the key, so that no two are.
    hashed = hashlib.sha256(repr(tuple(map(int, key))).encode()).digest()
    return np.random.PCG64(int.from_bytes(hashed, "big"))


class Coins:
    """The numbers in [0, 1) of the stream that belongs to `key`, however many at a time."""

    def __init__(self, key: Key) -> None:
        self._source = _stream(key)

    def toss(self, n: int) -> Floats:
        """The next `n` of them."""
        return _fractions(self._source.random_raw(n))


def permutation(key: Key, n: int) -> Ints:
    """A random order of 0..n-1: the ranks of n random words."""
    return np.argsort(bits(key, n), kind="stable").astype(np.int64)


def uniform(key: Key, n: int) -> Floats:
    """`n` numbers in [0, 1), multiples of 2^-53."""
    return _fractions(bits(key, n))


def _fractions(words: Words) -> Floats:
    return (words >> np.uint64(11)).astype(np.float64) * 2.0**-53


def disc(key: Key, n: int) -> Floats:
    """`n` points, uniform in the unit disc without its centre: the first of a square's that lie there."""
    points, wanted = np.empty((0, 2)), n
    while len(points) < n:
        # 4/pi points are needed for one in the disc; ask for a longer prefix when it falls short.
        wanted = wanted * 3 // 2 + 8
        square = 2.0 * uniform(key, 2 * wanted).reshape(-1, 2) - 1.0
        radii = square[:, 0] * square[:, 0] + square[:, 1] * square[:, 1]
        points = square[(radii > 0.0) & (radii < 1.0)]
    return points[:n]


def normal(key: Key, n: int) -> Floats:
    """`n` standard normal numbers by Marsaglia's polar method.

    Logarithm and root are `decimal`'s, correctly rounded everywhere; the C library's may not be.
    """
    drawn: list[float] = []
    for u, v in disc(key, (n + 1) // 2):
        r = Decimal(float(u * u + v * v))
        scale = float(DECIMAL.sqrt(DECIMAL.divide(-2 * DECIMAL.ln(r), r)))
        drawn += [scale * float(u), scale * float(v)]
    return np.array(drawn[:n])
