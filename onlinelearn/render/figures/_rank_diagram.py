"""The critical-difference diagram (Demšar, 2006): learners by mean rank, with bars over those alike."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

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
ABOVE = 0.75
"""The room above the axis, for its numbers and the critical difference."""


MOST_TICKS = 15
"""With more learners than this, only every fifth rank has its number."""


@dataclass(frozen=True)
class RankDiagram:
    """The diagram of learners in the order of their mean ranks, in inches around the left end of its top."""

    mean_ranks: Mapping[str, float]
    difference: float

    @cached_property
    def groups(self) -> list[tuple[int, int]]:
        """The first and the last place of each group that is not told apart."""
        return alike_groups(list(self.mean_ranks.values()), self.difference)

    @cached_property
    def labels(self) -> list[str]:
        """The name of each learner with its mean rank."""
        return [f"{figure_text(name, 40)} ({rank:.2f})" for name, rank in self.mean_ranks.items()]

    @property
    def margin(self) -> float:
        """The room for names on both sides of the axis."""
        return max(map(text_width, self.labels)) + 3 * NAME_GAP

    @property
    def first_row(self) -> float:
        """The distance of the first line of names from the axis."""
        return 0.12 + BAR_ROW * len(self.groups) + 0.12

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height."""
        rows = math.ceil(len(self.labels) / 2)
        return AXIS + 2 * self.margin, ABOVE + self.first_row + ROW * rows + 0.1

    def across(self, rank: float) -> float:
        """The horizontal place of a rank."""
        return self.margin + AXIS * (rank - 1) / max(1, len(self.labels) - 1)

    def draw(self, panel: Axes) -> None:
        """Draw it on a panel of its size: the better half of the learners left, the other right."""
        wide, high = self.size
        n = len(self.labels)
        placed = list(self.mean_ranks.values())
        panel.set(xlim=(0, wide), ylim=(ABOVE - high, ABOVE))
        panel.axis("off")
        _draw_axis(panel, self.across(1), self.across(n), n)
        _draw_difference(
            panel, self.across(1), self.across(n), self.across(1 + self.difference), self.difference
        )
        for i, (first, last) in enumerate(self.groups):
            y = -0.12 - BAR_ROW * i
            ends = (self.across(placed[first]) - 0.04, self.across(placed[last]) + 0.04)
            panel.plot(ends, (y, y), color=INK, linewidth=2.6, solid_capstyle="butt")
        for i, label in enumerate(self.labels):
            left = i < math.ceil(n / 2)
            row = i if left else n - 1 - i
            edge = self.margin - NAME_GAP if left else self.margin + AXIS + NAME_GAP
            _draw_name(panel, label, self.across(placed[i]), -self.first_row - ROW * row, edge, left=left)


def rank_diagram(mean_ranks: Mapping[str, float], difference: float) -> Figure:
    """The diagram as a figure of its own."""
    diagram = RankDiagram(mean_ranks, difference)
    figure = Figure(figsize=diagram.size)
    diagram.draw(figure.add_axes((0, 0, 1, 1)))
    return figure


def _draw_axis(panel: Axes, left: float, right: float, n: int) -> None:
    panel.plot((left, right), (0, 0), color=INK, linewidth=0.9)
    for rank in range(1, n + 1):
        x = left + (right - left) * (rank - 1) / max(1, n - 1)
        panel.plot((x, x), (0, 0.06), color=INK, linewidth=0.9)
        if n <= MOST_TICKS or rank == 1 or rank % 5 == 0:
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
