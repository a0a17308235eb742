"""Published values, read from a csv file that a config names and drawn beside our own."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.base.errors import ConfigError
from onlinelearn.render.figures._style import FAINT, SeriesStyle
from onlinelearn.render.tables.display import scale

PublishedValues = dict[tuple[str, str], list[tuple[float | None, float]]]
"""By data set and learner: places on the horizontal axis (None if the file has none) and values."""


def read_published(path: Path, metric: str, horizontal: str | None = None) -> PublishedValues:
    """The values of a metric, in its unit; blanks are left out.

    The file has the columns `dataset`, `learner` and the metric's; it may have one for the horizontal axis.
    """
    found: PublishedValues = {}
    try:
        with path.open(newline="", encoding="utf-8") as file:
            for line in csv.DictReader(file):
                if line[metric]:
                    x = (
                        scale(horizontal) * float(line[horizontal])
                        if horizontal and line.get(horizontal)
                        else None
                    )
                    value = (x, scale(metric) * float(line[metric]))
                    found.setdefault((line["dataset"], line["learner"]), []).append(value)
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise ConfigError(
            f"{path.name}: no published {metric} ({error!r}); it needs columns dataset, learner, {metric}"
        ) from None
    return found


def draw_published(panel: Axes, values: Sequence[tuple[float, float]], style: SeriesStyle) -> None:
    """Draw rings without a line: the values between them weren't published."""
    panel.plot([x for x, _ in values], [y for _, y in values], **_rings(style.colour, style.marker))


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
