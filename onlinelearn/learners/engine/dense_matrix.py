"""The ellipsoid's M as a matrix, for streams with as many terms as it has rows."""

from onlinelearn.base.arrays import Floats


def add(p: Floats, a: float, v: Floats) -> None:
    """p ← p + a·v."""
    for j in range(p.shape[0]):
        p[j] += a * v[j]


def subtract(M: Floats, a: float, v: Floats) -> None:
    """M ← M - a·vvᵀ, symmetric to the last bit: what is not symmetric would never shrink again."""
    for i in range(v.shape[0]):
        vi = v[i]
        for j in range(v.shape[0]):
            M[i, j] -= a * (vi * v[j])


def multiply_out(U: Floats, kappa: Floats, M: Floats, K: int) -> None:
    """M ← I - Σ κ_i u_i u_iᵀ over the n rows of U."""
    n = U.shape[1]
    for i in range(n):
        M[i, i] = 1.0
    for t in range(n):
        subtract(M, kappa[t], U[t])
    if K > 1:
        center(M, K)


def lift(M: Floats, K: int) -> int:
    """Double M until its largest diagonal element is above 1/2, or it would vanish; returns how often.

    A sum of fewer than n terms leaves a direction untouched, so only the matrix needs it. Powers of
    two change no bit of what is computed with M.
    """
    n = M.shape[0]
    doublings = 0
    largest = 0.0
    for i in range(n):
        largest = max(largest, M[i, i])
    if 0.0 < largest < 0.5:
        while largest < 0.5:
            largest *= 2.0
            doublings += 1
            for i in range(n):
                add(M[i], 1.0, M[i])
        if K > 1:
            center(M, K)
    return doublings


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
