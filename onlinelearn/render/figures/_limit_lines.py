"""Vertical lines where theory puts a limit on the quantity of the horizontal axis, such as a largest rate."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.base.result_rows import Row
from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.figures._cell_values import values_by_cell
from onlinelearn.render.figures._style import DASHES, INK, figure_text

Limits = Mapping[str, float]
"""The limits of a panel: the place of each on the horizontal axis, by its name in the legend."""


def limits_by_panel(
    rows: Sequence[Row], names: Mapping[str, str], cells: Iterable[tuple[tuple[str, str], str]]
) -> dict[str, Limits]:
    """The limits of each panel: means of metrics over the panel's cells.

    `names` gives each metric its name in the legend; `cells` pairs each data set and learner with its panel.
    """
    placed = list(cells)
    limits: dict[str, dict[str, float]] = {}
    for metric, name in names.items():
        known = values_by_cell(rows, metric)
        panels: dict[str, list[float]] = {}
        for cell, panel in placed:
            panels.setdefault(panel, []).extend(known.get(cell, {}).values())
        for panel, values in panels.items():
            if values:
                limits.setdefault(panel, {})[name] = estimate(values).mean
    return dict(limits)


def limit_handles(names: Iterable[str]) -> list[Line2D]:
    """The limits' entries in the legend."""
    return [Line2D([], [], label=figure_text(name, 40), **style) for name, style in _styles(names).items()]


def draw_limits(panel: Axes, limits: Limits, names: Iterable[str]) -> None:
    """Draw the limits of a panel; its horizontal axis must be set before."""
    styles = _styles(names)
    for name, x in limits.items():
        panel.axvline(x, **styles[name])


def _styles(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """A dash pattern for each limit: colours tell learners apart."""
    dashes = DASHES[2:]
    return {
        name: {"color": INK, "dashes": dashes[i % len(dashes)], "linewidth": 0.9}
        for i, name in enumerate(names)
    }
