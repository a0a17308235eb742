"""The critical-difference diagram (Demšar, 2006): learners by mean rank, with bars over those alike."""

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from onlinelearn.numerics.rank_tests import alike_groups
from onlinelearn.render.figures._style import FAINT, INK, figure_text, text_width

AXIS = 3.6
"""The length of the axis, in inches."""
ROW = 0.2
"""The height of a line of text."""
BAR_ROW = 0.09
"""The distance between two bars."""
NAME_GAP = 0.08


def rank_diagram(mean_ranks: Mapping[str, float], difference: float) -> Figure:
    """The learners in the order of their mean ranks: the better half on the left, the other on the right."""
    names = list(mean_ranks)
    placed = [mean_ranks[name] for name in names]
    groups = alike_groups(placed, difference)
    labels = [f"{figure_text(name, 40)} ({rank:.2f})" for name, rank in mean_ranks.items()]
    half = math.ceil(len(names) / 2)
    margin = max(map(text_width, labels)) + 3 * NAME_GAP
    high_above = 0.75
    first_row = 0.12 + BAR_ROW * len(groups) + 0.12
    wide, high = AXIS + 2 * margin, high_above + first_row + ROW * half + 0.1
    figure = Figure(figsize=(wide, high))
    panel = figure.add_axes((0, 0, 1, 1))
    panel.set(xlim=(0, wide), ylim=(high_above - high, high_above))
    panel.axis("off")

    def across(rank: float) -> float:
        return margin + AXIS * (rank - 1) / max(1, len(names) - 1)

    _draw_axis(panel, across(1), across(len(names)), len(names))
    _draw_difference(panel, across(1), across(len(names)), across(1 + difference), difference)
    for i, (first, last) in enumerate(groups):
        y = -0.12 - BAR_ROW * i
        ends = (across(placed[first]) - 0.04, across(placed[last]) + 0.04)
        panel.plot(ends, (y, y), color=INK, linewidth=2.6, solid_capstyle="butt")
    for i, label in enumerate(labels):
        left = i < half
        row = i if left else len(names) - 1 - i
        edge = margin - NAME_GAP if left else margin + AXIS + NAME_GAP
        _draw_name(panel, label, across(placed[i]), -first_row - ROW * row, edge, left=left)
    return figure


def _draw_axis(panel: Axes, left: float, right: float, n: int) -> None:
    panel.plot((left, right), (0, 0), color=INK, linewidth=0.9)
    for rank in range(1, n + 1):
        x = left + (right - left) * (rank - 1) / max(1, n - 1)
        panel.plot((x, x), (0, 0.06), color=INK, linewidth=0.9)
        panel.text(x, 0.1, str(rank), ha="center", va="bottom")


def _draw_difference(panel: Axes, left: float, axis_end: float, right: float, difference: float) -> None:
    """The critical difference as a length above the axis; an arrow where it is longer than the axis."""
    y = 0.42
    fits = right <= axis_end
    end = right if fits else axis_end
    panel.plot((left, end), (y, y), color=INK, linewidth=0.9)
    for x in (left, end) if fits else (left,):
        panel.plot((x, x), (y - 0.04, y + 0.04), color=INK, linewidth=0.9)
    if not fits:
        panel.plot(end, y, marker=">", color=INK, markersize=4.0)
    text = f"critical difference {difference:.2f}" + ", longer than the axis" * (not fits)
    panel.text(left, y + 0.07, text, ha="left", va="bottom")


def _draw_name(panel: Axes, label: str, x: float, y: float, edge: float, *, left: bool) -> None:
    """A name beside the axis, with a line that leads to its mean rank."""
    path: Sequence[tuple[float, float]] = [(x, 0), (x, y), (edge, y)]
    panel.plot([p for p, _ in path], [q for _, q in path], color=FAINT, linewidth=0.7)
    panel.text(
        edge + (-1 if left else 1) * NAME_GAP / 2, y, label, ha="right" if left else "left", va="center"
    )
