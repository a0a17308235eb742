"""What the tests of figures share: results to draw, and where texts are drawn."""

from itertools import combinations

import numpy as np
import pytest
from matplotlib.backend_bases import RendererBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import BboxBase

from onlinelearn.base.arrays import Floats
from onlinelearn.base.replay_data import Moment, Replay


def names(figure: Figure) -> list[str]:
    """The entries of the legend."""
    return [entry.get_text() for legend in figure.legends for entry in legend.get_texts()]


def drawn_texts(figure: Figure, monkeypatch: pytest.MonkeyPatch) -> dict[Text, BboxBase]:
    """Where each text is that is really drawn: an axis also has labels beyond its limits, which are not."""
    drawn: list[Text] = []
    draw = Text.draw

    def record(self: Text, renderer: RendererBase) -> None:
        if self.get_visible() and self.get_text():
            drawn.append(self)
        draw(self, renderer)

    monkeypatch.setattr(Text, "draw", record)
    FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]
    return {found: found.get_window_extent() for found in drawn}


def check_texts(figure: Figure, monkeypatch: pytest.MonkeyPatch, least: int) -> None:
    """At least so many texts are there, all inside, and none overlaps another."""
    boxes = drawn_texts(figure, monkeypatch)
    assert len(boxes) >= least
    for found, box in boxes.items():
        inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= figure.bbox.x1 and box.y1 <= figure.bbox.y1
        assert inside, f"{found.get_text()!r} leaves the figure"
    for a, b in combinations(boxes, 2):
        # The boxes of slanted names overlap where the names don't.
        if not a.get_rotation() % 90 and not b.get_rotation() % 90:
            assert not boxes[a].overlaps(boxes[b]), f"{a.get_text()!r} overlaps {b.get_text()!r}"


def cellip(X: Floats, y: Floats, a: float, margin: float) -> Replay:
    """CELLIP over the rows, twice, as MATH.md writes it; y is 0 or 1."""
    w, P = np.zeros(2), np.eye(2) * (1 + (1 - a) * margin) ** 2
    start = Moment(0, None, w[None], P)
    moments = []
    for t, i in enumerate([*range(len(y))] * 2, 1):
        z = (2 * y[i] - 1) * X[i]
        if w @ z <= 0:
            width = np.sqrt(z @ P @ z)
            alpha, Pg = (a * margin - w @ z) / width, P @ z / width
            w = w + alpha * Pg
            P = (1 - alpha**2) * P - 2 * alpha * (1 - alpha) * np.outer(Pg, Pg)
            moments.append(Moment(t, i, w[None], P))
    return Replay(X, y.astype(np.int64), start, tuple(moments))
