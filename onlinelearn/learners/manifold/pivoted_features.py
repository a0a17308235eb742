"""A kernel's space in coordinates: K ≈ GGᵀ on given examples, by Cholesky's method with pivots.

Each pivot is the example that those before it express worst; where every example is expressed to
rounding, no more are needed. A smooth kernel on n examples so has r ≪ n features. Any f of the space
that the pivots span is g·v with ‖f‖ = ‖v‖, and an expansion on the pivots alone.
"""

from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.geometry import dot
from onlinelearn.learners.engine.kernels import KERNELS, Kernel, KernelNumbers, kernel
from onlinelearn.learners.engine.linking import frozen, link

EXPRESSED = 1e-8
"""The share of each example's squared length that may be left: risks then agree to about as much."""


class Features(NamedTuple):
    """The examples in coordinates, and which of them are the pivots."""

    G: Floats  # (n, r); the pivots' rows, in their order, are a lower triangle
    pivots: Ints  # (r,)


def features(X: Floats, name: Kernel, numbers: KernelNumbers) -> Features:
    """The coordinates of the rows of X."""
    n = len(X)
    G, pivots = np.zeros((n, n)), np.empty(n, np.int64)
    factorising = link(factorise, name, (KERNELS[name],))
    r = factorising(frozen(X), numbers, G, pivots, *np.empty((2, n)), EXPRESSED)
    return Features(np.ascontiguousarray(G[:, :r]), pivots[:r].copy())


def factorise(
    X: Floats, numbers: KernelNumbers, G: Floats, pivots: Ints, own: Floats, left: Floats, expressed: float
) -> int:
    """Fill G column by column; return how many there are. `left` is what of `own` is not expressed."""
    n: int = X.shape[0]
    for i in range(n):
        own[i] = left[i] = kernel(X[i], X[i], numbers)
    for r in range(n):
        pivot, most = -1, expressed
        for i in range(n):
            # Each by its own length: beside one long row all short ones would be next to nothing.
            share = left[i] / own[i] if own[i] > 0.0 else 0.0
            pivot = i if share > most else pivot
            most = share if share > most else most
        if pivot < 0:
            return r
        pivots[r] = pivot
        length = np.sqrt(left[pivot])
        for i in range(n):
            # A pivot has nothing left: its later coordinates are exactly zero.
            if left[i] > 0.0:
                product = kernel(X[i], X[pivot], numbers) - dot(G[i, :r], G[pivot, :r])
                G[i, r] = product / length
                left[i] -= G[i, r] * G[i, r]
        left[pivot] = 0.0
    return n
