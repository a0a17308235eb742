"""IELLIP with P as a matrix, by BLAS: what the low-rank form is held against, in results and in time."""

from collections.abc import Callable
from math import inf

import numpy as np
from scipy.linalg.blas import daxpy, ddot, dgemv, dger
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from onlinelearn.base.arrays import Floats, Ints

Multiply = Callable[[Floats, int, int, Floats], Floats]


def whole(P: Floats, r: int, q: int, x: Floats) -> Floats:
    """Pz as the paper has it."""
    d = len(x)
    z = np.zeros(len(P))
    z[r * d : (r + 1) * d] = x
    z[q * d : (q + 1) * d] = -x
    return dgemv(1.0, P, z)


def blocks(P: Floats, r: int, q: int, x: Floats) -> Floats:
    """Pz by the two blocks of columns that z touches: the least that a matrix lets one do."""
    d = len(x)
    ahead = dgemv(1.0, P[:, r * d : (r + 1) * d], x)
    return dgemv(-1.0, P[:, q * d : (q + 1) * d], x, beta=1.0, y=ahead, overwrite_y=True)


def iellip(
    X: Floats, y: Ints, K: int, b: float, c: float, margin: float, multiply: Multiply
) -> tuple[int, Floats]:
    """(10) and (15) over the rows in their order: the mistakes, each an update, and W.

    P is left as it is where (15) divides it by 1 - c_t: W doesn't depend on its scale.
    """
    d = X.shape[1]
    W, P, c_t, mistakes = np.zeros((K, d)), np.eye(K * d, order="F"), c, 0
    with threadpool_limits(1):  # on a busy machine more threads only wait for each other
        for x, r in zip(X, y.tolist(), strict=True):
            s = W @ x
            own, s[r] = s[r], -inf
            q = int(s.argmax())
            eta = own - s[q]
            if eta <= 0:
                Pz = multiply(P, r, q, x)
                zPz = ddot(Pz[r * d : (r + 1) * d], x) - ddot(Pz[q * d : (q + 1) * d], x)
                daxpy(Pz, W.reshape(-1), a=(margin - eta) / zPz)
                if c_t >= 1e-17:  # else no bit of P would change
                    P = dger(-c_t / zPz, Pz, Pz, a=P, overwrite_a=True)
                c_t *= b
                mistakes += 1
    return mistakes, W
