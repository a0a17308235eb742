"""Random directions, made of + - * / and √ alone, so that every machine gets the same bits."""

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.numerics import rng
from onlinelearn.numerics.sums import column_sums, squared_norms


def directions(key: Key, n: int, d: int) -> Floats:
    """`n` vectors, uniform on the unit sphere of R^d.

    Taken in pairs, the coordinates of such a vector are complex numbers with uniform phases, and
    their squared moduli are the gaps that uniform numbers leave in [0, 1]: no logarithm is needed.
    Of an odd d, the first d coordinates of a vector in R^(d + 1) have the right direction.
    """
    pairs = (d + 1) // 2
    cuts = np.sort(rng.uniform((*key, 0), n * (pairs - 1)).reshape(n, pairs - 1), axis=1)
    moduli = np.sqrt(np.diff(cuts, axis=1, prepend=0.0, append=1.0))
    phases = unit(rng.disc((*key, 1), n * pairs)).reshape(n, pairs, 2)
    return unit((moduli[:, :, None] * phases).reshape(n, 2 * pairs)[:, :d])


def unit(X: Floats) -> Floats:
    """The rows, divided by their norms."""
    return X / np.sqrt(squared_norms(X))[:, None]


def inner(X: Floats, u: Floats) -> Floats:
    """x·u for each row x."""
    return column_sums((X * u).T)
