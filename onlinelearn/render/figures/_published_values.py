"""Published values, read from a csv file that a config names and drawn beside our own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.base.errors import ConfigError
from onlinelearn.claims.published import finite_number, published_lines
from onlinelearn.render.figures._marked_learners import mark_learner
from onlinelearn.render.figures._style import FAINT, SeriesStyle
from onlinelearn.render.tables.display import scale

PublishedValues = dict[tuple[str, str], list[tuple[float | None, float]]]
"""By data set and learner: places on the horizontal axis (None if the file has none) and values."""


def read_published(folder: Path, file: str, metric: str, horizontal: str | None = None) -> PublishedValues:
    """The values of a metric, in its unit; blanks are left out.

    The file has the columns `dataset`, `learner` and the metric's; it may have one for the horizontal axis.
    """
    found: PublishedValues = {}
    try:
        for line in published_lines(folder, file, metric):
            has_place = horizontal is not None and line.get(horizontal)
            x = scale(horizontal) * finite_number(line, horizontal) if horizontal and has_place else None
            value = (x, scale(metric) * finite_number(line, metric))
            found.setdefault((line["dataset"], line["learner"]), []).append(value)
    except ValueError as error:
        raise ConfigError(
            f"{file}: no published {metric} ({error}); it needs columns dataset, learner, {metric}"
        ) from None
    return found


def draw_published(
    panel: Axes, learner: str, values: Sequence[tuple[float, float]], style: SeriesStyle
) -> None:
    """Draw rings without a line: the values between them weren't published."""
    (rings,) = panel.plot(
        [x for x, _ in values], [y for _, y in values], **_rings(style.colour, style.marker)
    )
    mark_learner(rings, learner)


def published_handle() -> Line2D:
    """The one entry in the legend for the published values of all learners."""
    return Line2D([], [], label="published", **_rings(FAINT, "o"))


def _rings(colour: str, marker: str) -> dict[str, Any]:
    return {
        "marker": marker,
        "linestyle": "none",
        "clip_on": False,
        "markersize": 5.5,
        "markerfacecolor": "none",
        "markeredgecolor": colour,
        "markeredgewidth": 0.8,
    }
