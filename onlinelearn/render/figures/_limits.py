"""Limits of what is across, as theory knows them of the data: lines upwards, told apart by their dashes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from onlinelearn.base.result_rows import Row
from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.figures._style import DASHES, INK, text
from onlinelearn.render.figures._values import by_cell

Limits = Mapping[str, float]
"""Where each is, by what the legend calls it."""


def limits(
    rows: Sequence[Row], names: Mapping[str, str], cells: Iterable[tuple[tuple[str, str], str]]
) -> dict[str, Limits]:
    """The limits of each panel: the mean of the metric over its cells, each given with its panel."""
    placed = list(cells)
    found: dict[str, dict[str, float]] = {}
    for metric, name in names.items():
        known = by_cell(rows, metric)
        panels: dict[str, list[float]] = {}
        for cell, panel in placed:
            panels.setdefault(panel, []).extend(known.get(cell, {}).values())
        for panel, values in panels.items():
            if values:
                found.setdefault(panel, {})[name] = estimate(values).mean
    return dict(found)


def limit_handles(names: Iterable[str]) -> list[Line2D]:
    """Their entries in the legend."""
    return [Line2D([], [], label=text(name, 40), **style) for name, style in _styles(names).items()]


def draw_limits(panel: Axes, at: Limits, names: Iterable[str]) -> None:
    """A line for each that the panel has; the axis must be set before."""
    styles = _styles(names)
    for name, x in at.items():
        panel.axvline(x, **styles[name])


def _styles(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Colours are for learners."""
    dashes = DASHES[2:]
    return {
        name: {"color": INK, "dashes": dashes[i % len(dashes)], "linewidth": 0.9}
        for i, name in enumerate(names)
    }
