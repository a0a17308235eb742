"""The points of a trade-off, two metrics of each learner, and the lines through the points of a grid."""

from collections.abc import Mapping
from dataclasses import dataclass

from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._cell_values import PermutationValues, values_by_cell
from onlinelearn.render.figures._families import family, varying_parameters
from onlinelearn.render.figures._mean_intervals import MeanInterval, mean_interval
from onlinelearn.render.figures.figure_options import TradeoffOptions

RATIO = "ratio"
"""The name of a metric divided by another learner's: a number without unit."""


@dataclass(frozen=True, slots=True)
class TradeoffPoint:
    """A learner: its two metrics with their intervals, and its value in the grid, as a label."""

    x: MeanInterval
    y: MeanInterval
    label: str


@dataclass(frozen=True, slots=True)
class TradeoffLine:
    """A family on a data set, along its last grid; a family with further grids has several lines."""

    dataset: str
    family: str
    grid: tuple[str, ...]
    points: tuple[TradeoffPoint, ...]

    @property
    def legend_text(self) -> str:
        """The name of the family in the legend, with its grid."""
        return f"{self.family}, by {', '.join(self.grid)}" if self.grid else self.family


def tradeoff_lines(data: FigureData, options: TradeoffOptions) -> list[TradeoffLine]:
    """The lines of every family on every data set; the learner that all values are relative to has none."""
    horizontal, vertical = (
        values_by_cell(data.rows, metric, options.epoch) for metric in (options.x, options.y)
    )
    grids = _grids(data)
    groups: dict[tuple[str, str, str], list[TradeoffPoint]] = {}
    for dataset, learner in horizontal:
        left_out = options.learners is not None and learner not in options.learners
        if left_out or learner == options.relative_to:
            continue
        x = _mean_or_ratio(data, options.x, horizontal, dataset, learner, options.relative_to)
        y = _mean_or_ratio(data, options.y, vertical, dataset, learner, options.relative_to)
        if x and y:
            mine = family(data.learners, learner)
            *outer, inner = grids[mine.name] or ("",)
            others = repr([mine.parameters.get(name) for name in outer])
            point = TradeoffPoint(x, y, str(mine.parameters.get(inner, "")))
            groups.setdefault((dataset, mine.name, others), []).append(point)
    return [
        TradeoffLine(dataset, name, grids[name], tuple(points))
        for (dataset, name, _), points in groups.items()
    ]


def _grids(data: FigureData) -> dict[str, tuple[str, ...]]:
    """The parameters in which the members of each family differ."""
    members: dict[str, list[str]] = {}
    for learner in dict.fromkeys(row.learner for row in data.rows):
        members.setdefault(family(data.learners, learner).name, []).append(learner)
    return {
        name: varying_parameters(family(data.learners, learner) for learner in learners)
        for name, learners in members.items()
    }


def _mean_or_ratio(
    data: FigureData,
    metric: str,
    values: Mapping[tuple[str, str], PermutationValues],
    dataset: str,
    learner: str,
    reference: str | None,
) -> MeanInterval | None:
    """The mean and its interval; divided, in each permutation, by the reference learner's value."""
    mine = values.get((dataset, learner), {})
    if reference is None:
        return mean_interval(metric, data.estimate(dataset, metric, mine.values())) if mine else None
    base = values.get((dataset, reference), {})
    ratios = [mine[p] / base[p] for p in sorted(mine.keys() & base.keys()) if base[p]]
    return mean_interval(RATIO, data.estimate(dataset, metric, ratios)) if ratios else None
