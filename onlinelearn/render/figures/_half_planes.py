"""Half-planes: the side of a line in the plane, and the part of a polygon that is on it."""

from dataclasses import dataclass

import numpy as np

from onlinelearn.base.arrays import Floats


def square(reach: float) -> Floats:
    """The corners of a square around the origin."""
    return reach * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


@dataclass(frozen=True)
class SideOfLine:
    """The points v with normal·v ≥ offset."""

    normal: Floats
    offset: float

    @property
    def opposite(self) -> "SideOfLine":
        """The points on the other side of the border."""
        return SideOfLine(-self.normal, -self.offset)

    def border(self, far: float) -> Floats:
        """Two points of the border, so far on either side of that nearest to the origin; none for x = 0."""
        length = float(self.normal @ self.normal) ** 0.5
        if not length:
            return np.empty((0, 2))
        nearest = self.offset / length**2 * self.normal
        along = far / length * np.array([-self.normal[1], self.normal[0]])
        return np.stack([nearest - along, nearest + along])

    def clip(self, polygon: Floats) -> Floats:
        """The part of a convex polygon that is in the half-plane; it may be empty."""
        over = polygon @ self.normal - self.offset
        kept: list[Floats] = []
        for i in range(len(polygon)):
            before, after = over[i - 1], over[i]
            if (before < 0) != (after < 0):
                kept.append(polygon[i - 1] + before / (before - after) * (polygon[i] - polygon[i - 1]))
            if after >= 0:
                kept.append(polygon[i])
        return np.array(kept).reshape(-1, 2)
