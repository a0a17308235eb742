"""The lines of learners: their marks, the bands of their intervals, and their entries in the legend."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.render.figures._marked_learners import MarkedPoint, mark_learner
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
        "linewidth": 1.2,
        "markersize": 4.2,
        "markeredgecolor": "white",
        "markeredgewidth": 0.3,
    }


def line_handles(
    styles: Mapping[str, SeriesStyle], remarks: Mapping[str, str] = MappingProxyType({})
) -> list[Line2D]:
    """The entries of a legend, each with the remark on it, if any, behind its name."""
    names = {name: figure_text(name, 40) + remarks.get(name, "") for name in styles}
    handles = [Line2D([], [], label=names[name], **line_style(style)) for name, style in styles.items()]
    for handle, name in zip(handles, styles, strict=True):
        mark_learner(handle, name)
    return handles


def without_dashes(style: SeriesStyle) -> SeriesStyle:
    """The same with a solid line: where bounds are shown, dashes are for them."""
    return SeriesStyle(style.colour, style.marker, style.hatch, ())


def bound_handles(metric: str | None) -> list[Line2D]:
    """The entry of a legend for a metric that is drawn dashed, if there is one."""
    if metric is None:
        return []
    return [Line2D([], [], color=FAINT, dashes=BOUND_DASHES, linewidth=1.1, label=metric_label(metric))]


def draw_learner_line(
    panel: Axes,
    learner: str,
    line: Sequence[tuple[float, MeanInterval]],
    style: SeriesStyle,
    *,
    axes: tuple[str, str],
    n_lines: int,
    marks: tuple[int, int] = (0, 1),
) -> None:
    """Draw one of so many lines and the band of its intervals: the more there are, the fainter is each.

    `axes` are the names of what is read off it; `marks` are the first point with a mark, and the step.
    """
    x, values = [x for x, _ in line], [value for _, value in line]
    if any(value.low < value.high for value in values):
        band = panel.fill_between(
            x,
            [value.low for value in values],
            [value.high for value in values],
            color=style.colour,
            alpha=min(0.15, 0.8 / n_lines),
            linewidth=0,
        )
        mark_learner(band, learner)
    (drawn,) = panel.plot(x, [value.mean for value in values], markevery=marks, **line_style(style))
    points = [MarkedPoint(at, value.mean, f"{at:,.6g}", value_text(value)) for at, value in line]
    mark_learner(drawn, learner, axes, points)


def draw_bound(panel: Axes, learner: str, line: Sequence[tuple[float, MeanInterval]], colour: str) -> None:
    """Draw what theory allows a learner, dashed."""
    x, means = [x for x, _ in line], [value.mean for _, value in line]
    (drawn,) = panel.plot(x, means, color=colour, dashes=BOUND_DASHES, linewidth=1.1)
    mark_learner(drawn, learner)


def value_text(value: MeanInterval) -> str:
    """A mean and, where it is known, half the width of its interval."""
    return f"{value.mean:,.4g} ± {value.half:,.2g}" if value.half > 0 else f"{value.mean:,.4g}"
