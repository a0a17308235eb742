"""Mistake bounds of the two ellipsoid methods, for examples with ‖x‖ ≤ 1 and a target of norm 1.

Where a bound doesn't apply it is infinite. Logarithms are `decimal`'s: the same bits everywhere.
"""

from math import fsum, inf

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics.logarithms import ln

ROUNDING = 1e-9
"""The part by which a norm or a margin may be off and still be what a theorem asks for."""


def normalised(known: KnownTarget) -> bool:
    """Whether ‖x‖ ≤ 1."""
    return known.radius <= 1.0 + ROUNDING


def of_norm_one(known: KnownTarget) -> bool:
    """Whether ‖x‖ = 1."""
    return normalised(known) and known.shortest >= 1.0 - ROUNDING


def separable(known: KnownTarget, gamma: float) -> bool:
    """Whether ‖x‖ ≤ 1 and the target has margin γ on every example."""
    return normalised(known) and known.margin >= gamma * (1.0 - ROUNDING)


def cellip(a: float, gamma: float) -> float:
    """Theorem 3 as it should be: the cuts that take a ball of radius 1 + r to one of r = (1 - a)γ."""
    r = (1.0 - a) * gamma
    return 2.0 * (ln(1.0 + r) - ln(r)) / _pace(a, gamma) if a > 0.0 and r > 0.0 else inf


def cellip_printed(a: float, gamma: float) -> float:
    """Theorem 3 as printed, (13)."""
    r = (1.0 - a) * gamma
    return (ln(1.0 + r) - 2.0 * ln(r)) / _pace(a, gamma) if a > 0.0 and r > 0.0 else inf


def _pace(a: float, gamma: float) -> float:
    """-log(1 - α²) of the shallowest cut."""
    alpha = a * gamma / (1.0 + (1.0 - a) * gamma)
    return -ln(1.0 - alpha * alpha)


def shor(a: float, gamma: float, n: int) -> float:
    """The same where every cut takes at least Shor's part of the volume, as the smallest ellipsoids do."""
    r = (1.0 - a) * gamma
    across = 0.5 * (n - 1) * ln(n * n / (n * n - 1)) if n > 1 else 0.0
    return n * (ln(1.0 + r) - ln(r)) / (ln((n + 1) / n) - across) if r > 0.0 else inf


def iellip(b: float, c: float, gamma: float, margins: Floats) -> float:
    """Theorem 4 as it should be: (A/γ²)(1 + Σφ(l_i)), A = (1 - b)/(1 - b - c); docs/errata.md proves it.

    φ(l) = 2γl up to l = γ, and l² + γ² beyond. Where the target errs, it is for ‖x‖ = 1.
    """
    if gamma == 0.0 or b + c >= 1.0:
        return inf
    losses = np.maximum(0.0, gamma - margins)
    phi = np.where(losses <= gamma, 2.0 * gamma * losses, losses * losses + gamma * gamma)
    return (1.0 - b) / (1.0 - b - c) * (1.0 + fsum(phi)) / (gamma * gamma)


def iellip_printed(b: float, c: float, gamma: float, margins: Floats) -> float:
    """Theorem 4 as printed, (18), but for the y_i missing there: false where the target errs,
    and without noise where c(1 + γ) > 2γ.
    """
    if gamma == 0.0 or b + c >= 1.0:
        return inf
    losses = np.maximum(0.0, gamma - margins)
    return 1.0 / (gamma * gamma) + 2.0 / gamma * (1.0 - b) / (1.0 - b - c) * fsum(losses)
