"""The ellipsoid's shape, exact and cheap: P = σM with M = I - Σ κ_i u_i u_iᵀ.

Nothing of size (Kd)² is formed while few terms have been added; with as many terms as dimensions
the sum would cost more than M itself, and M takes its place. Vectors over all classes are stored
class by class: element k·d + j belongs to feature j of class k.
"""

from typing import NamedTuple

import numpy as np

from onlinelearn.learners.linear import dot
from onlinelearn.types import Floats, Ints

FLAT = 1e-13
"""zᵀMz below this part of ‖z‖²: M is flat in that direction, and shrinks no further."""

NOTHING = 1e-15
"""zᵀMz below this part of ‖z‖²: what is left of Mz is rounding, and no direction to move in."""

RANK, DENSE = 0, 1


class Shape(NamedTuple):
    """M, as a sum of terms or, once `form[DENSE]` is set, as the matrix itself."""

    U: Floats  # (room, n): the u_i, row by row
    kappa: Floats  # (room,)
    M: Floats  # (n, n), or nothing while there is no room for n terms
    p: Floats  # (n,): Mz of the round
    form: Ints  # [the number of terms, whether M has taken their place]


def round_shape(n: int) -> Shape:
    """M = I in n dimensions, with room for no terms yet."""
    return Shape(np.zeros((0, n)), np.zeros(0), np.zeros((0, 0)), np.zeros(n), np.zeros(2, np.int64))


def with_room(shape: Shape, terms: int) -> Shape:
    """The same shape with room for `terms` terms in all (more than n are never stored)."""
    n = shape.p.size
    room = min(terms, n)
    if room <= len(shape.U):
        return shape
    # Double at least, so that a long stream in small pieces is copied a few times only.
    room = min(max(room, 2 * len(shape.U)), n)
    rank = shape.form[RANK]
    U, kappa = np.zeros((room, n)), np.zeros(room)
    U[:rank], kappa[:rank] = shape.U[:rank], shape.kappa[:rank]
    return shape._replace(U=U, kappa=kappa, M=np.zeros((n, n)) if room == n else shape.M)


def along(v: Floats, r: int, q: int, x: Floats) -> float:
    """v·z for z = e_r⊗x - e_q⊗x (a column of -1 is absent)."""
    d = x.shape[0]
    ahead = dot(v[r * d : (r + 1) * d], x) if r >= 0 else 0.0
    behind = dot(v[q * d : (q + 1) * d], x) if q >= 0 else 0.0
    return ahead - behind


def add(p: Floats, a: float, v: Floats) -> None:
    """p ← p + a·v."""
    for j in range(p.shape[0]):
        p[j] += a * v[j]


def multiply(shape: Shape, r: int, q: int, x: Floats) -> float:
    """p ← Mz; returns zᵀMz."""
    U, M, p = shape.U, shape.M, shape.p
    d = x.shape[0]
    for j in range(p.shape[0]):
        p[j] = 0.0
    if shape.form[DENSE] == 1:
        for j in range(d):
            if r >= 0:
                add(p, x[j], M[r * d + j])
            if q >= 0:
                add(p, -x[j], M[q * d + j])
    else:
        if r >= 0:
            add(p[r * d : (r + 1) * d], 1.0, x)
        if q >= 0:
            add(p[q * d : (q + 1) * d], -1.0, x)
        for i in range(shape.form[RANK]):
            add(p, -shape.kappa[i] * along(U[i], r, q, x), U[i])
    return along(p, r, q, x)


def follow(W: Floats, K: int, a: float, p: Floats) -> None:
    """W ← W + a·p; W is stored feature by feature, p class by class."""
    d = W.shape[0]
    for k in range(K):
        for j in range(d):
            W[j, k] += a * p[k * d + j]


def shrink(shape: Shape, K: int, kappa: float, zp: float) -> float:
    """M ← M - κuuᵀ with u = p/√(zᵀp), after `multiply`; returns what M was then rescaled by."""
    U, M, p = shape.U, shape.M, shape.p
    n = p.shape[0]
    rank = shape.form[RANK]
    if rank == n and shape.form[DENSE] == 0:
        make_dense(shape, K)
    if shape.form[DENSE] == 1:
        subtract(M, kappa / zp, p)
        return rescale(M, K)
    root = np.sqrt(zp)
    for j in range(n):
        U[rank, j] = p[j] / root
    shape.kappa[rank] = kappa
    shape.form[RANK] = rank + 1
    return 1.0


def subtract(M: Floats, a: float, v: Floats) -> None:
    """M ← M - a·vvᵀ, symmetric to the last bit: what is not symmetric would never shrink again."""
    for i in range(v.shape[0]):
        vi = v[i]
        for j in range(v.shape[0]):
            M[i, j] -= a * (vi * v[j])


def rescale(M: Floats, K: int) -> float:
    """Keep M's largest diagonal element above 1/2, or it would vanish; returns the factor.

    A sum of fewer than n terms leaves a direction untouched, so only the matrix needs it. The
    factor is a power of two: it changes no bit of what is computed with M, and σ, where it is kept,
    takes it exactly.
    """
    n = M.shape[0]
    factor = 1.0
    largest = 0.0
    for i in range(n):
        largest = max(largest, M[i, i])
    if 0.0 < largest < 0.5:
        while largest < 0.5:
            largest *= 2.0
            factor *= 2.0
            for i in range(n):
                add(M[i], 1.0, M[i])
        if K > 1:
            center(M, K)
    return factor


def center(M: Floats, K: int) -> None:
    """Take out of M the directions that move all classes at once.

    No z has a part in them, so that no Mz changes; but M would stay the identity there while it
    shrinks everywhere else, and its rounding errors would swamp the rest.
    """
    n = M.shape[0]
    d = n // K
    for i in range(n):
        for j in range(d):
            mean = 0.0
            for k in range(K):
                mean += M[i, k * d + j]
            for k in range(K):
                M[i, k * d + j] -= mean / K
    for i in range(d):
        for j in range(n):
            mean = 0.0
            for k in range(K):
                mean += M[k * d + i, j]
            for k in range(K):
                M[k * d + i, j] -= mean / K
    for i in range(n):
        for j in range(i):
            M[i, j] = M[j, i] = 0.5 * (M[i, j] + M[j, i])


def make_dense(shape: Shape, K: int) -> None:
    """Multiply the n terms out."""
    U, M = shape.U, shape.M
    n = U.shape[1]
    for i in range(n):
        M[i, i] = 1.0
    for t in range(n):
        subtract(M, shape.kappa[t], U[t])
    if K > 1:
        center(M, K)
    shape.form[DENSE] = 1
