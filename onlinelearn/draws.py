"""Random draws that give the same bits on every machine and with every NumPy.

NumPy promises stable streams for its bit generators, not for `Generator`'s methods, so everything
here is made of PCG64's raw 64-bit words, and no function of the C library decides a bit.
"""

import hashlib
from decimal import Context, Decimal

import numpy as np

from onlinelearn.types import Floats, Ints, Key

# The first word of every key says what is drawn, so that no two uses share a stream.
ORDER, SPLIT, START = 0, 1, 2

EXACT = Context(prec=28)


def bits(key: Key, n: int) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """`n` raw words of the stream that belongs to `key`."""
    # SeedSequence takes (0, 1) and (0, 1, 0) for the same: hash the key, so that no two are.
    hashed = hashlib.sha256(repr(tuple(map(int, key))).encode()).digest()
    return np.random.PCG64(int.from_bytes(hashed, "big")).random_raw(n)


def permutation(key: Key, n: int) -> Ints:
    """A random order of 0..n-1: the ranks of n random words."""
    return np.argsort(bits(key, n), kind="stable").astype(np.int64)


def uniform(key: Key, n: int) -> Floats:
    """`n` numbers in [0, 1), multiples of 2^-53."""
    return (bits(key, n) >> np.uint64(11)).astype(np.float64) * 2.0**-53


def normal(key: Key, n: int) -> Floats:
    """`n` standard normal numbers by Marsaglia's polar method.

    The logarithm is `decimal`'s, which is correctly rounded everywhere; the C library's is not.
    """
    drawn: list[float] = []
    wanted = n
    while len(drawn) < n:
        # 4/pi points are needed for one in the unit disc; ask for a longer prefix when it falls short.
        wanted = wanted * 3 // 2 + 8
        points = 2.0 * uniform(key, 2 * wanted).reshape(-1, 2) - 1.0
        radii = points[:, 0] * points[:, 0] + points[:, 1] * points[:, 1]
        inside = (radii > 0.0) & (radii < 1.0)
        drawn = []
        for (u, v), r in zip(points[inside], radii[inside], strict=True):
            if len(drawn) >= n:
                break
            scale = float(EXACT.sqrt(EXACT.divide(-2 * EXACT.ln(Decimal(float(r))), Decimal(float(r)))))
            drawn += [scale * float(u), scale * float(v)]
    return np.array(drawn[:n])
