"""Two metrics of each learner, paired by permutation, and the lines through the points of a grid."""

from collections.abc import Mapping
from dataclasses import dataclass

from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._scales import Drawn, drawn
from onlinelearn.render.figures._values import Values, by_cell, family, varying
from onlinelearn.render.figures.figure_options import TradeoffOptions

RATIO = "ratio"
"""What a metric divided by another learner's is: a number without unit."""


@dataclass(frozen=True, slots=True)
class Point:
    """A learner's place, with intervals both ways, and its value in the grid that the line follows."""

    x: Drawn
    y: Drawn
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """A family on a data set, along its last grid: where it has several, there are several lines."""

    dataset: str
    family: str
    grid: tuple[str, ...]
    points: tuple[Point, ...]

    @property
    def entry(self) -> str:
        """What the legend calls it."""
        return f"{self.family}, by {', '.join(self.grid)}" if self.grid else self.family


def lines(data: FigureData, options: TradeoffOptions) -> list[Line]:
    """The lines of every family on every data set; the learner that all is relative to has none."""
    across, up = (by_cell(data.rows, metric, options.epoch) for metric in (options.x, options.y))
    grids = _grids(data)
    groups: dict[tuple[str, str, str], list[Point]] = {}
    for dataset, learner in across:
        if learner == options.relative_to:
            continue
        x = _place(options.x, across, dataset, learner, options.relative_to)
        y = _place(options.y, up, dataset, learner, options.relative_to)
        if x and y:
            mine = family(data.learners, learner)
            *outer, inner = grids[mine.name] or ("",)
            others = repr([mine.parameters.get(name) for name in outer])
            point = Point(x, y, str(mine.parameters.get(inner, "")))
            groups.setdefault((dataset, mine.name, others), []).append(point)
    return [Line(dataset, name, grids[name], tuple(points)) for (dataset, name, _), points in groups.items()]


def _grids(data: FigureData) -> dict[str, tuple[str, ...]]:
    """The parameters in which the members of each family differ."""
    members: dict[str, list[str]] = {}
    for learner in dict.fromkeys(row.learner for row in data.rows):
        members.setdefault(family(data.learners, learner).name, []).append(learner)
    return {
        name: varying(family(data.learners, learner) for learner in learners)
        for name, learners in members.items()
    }


def _place(
    metric: str, values: Mapping[tuple[str, str], Values], dataset: str, learner: str, reference: str | None
) -> Drawn | None:
    """The mean and its interval; divided, in each permutation, by the reference learner's value."""
    mine = values.get((dataset, learner), {})
    if reference is None:
        return drawn(metric, estimate(list(mine.values()))) if mine else None
    base = values.get((dataset, reference), {})
    ratios = [mine[p] / base[p] for p in sorted(mine.keys() & base.keys()) if base[p]]
    return drawn(RATIO, estimate(ratios)) if ratios else None
