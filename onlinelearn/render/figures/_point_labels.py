"""Short labels beside points; a label that would cover a line, a point or another label is left out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D, Bbox, BboxBase, Transform

from onlinelearn.base.arrays import Floats
from onlinelearn.render.figures._style import SIZE, font_factor, readable, text_width

SMALL = SIZE - 1.5
DISTANCES = (0.045, 0.13)
"""From a point to its label, in inches."""
DIRECTIONS = ((1, 1), (-1, -1), (1, -1), (-1, 1), (1, 0), (-1, 0), (0, 1), (0, -1))
"""From a point to its label, horizontally and vertically; the corners, mostly free, are tried first."""

Polyline = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class PointLabel:
    """A text that belongs at a point."""

    text: str
    x: float
    y: float
    colour: str


def place_labels(
    figure: Figure, panel: Axes, labels: Sequence[PointLabel], paths: Sequence[Polyline]
) -> None:
    """Write each label at the first free place around its point; the axes' limits must be set before."""
    inches = panel.transData + Affine2D().scale(1 / figure.dpi)
    taken = [box for path in paths for box in _covered(inches.transform(path))]
    room = panel.bbox.frozen().transformed(Affine2D().scale(1 / figure.dpi))
    for label in labels:
        box = next((box for box in _places(inches, label) if _is_free(box, room, taken)), None)
        if box is not None:
            taken.append(box)
            x, y = inches.inverted().transform(((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2))
            size, colour = SMALL * font_factor(), readable(label.colour)
            panel.text(x, y, label.text, size=size, color=colour, ha="center", va="center")


def _places(inches: Transform, label: PointLabel) -> Iterator[Bbox]:
    """The places that a label may have, the best first."""
    x, y = inches.transform((label.x, label.y))
    wide, high = font_factor() * text_width(label.text, SMALL), font_factor() * SMALL / 72
    for distance in DISTANCES:
        for right, up in DIRECTIONS:
            near = distance if right * up == 0 else distance / 2
            left = x + right * (near + wide / 2) - wide / 2
            yield Bbox.from_bounds(left, y + up * (near + high / 2) - high / 2, wide, high)


def _is_free(box: Bbox, room: BboxBase, taken: Sequence[Bbox]) -> bool:
    inside = room.x0 <= box.x0 and box.x1 <= room.x1 and room.y0 <= box.y0 and box.y1 <= room.y1
    return inside and not any(box.overlaps(other) for other in taken)


def _covered(path: Floats) -> list[Bbox]:
    """Small boxes along a line, and around its points."""
    points = [Bbox.from_bounds(x - 0.02, y - 0.02, 0.04, 0.04) for x, y in path]
    between = [(1 - t) * a + t * b for a, b in pairwise(path) for t in np.linspace(0, 1, 25)]
    return points + [Bbox.from_bounds(x - 0.01, y - 0.01, 0.02, 0.02) for x, y in between]
