"""Lines with marks, their bands, and their entries in the legend."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.render.figures._scales import Drawn
from onlinelearn.render.figures._style import FAINT, Look, text
from onlinelearn.render.tables.display import metric_label

BOUND_DASHES = (4, 2)


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


def handles(looks: Mapping[str, Look], told: Mapping[str, str] = MappingProxyType({})) -> list[Line2D]:
    """The entries of a legend, with what is told of each behind its name."""
    names = {name: text(name, 40) + (f": {told[name]}" if name in told else "") for name in looks}
    return [Line2D([], [], label=names[name], **marks(look)) for name, look in looks.items()]


def solid(look: Look) -> Look:
    """Where bounds are shown, dashes are for them."""
    return Look(look.colour, look.marker, look.hatch, ())


def bound_handle(metric: str | None) -> list[Line2D]:
    """The entry of a legend for a metric that is drawn dashed, if there is one."""
    if metric is None:
        return []
    return [Line2D([], [], color=FAINT, dashes=BOUND_DASHES, linewidth=1.1, label=metric_label(metric))]


def draw_band(panel: Axes, x: Sequence[float], values: Sequence[Drawn], look: Look, of: int) -> None:
    """The intervals along one of so many lines: the more there are, the fainter is each."""
    lows, highs = [low for _, low, _ in values], [high for _, _, high in values]
    panel.fill_between(x, lows, highs, color=look.colour, alpha=min(0.15, 0.8 / of), linewidth=0)
