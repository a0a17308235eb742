"""A full covariance P, the ellipsoid's, that examples make sharper.

An example is taken for a measurement of w·z with some noise: w ← w + αPz, P⁻¹ ← P⁻¹ + zzᵀ/noise.
"""

from typing import Any

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.ellipsoid import FLAT, NOTHING, along, follow, multiply, shrink, width
from onlinelearn.learners.engine.geometry import squared_norm
from onlinelearn.learners.engine.primitives import primitive


@primitive
def spread(state: Any, r: int, q: int, x: Floats) -> float:
    """v = zᵀPz; zero where x is, and where nothing is left of P along z but rounding."""
    zz = squared_norm(state.W, state.K, x)
    zp = multiply(state.shape, r, q, x)
    return width(state.shape, zp) if zp > NOTHING * zz else 0.0


@primitive
def learn(state: Any, r: int, q: int, x: Floats, v: float, alpha: float, noise: float) -> None:
    """w ← w + αPz and P⁻¹ ← P⁻¹ + zzᵀ/noise, after `spread` has found v > 0."""
    zp = along(state.shape.p, r, q, x)
    follow(state.W, state.K, alpha * v / zp, state.shape.p)
    if zp > FLAT * squared_norm(state.W, state.K, x):
        shrink(state.shape, state.K, v / (v + noise), zp, 1.0)


@primitive
def learn_sharpened(state: Any, r: int, q: int, x: Floats, v: float, alpha: float, noise: float) -> None:
    """P⁻¹ ← P⁻¹ + zzᵀ/noise, and then w ← w + αPz, after `spread` has found v > 0."""
    learn(state, r, q, x, v, alpha * (noise / (v + noise)), noise)
