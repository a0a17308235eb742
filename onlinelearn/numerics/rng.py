"""Random draws that give the same bits on every machine and with every NumPy.

NumPy promises stable streams for its bit generators, not for `Generator`'s methods, so everything
here is made of PCG64's raw 64-bit words, and no function of the C library decides a bit.
"""

import hashlib
from decimal import Decimal

import numpy as np

from onlinelearn.base import large_arrays
from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.numerics.logarithms import DECIMAL

# The first word of every key says what is drawn, so that no two uses share a stream.
ORDER, SPLIT, START, ASK, DATA, READINGS, LABELS = 0, 1, 2, 3, 4, 5, 6
EVICT, PLAY, WRONG_LABELS = 10, 11, 12
CANDIDATES, VALIDATION, BOOTSTRAP, WEIGHTS = 20, 21, 22, 23

WORD_BYTES = 8

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
    if n * WORD_BYTES > large_arrays.LARGE:
        return _large_permutation(key, n)
    words = bits(key, n)
    order = _order_by_first_bits(words)
    return np.argsort(words, kind="stable").astype(np.int64) if order is None else order


def _order_by_first_bits(words: Words) -> Ints | None:
    """The order of the words, if their first bits decide it, as they all but always do.

    The last bits make room for the word's number, so that plain numbers are sorted: eight times as fast.
    """
    room = np.uint64(len(words).bit_length())
    last_bits = (np.uint64(1) << room) - np.uint64(1)
    numbered = (words & ~last_bits) | np.arange(len(words), dtype=np.uint64)
    numbered.sort()
    first_bits = numbered >> room
    if (first_bits[1:] == first_bits[:-1]).any():
        return None
    return (numbered & last_bits).astype(np.int64)


def _large_permutation(key: Key, n: int) -> Ints:
    """The same order without all words in memory: dealt out by their first bits, then sorted heap by heap."""
    first_bits = (4 * n * WORD_BYTES // large_arrays.LARGE).bit_length()
    shift = np.uint64(64 - first_bits)
    counts = np.zeros(2**first_bits, np.int64)
    source = _stream(key)
    for part in large_arrays.parts(n):
        counts += np.bincount(
            (source.random_raw(part.stop - part.start) >> shift).astype(np.int64), minlength=len(counts)
        )
    ends = np.cumsum(counts)
    free = ends - counts
    words, order = large_arrays.zeros(n, np.uint64), large_arrays.zeros(n, np.int64)
    source = _stream(key)
    for part in large_arrays.parts(n):
        drawn = source.random_raw(part.stop - part.start)
        heap = (drawn >> shift).astype(np.int64)
        by_heap = np.argsort(heap, kind="stable")
        here = np.bincount(heap, minlength=len(counts))
        rank = np.arange(len(heap)) - np.repeat(np.cumsum(here) - here, here)
        place = free[heap[by_heap]] + rank
        words[place], order[place] = drawn[by_heap], by_heap + part.start
        free += here
    for begin, end in zip(ends - counts, ends, strict=True):
        order[begin:end] = order[begin:end][np.argsort(words[begin:end], kind="stable")]
    return order


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
