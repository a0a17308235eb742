"""The layout of all figures: title, note, a grid of panels, and one legend, placed in inches.

matplotlib's own layout engines draw a figure several times to find what fits; here the texts are measured
before anything is drawn.
"""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from onlinelearn.render.figures._style import FAINT, SIZE, text_width

LEFT, RIGHT, GAP_Y = 0.75, 0.3, 0.22
LINE = 0.165
LEGEND_HANDLE = 0.55


@dataclass(frozen=True, slots=True)
class FigureLayout:
    """The texts around the panels, and the sizes of panels and margins in inches."""

    title: str
    note: str
    panel: tuple[float, float]
    gap_x: float
    below: float
    handles: Sequence[Artist]
    gap_y: float = GAP_Y
    left: float = LEFT
    right: float = RIGHT
    above: float = 0.28


def panel_size(n_panels: int) -> tuple[float, float]:
    """The usual width and height of a panel, if there are so many."""
    return (4.6, 3.0) if n_panels == 1 else (2.9, 2.1)


def tiled_panels(layout: FigureLayout, n: int) -> tuple[Figure, list[Axes]]:
    """A figure with n empty panels, each with axes of its own: three in a row, or two by two."""
    columns = 2 if n == 4 else min(n, 3)
    figure, panels = panel_grid(layout, math.ceil(n / columns), columns, share_x=False, share_y=False)
    every = list(chain.from_iterable(panels))
    for spare in every[n:]:
        spare.remove()
    return figure, every[:n]


def panel_grid(
    layout: FigureLayout, rows: int, columns: int, share_y: bool, share_x: bool = True
) -> tuple[Figure, list[list[Axes]]]:
    """A figure with rows × columns empty panels."""
    wide = layout.left + columns * layout.panel[0] + (columns - 1) * layout.gap_x + layout.right
    title = textwrap.wrap(layout.title, max(20, int(wide / text_width("n", SIZE + 2))))
    note = textwrap.wrap(layout.note, max(20, int(wide / text_width("n"))))
    legend_columns, legend_rows = _legend_shape(layout.handles, wide)
    top = 0.12 + 0.2 * len(title) + LINE * len(note) + layout.above
    bottom = layout.below + (0.12 + LINE * legend_rows if legend_rows else 0.0)
    high = top + rows * layout.panel[1] + (rows - 1) * layout.gap_y + bottom

    figure = Figure(figsize=(wide, high))
    panels: list[list[Axes]] = figure.subplots(
        rows,
        columns,
        squeeze=False,
        sharex="col" if share_x else False,
        sharey="row" if share_y else False,
        gridspec_kw={
            "left": layout.left / wide,
            "right": 1 - layout.right / wide,
            "top": 1 - top / high,
            "bottom": bottom / high,
            "wspace": layout.gap_x / layout.panel[0],
            "hspace": layout.gap_y / layout.panel[1],
        },
    ).tolist()
    figure.text(0.12 / wide, 1 - 0.12 / high, "\n".join(title), va="top", size=SIZE + 2, weight="bold")
    note_top = 1 - (0.14 + 0.2 * len(title)) / high
    figure.text(0.12 / wide, note_top, "\n".join(note), va="top", color=FAINT)
    if legend_rows:
        figure.legend(
            handles=list(layout.handles),
            loc="lower center",
            bbox_to_anchor=(0.5, 0.04 / high),
            borderaxespad=0.0,
            ncols=legend_columns,
            columnspacing=1.4,
            handlelength=2.6,
        )
    for panel in chain.from_iterable(panels):
        # Fixed places: else matplotlib measures every tick label, twice for each file, to find them.
        panel.set_title("")
        panel.xaxis.set_label_coords(0.5, -0.24 / layout.panel[1])
        panel.yaxis.set_label_coords(-0.58 / layout.panel[0], 0.5)
    return figure, panels


def tick_rotation(labels: Sequence[str], slot: float) -> tuple[int, float]:
    """The rotation at which labels fit into slots of that width, and the height they then take (inches)."""
    longest = max(text_width(label, SIZE - 0.5) for label in labels)
    if longest <= 0.92 * slot:
        return 0, 0.2
    degrees = 40 if slot >= 0.2 else 90
    return degrees, 0.14 + longest * math.sin(math.radians(degrees))


def set_tick_labels(panel: Axes, places: Sequence[float], labels: Sequence[str], degrees: int) -> None:
    """Write names below the axis; a rotated name ends at its place."""
    panel.set_xticks(places, labels)
    panel.tick_params(axis="x", rotation=degrees)
    if degrees == 40:
        for label in panel.get_xticklabels():
            label.set(ha="right", rotation_mode="anchor")


def _legend_shape(handles: Sequence[Artist], wide: float) -> tuple[int, int]:
    """Columns and rows of the legend: as few rows as fit, and then as even as can be."""
    if not handles:
        return 1, 0
    entry = LEGEND_HANDLE + max(text_width(str(handle.get_label())) for handle in handles)
    rows = math.ceil(len(handles) / max(1, int((wide - 0.2) / entry)))
    return math.ceil(len(handles) / rows), rows
