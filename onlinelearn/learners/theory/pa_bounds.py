"""Loss bounds of Passive-Aggressive for two classes and margin 1, against any fixed weights u.

The bounds of the slides hold for every u, so that the target's direction may have any length. They are
convex in that length; of those below, and of the one that just gives each example margin 1 if that is
not longer, the best is taken.
"""

from math import fsum, inf

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.theory.ellipsoid_bounds import ROUNDING, of_norm_one
from onlinelearn.learners.theory.known_target import KnownTarget

LENGTHS = np.array([step * 2.0**power for power in range(-6, 10) for step in (1.0, 1.25, 1.5, 1.75)])


def pa(known: KnownTarget) -> float:
    """Σℓ² ≤ R²‖u‖² where u loses nothing; else (‖u‖ + 2√Σℓ*²)², for ‖x‖ = 1 only."""
    gamma, R = known.margin, known.radius
    ratio = R / gamma if gamma > 0.0 else inf
    lengths, losses = _compared(known)
    roots = lengths + 2.0 * np.sqrt(_sums(losses * losses))
    general = float((roots * roots).min()) if of_norm_one(known) else inf
    return min(ratio * ratio, general) * (1.0 + ROUNDING)


def pa_1(known: KnownTarget, C: float) -> float:
    """M ≤ max(R², 1/C)(‖u‖² + 2CΣℓ*)."""
    R = known.radius
    lengths, losses = _compared(known)
    bounds = lengths * lengths + 2.0 * C * _sums(losses)
    return max(R * R, 1.0 / C) * float(bounds.min()) * (1.0 + ROUNDING)


def pa_2(known: KnownTarget, C: float) -> float:
    """Σℓ² ≤ (R² + 1/(2C))(‖u‖² + 2CΣℓ*²)."""
    R = known.radius
    lengths, losses = _compared(known)
    bounds = lengths * lengths + 2.0 * C * _sums(losses * losses)
    return (R * R + 0.5 / C) * float(bounds.min()) * (1.0 + ROUNDING)


def _compared(known: KnownTarget) -> tuple[Floats, Floats]:
    """Lengths of u, and for each of them, in a row, what u loses: ℓ* = max(0, 1 - ‖u‖·margin)."""
    gamma = known.margin
    lengths = np.append(LENGTHS, 1.0 / gamma) if gamma * LENGTHS[-1] > 1.0 else LENGTHS
    return lengths, np.maximum(0.0, 1.0 - lengths[:, None] * known.margins)


def _sums(rows: Floats) -> Floats:
    return np.array([fsum(row) for row in rows])
