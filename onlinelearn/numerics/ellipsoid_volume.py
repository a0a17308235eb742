"""Ellipsoids {v : vᵀP⁻¹v ≤ 1}: the logarithm of their volume, and vᵀP⁻¹v, with the same bits everywhere.

Logarithms are `decimal`'s, and a system is solved by plain elimination, so that neither the C
library nor a BLAS decides a bit.
"""

from decimal import Decimal, localcontext
from functools import cache
from math import inf

from onlinelearn.base.arrays import Floats
from onlinelearn.numerics.logarithms import DECIMAL, ln, scaled_ln

PI = Decimal("3.141592653589793238462643383280")


def log_volume(n: int, sigma: tuple[float, int], det: tuple[float, int]) -> float:
    """log vol{v : vᵀP⁻¹v ≤ 1} = ½ log(σⁿ det M) + log vol(unit ball) for P = σM, to 9 decimals.

    σ and det M are given as mantissa and binary exponent: as numbers they may overflow.
    """
    with localcontext(DECIMAL):
        log_sigma, log_det = scaled_ln(*sigma), scaled_ln(*det)
        return round(float((n * log_sigma + log_det) / 2 + _log_ball(n)), 9)


@cache
def _log_ball(n: int) -> Decimal:
    """The logarithm of the unit ball's volume in n dimensions: V₀ = 1, V₁ = 2, V_n = V_{n-2}·2π/n."""
    with localcontext(DECIMAL):
        volume = Decimal(2) if n % 2 else Decimal(1)
        for k in range(2 + n % 2, n + 1, 2):
            volume *= 2 * PI / k
        return volume.ln()


def inverse_form(M: Floats, v: Floats) -> tuple[float, float]:
    """vᵀM⁻¹v and log det M, by eliminating one coordinate after the other; infinite if M is singular."""
    left, rest = M.copy(), v.copy()
    total, log_det = 0.0, 0.0
    for i in range(len(v)):
        pivot = float(left[i, i])
        if pivot <= 0.0:
            return inf, -inf
        total += float(rest[i]) * float(rest[i]) / pivot
        log_det += ln(pivot)
        part = left[i + 1 :, i] / pivot
        rest[i + 1 :] -= part * rest[i]
        left[i + 1 :, i + 1 :] -= part[:, None] * left[i, i + 1 :]
    return total, log_det
