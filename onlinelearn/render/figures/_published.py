"""Published values, for a figure to show beside ours: a csv file that a config names."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.base.errors import ConfigError
from onlinelearn.render.figures._style import FAINT, Look
from onlinelearn.render.tables.display import scale

Published = dict[tuple[str, str], list[tuple[float | None, float]]]
"""By data set and learner: where the value is published for, if the file says so, and the value."""


def published(path: Path, metric: str, across: str | None = None) -> Published:
    """The values in columns `dataset`, `learner` and the metric's, as they are drawn; blanks are left out."""
    found: Published = {}
    try:
        with path.open(newline="", encoding="utf-8") as file:
            for line in csv.DictReader(file):
                if line[metric]:
                    x = scale(across) * float(line[across]) if across and line.get(across) else None
                    value = (x, scale(metric) * float(line[metric]))
                    found.setdefault((line["dataset"], line["learner"]), []).append(value)
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise ConfigError(
            f"{path.name}: no published {metric} ({error!r}); it needs columns dataset, learner, {metric}"
        ) from None
    return found


def draw_published(panel: Axes, values: Sequence[tuple[float, float]], look: Look) -> None:
    """Rings, without a line: what is between them wasn't published."""
    panel.plot([x for x, _ in values], [y for _, y in values], **_rings(look.colour, look.marker))


def published_handle() -> Line2D:
    """The entry in the legend, for all learners."""
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
