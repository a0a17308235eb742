"""Lines with marks, their bands, and their entries in the legend."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.figures._scales import Drawn
from onlinelearn.figures._style import Look, text


def marks(look: Look) -> dict[str, Any]:
    """How a line and the marks on it look."""
    return {
        "color": look.colour,
        "marker": look.marker,
        "dashes": look.dashes or (None, None),
        "linewidth": 1.1,
        "markersize": 3.5,
        "markeredgecolor": "white",
        "markeredgewidth": 0.3,
    }


def handles(looks: Mapping[str, Look]) -> list[Line2D]:
    """The entries of a legend."""
    return [Line2D([], [], label=text(name, 40), **marks(look)) for name, look in looks.items()]


def draw_band(panel: Axes, x: Sequence[float], values: Sequence[Drawn], look: Look, of: int) -> None:
    """The intervals along one of so many lines: the more there are, the fainter is each."""
    lows, highs = [low for _, low, _ in values], [high for _, _, high in values]
    panel.fill_between(x, lows, highs, color=look.colour, alpha=min(0.15, 0.8 / of), linewidth=0)
