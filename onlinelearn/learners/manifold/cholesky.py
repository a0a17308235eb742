"""Symmetric positive matrices by Cholesky's method, with sums in a fixed order: no BLAS decides a bit."""

from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.geometry import dot
from onlinelearn.learners.engine.linking import link


def factor(H: Floats) -> Floats:
    """R, a lower triangle with RRᵀ = H; of H the lower triangle is read."""
    R = np.tril(H)
    if _compiled(decompose)(R) < 0:
        raise LearnerError("the batch problem is singular to rounding; raise lambda1")
    return R


def decompose(R: Floats) -> int:
    """A lower triangle into its factor, in its own place; -1 if the matrix is not positive."""
    for i in range(R.shape[0]):
        for j in range(i):
            R[i, j] = (R[i, j] - dot(R[i, :j], R[j, :j])) / R[j, j]
        rest = R[i, i] - dot(R[i, :i], R[i, :i])
        if not rest > 0.0:
            return -1
        R[i, i] = np.sqrt(rest)
    return 0


def forward(R: Floats, B: Floats) -> Floats:
    """R⁻¹b for every row b of B."""
    B = np.array(B, order="C")
    _compiled(substitute)(R, B)
    return B


def substitute(R: Floats, B: Floats) -> None:
    """From the first coordinate to the last, in B's own place."""
    for b in range(B.shape[0]):
        for i in range(R.shape[0]):
            B[b, i] = (B[b, i] - dot(R[i, :i], B[b, :i])) / R[i, i]


def backward(R: Floats, b: Floats) -> Floats:
    """R⁻ᵀb."""
    b = b.copy()
    _compiled(substitute_back)(R, b)
    return b


def substitute_back(R: Floats, b: Floats) -> None:
    """From the last coordinate to the first: what is found is taken from those before."""
    for i in range(R.shape[0] - 1, -1, -1):
        b[i] /= R[i, i]
        for j in range(i):
            b[j] -= R[i, j] * b[i]


def _compiled(template: Any) -> Any:
    return link(template, "triangles")
