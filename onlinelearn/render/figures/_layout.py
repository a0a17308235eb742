"""The layout of all figures: title, note, a grid of panels, and one legend, placed in inches.

matplotlib's own layout engines draw a figure several times to find what fits; here the texts are measured
before anything is drawn.
"""

import math
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from onlinelearn.base.errors import ConfigError
from onlinelearn.render.figures._marked_learners import learner_of, mark_learner
from onlinelearn.render.figures._style import FAINT, SIZE, font_factor, text_width
from onlinelearn.render.figures.figure_style import DEFAULT, FigureStyle

LEFT, RIGHT, GAP_Y = 0.75, 0.3, 0.22
LINE = 0.165
LEGEND_HANDLE = 0.55

NARROWEST = 0.4
"""In a narrow figure, a panel may have this share of its usual width before fewer stand side by side."""
FLATTEST = 0.65
"""The share of its usual height that a panel keeps, however narrow it is."""
LEAST_PANEL = 0.4
"""The least width and height of a panel."""


@dataclass(frozen=True, slots=True)
class FigureLayout:
    """The texts around the panels, and the sizes of panels and margins.

    The sizes are in inches if letters have the usual size. Larger letters make the margins larger; the
    panels have what is left of the style's width and height, or their own size if it leaves that open.
    """

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
    style: FigureStyle = DEFAULT
    rigid: bool = False
    """Whether the panels can't be made smaller, since letters fill them."""

    def side_by_side(self, columns: int) -> int:
        """How many of so many panels stand side by side: all, unless the style is too narrow for that."""
        if self.style.width is None or self.rigid:
            return columns
        least = NARROWEST * self.panel[0] + self.gap_x
        room = self.style.width / font_factor() - self.left - self.right
        most = max(1, min(columns, int((room + self.gap_x) / least)))
        return math.ceil(columns / math.ceil(columns / most))

    def panel_width(self, columns: int) -> float:
        """The width of each of so many panels side by side."""
        usual = self.panel[0] if self.rigid else self.panel[0] / font_factor()
        if self.style.width is None:
            return usual
        gaps = self.left + self.right + (columns - 1) * self.gap_x
        fitted = (self.style.width / font_factor() - gaps) / columns
        least = usual if self.rigid else LEAST_PANEL
        if fitted < least:
            needed = font_factor() * (gaps + columns * least)
            raise ConfigError(f"a figure needs a width of {needed:.1f} inches for its texts; make it wider")
        return usual if self.rigid else fitted

    def panel_height(self, width: float, rows: int, rest: float) -> float:
        """The height of each of so many panels, one above the other; `rest` is what else is there."""
        usual = self.panel[1] if self.rigid else self.panel[1] / font_factor()
        if self.style.height is not None:
            fitted = (self.style.height / font_factor() - rest) / rows
            least = usual if self.rigid else LEAST_PANEL
            if fitted < least:
                needed = font_factor() * (rest + rows * least)
                raise ConfigError(
                    f"a figure needs a height of {needed:.1f} inches for its texts; make it higher"
                )
            return usual if self.rigid else fitted
        if self.style.width is None or self.rigid:
            return usual
        if self.panel[0] == self.panel[1]:
            return width
        return usual * min(1.0, max(FLATTEST, width / (self.panel[0] / font_factor())))


def panel_size(n_panels: int) -> tuple[float, float]:
    """The usual width and height of a panel, if there are so many."""
    return (4.6, 3.0) if n_panels == 1 else (2.9, 2.1)


def tiled_panels(layout: FigureLayout, n: int) -> tuple[Figure, list[Axes]]:
    """A figure with n empty panels, each with axes of its own: three in a row, or two by two."""
    columns = layout.side_by_side(2 if n == 4 else min(n, 3))
    figure, panels = _placed(layout, math.ceil(n / columns), columns, 1, share_x=False, share_y=False)
    every = list(chain.from_iterable(panels))
    for spare in every[n:]:
        spare.remove()
    return figure, every[:n]


def panel_grid(
    layout: FigureLayout, rows: int, columns: int, share_y: bool, share_x: bool = True
) -> tuple[Figure, list[list[Axes]]]:
    """A figure with rows × columns empty panels.

    In a narrow figure the columns are broken into blocks, which stand one below the other.
    """
    side = layout.side_by_side(columns)
    blocks = math.ceil(columns / side)
    figure, panels = _placed(layout, rows, side, blocks, share_x=share_x, share_y=share_y)
    for spare in chain.from_iterable(row[columns:] for row in panels):
        spare.remove()
    return figure, [row[:columns] for row in panels]


def _placed(
    layout: FigureLayout, rows: int, side: int, blocks: int, *, share_x: bool, share_y: bool
) -> tuple[Figure, list[list[Axes]]]:
    """A figure with its texts, and in each row the panels of all blocks."""
    factor = font_factor()
    panel_wide = layout.panel_width(side)
    wide = layout.left + side * panel_wide + (side - 1) * layout.gap_x + layout.right
    if layout.style.width is not None:
        wide = layout.style.width / factor
    title, note = _lines(layout, wide)
    legend_columns, legend_rows = _legend_shape(layout.handles, wide)
    top = (0.12 + 0.2 * len(title) + LINE * len(note) if title or note else 0.02) + layout.above
    bottom = layout.below + (0.12 + LINE * legend_rows if legend_rows else 0.0)
    gap = layout.above + layout.below
    rest = top + blocks * (rows - 1) * layout.gap_y + (blocks - 1) * gap + bottom
    panel_high = layout.panel_height(panel_wide, rows * blocks, rest)
    high = rest + rows * blocks * panel_high
    if layout.style.height is not None:
        high = layout.style.height / factor

    figure = Figure(figsize=(factor * wide, factor * high))
    figure.set_label(layout.note)  # for the caption, also where the style has no title
    panels: list[list[Axes]] = []
    for row in range(rows):
        panels.append([])
        for column in range(side * blocks):
            block, place = divmod(column, side)
            down = top + block * (rows * panel_high + (rows - 1) * layout.gap_y + gap)
            down += row * (panel_high + layout.gap_y) + panel_high
            across = layout.left + place * (panel_wide + layout.gap_x)
            panel = figure.add_axes(
                (across / wide, 1 - down / high, panel_wide / wide, panel_high / high),
                sharex=panels[0][column] if share_x and row else None,
                sharey=panels[row][0] if share_y and column else None,
            )
            if share_y and place:
                panel.tick_params(labelleft=False)
            if share_x and row < rows - 1:
                panel.tick_params(labelbottom=False)
            # Fixed places: else matplotlib measures every tick label, twice for each file, to find them.
            panel.set_title("")
            panel.xaxis.set_label_coords(0.5, -0.24 / panel_high)
            panel.yaxis.set_label_coords(-0.58 / panel_wide, 0.5)
            panels[row].append(panel)
    figure.text(
        0.12 / wide, 1 - 0.12 / high, "\n".join(title), va="top", size=factor * (SIZE + 2), weight="bold"
    )
    note_top = 1 - (0.14 + 0.2 * len(title)) / high
    figure.text(0.12 / wide, note_top, "\n".join(note), va="top", color=FAINT)
    if legend_rows:
        legend = figure.legend(
            handles=list(layout.handles),
            loc="lower center",
            bbox_to_anchor=(0.5, 0.04 / high),
            borderaxespad=0.0,
            ncols=legend_columns,
            columnspacing=1.4,
            handlelength=2.6,
        )
        for given, *shown in zip(layout.handles, legend.legend_handles, legend.get_texts(), strict=True):
            if (learner := learner_of(given)) is not None:
                for artist in filter(None, shown):
                    mark_learner(artist, learner)
    return figure, panels


def _lines(layout: FigureLayout, wide: float) -> tuple[list[str], list[str]]:
    """The lines of the title and of the note below it; none, if the style has no title."""
    if not layout.style.title:
        return [], []
    title = even_lines(layout.title, max(20, int(wide / text_width("n", SIZE + 2))))
    return title, even_lines(layout.note, max(20, int(wide / text_width("n"))))


def even_lines(text: str, most: int) -> list[str]:
    """The text in as few lines as can be, none much shorter than the others; 5 % is not parted."""
    together = re.sub(r"(?<=\d) (?=%)", "\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(together, most)
    longest = max(1, *map(len, together.split(" ")))  # a word longer than a line is broken; no other is
    for narrower in range(most - 1, longest - 1, -1):
        if len(evener := textwrap.wrap(together, narrower)) > len(lines):
            break
        lines = evener
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def label_each_block(row: Sequence[Axes]) -> None:
    """Write the vertical axis's label, which the first panel of a row has, in each block of the row."""
    first = row[0]
    for panel in row[1:]:
        if panel.get_position().x0 == first.get_position().x0:
            panel.set_ylabel(first.get_ylabel())


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
