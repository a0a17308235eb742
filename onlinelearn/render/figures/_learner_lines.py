"""The lines of learners: their marks, the bands of their intervals, and their entries in the legend."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.render.figures._mean_intervals import MeanInterval
from onlinelearn.render.figures._style import FAINT, SeriesStyle, figure_text
from onlinelearn.render.tables.display import metric_label

BOUND_DASHES = (4, 2)


def line_style(style: SeriesStyle) -> dict[str, Any]:
    """A line and the marks on it, as keywords of matplotlib."""
    return {
        "color": style.colour,
        "marker": style.marker,
        "dashes": style.dashes or (None, None),
        "linewidth": 1.1,
        "markersize": 3.5,
        "markeredgecolor": "white",
        "markeredgewidth": 0.3,
    }


def line_handles(
    styles: Mapping[str, SeriesStyle], remarks: Mapping[str, str] = MappingProxyType({})
) -> list[Line2D]:
    """The entries of a legend, each with the remark on it, if any, behind its name."""
    names = {
        name: figure_text(name, 40) + (f": {remarks[name]}" if name in remarks else "") for name in styles
    }
    return [Line2D([], [], label=names[name], **line_style(style)) for name, style in styles.items()]


def without_dashes(style: SeriesStyle) -> SeriesStyle:
    """The same with a solid line: where bounds are shown, dashes are for them."""
    return SeriesStyle(style.colour, style.marker, style.hatch, ())


def bound_handles(metric: str | None) -> list[Line2D]:
    """The entry of a legend for a metric that is drawn dashed, if there is one."""
    if metric is None:
        return []
    return [Line2D([], [], color=FAINT, dashes=BOUND_DASHES, linewidth=1.1, label=metric_label(metric))]


def draw_interval_band(
    panel: Axes, x: Sequence[float], values: Sequence[MeanInterval], style: SeriesStyle, n_lines: int
) -> None:
    """Draw the intervals along one of so many lines: the more there are, the fainter is each."""
    lows, highs = [value.low for value in values], [value.high for value in values]
    panel.fill_between(x, lows, highs, color=style.colour, alpha=min(0.15, 0.8 / n_lines), linewidth=0)
