"""A diagonal covariance: the layer with a variance for each weight, and nothing of size (Kd)² anywhere.

It touches the two classes of the round only, and of these the features that are not zero: a round costs
what PA's does.
"""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine import covariance, ellipsoid
from onlinelearn.learners.engine.features import dimension, feature, n_features, value
from onlinelearn.learners.engine.geometry import nudge, squared_norm, weight
from onlinelearn.learners.engine.primitives import Layer, primitive
from onlinelearn.numerics import ellipsoid_volume

NOTHING = 1e-100
"""The share of zᵀz below which zᵀPz counts as nothing: its cube, which steps have, is still a number."""


class Diagonal(NamedTuple):
    """In the place of the ellipsoid's shape: the diagonal of P."""

    variance: Floats  # (n,), class by class


def multiply(shape: Diagonal, r: int, q: int, x: Floats) -> float:
    """Returns zᵀPz, the sum over both classes."""
    return variance_of(shape.variance, r, x) + variance_of(shape.variance, q, x)


def variance_of(variance: Floats, k: int, x: Floats) -> float:
    """Σ P_jj x_j² over the block of class k (none for -1)."""
    total = 0.0
    if k >= 0:
        first = k * dimension(x)
        for t in range(n_features(x)):
            xj = value(x, t)
            total += variance[first + feature(x, t)] * (xj * xj)
    return total


def width(shape: Diagonal, zp: float) -> float:
    """zᵀPz as it is: a diagonal needs no scale beside it."""
    return zp


def spread(state: Any, r: int, q: int, x: Floats) -> float:
    """v = zᵀPz; zero where next to nothing is left of it.

    Variances shrink by factors, so that even a small one is exact. CW squares it with every wrong label,
    and soon it would be too small for its steps.
    """
    zz = squared_norm(state.W, state.K, x)
    v = multiply(state.shape, r, q, x)
    return v if v > NOTHING * zz else 0.0


@primitive
def kept(part: float, v: float, noise: float) -> float:
    """The part of a variance that an example leaves, whose share of v it is `part` = P_jj z_j²."""
    return noise / (noise + part)


def learn(state: Any, r: int, q: int, x: Floats, v: float, alpha: float, noise: float) -> None:
    """w ← w + αPz and P_jj⁻¹ ← P_jj⁻¹ + z_j²/noise."""
    learn_one(state.W, state.shape.variance, r, x, v, alpha, noise)
    learn_one(state.W, state.shape.variance, q, x, v, -alpha, noise)


def learn_one(W: Floats, variance: Floats, k: int, x: Floats, v: float, alpha: float, noise: float) -> None:
    """The same for class k alone (none for -1)."""
    if k >= 0:
        first = k * dimension(x)
        for t in range(n_features(x)):
            j, xj = feature(x, t), value(x, t)
            p = variance[first + j] * xj
            nudge(W, j, k, alpha * p)
            variance[first + j] *= kept(p * xj, v, noise)


def learn_sharpened(state: Any, r: int, q: int, x: Floats, v: float, alpha: float, noise: float) -> None:
    """P_jj⁻¹ ← P_jj⁻¹ + z_j²/noise, and then w ← w + αPz."""
    learn(state, r, q, x, v, 0.0, noise)
    follow(state.W, state.shape.variance, r, x, alpha)
    follow(state.W, state.shape.variance, q, x, -alpha)


def follow(W: Floats, variance: Floats, k: int, x: Floats, alpha: float) -> None:
    """W_k ← W_k + αP_k x (none for -1)."""
    if k >= 0:
        first = k * dimension(x)
        for t in range(n_features(x)):
            j, xj = feature(x, t), value(x, t)
            nudge(W, j, k, alpha * (variance[first + j] * xj))


DIAGONAL_MATRIX = Layer(
    {
        ellipsoid.multiply: multiply,
        ellipsoid.width: width,
        covariance.spread: spread,
        covariance.learn: learn,
        covariance.learn_sharpened: learn_sharpened,
    }
)


def learn_apart(state: Any, r: int, q: int, x: Floats, v: float, alpha: float, noise: float) -> None:
    """P_jj⁻¹ ← P_jj⁻¹ + z_j²/noise, and each weight learns w_jz_j = 1 as if there were no other."""
    learn_one_apart(state.W, state.shape.variance, r, x, 1.0, v, noise)
    learn_one_apart(state.W, state.shape.variance, q, x, -1.0, v, noise)


def learn_one_apart(
    W: Floats, variance: Floats, k: int, x: Floats, sign: float, v: float, noise: float
) -> None:
    """The same for class k alone (none for -1), where z is sign·x."""
    if k >= 0:
        first = k * dimension(x)
        for t in range(n_features(x)):
            j, zj = feature(x, t), sign * value(x, t)
            variance[first + j] *= kept(variance[first + j] * (zj * zj), v, noise)
            nudge(W, j, k, (1.0 - zj * weight(W, j, k)) * (zj * variance[first + j] / noise))


WEIGHTS_APART = Layer({covariance.learn: learn_apart})
"""On `DIAGONAL_MATRIX`, for weights that solve a system of equations of which the diagonal is kept."""


def log_volume(shape: Diagonal) -> float:
    """The logarithm of the volume of {v : vᵀP⁻¹v ≤ 1}; the product would leave the range of a number.

    The variances are multiplied in pairs, and the products again: a fixed order, and quick.
    """
    mantissas, exponents = np.frexp(shape.variance)
    exponent = int(exponents.sum())
    while len(mantissas) > 1:
        half = len(mantissas) // 2
        pairs = mantissas[:half] * mantissas[half : 2 * half]
        mantissas, exponents = np.frexp(np.append(pairs, mantissas[2 * half :]))
        exponent += int(exponents.sum())
    return ellipsoid_volume.log_volume(shape.variance.size, (1.0, 0), (float(mantissas[0]), exponent))


def distance(shape: Diagonal, v: Floats) -> float:
    """vᵀP⁻¹v."""
    total = 0.0  # not `sum`: from Python 3.12 on it rounds otherwise
    for part, variance in zip(v.tolist(), shape.variance.tolist(), strict=True):
        total += part * part / variance
    return total
