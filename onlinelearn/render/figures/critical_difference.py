"""Learners by their mean rank over the data sets, with bars over those that a test can't tell apart."""

from collections.abc import Sequence
from statistics import fmean

from matplotlib.figure import Figure

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.roles import Role, competes
from onlinelearn.numerics.rank_tests import mean_ranks, nemenyi_difference
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._cell_values import values_by_cell
from onlinelearn.render.figures._layout import FigureLayout, panel_grid
from onlinelearn.render.figures._rank_diagram import RankDiagram
from onlinelearn.render.figures._style import figure_text
from onlinelearn.render.figures.figure_options import CriticalDifferenceOptions
from onlinelearn.render.tables.display import metric_label


def figure(data: FigureData, options: CriticalDifferenceOptions) -> Figure:
    """The diagram of all learners that have results on every data set, and a word on those that have not."""
    means = _means(data, options)
    datasets = list(dict.fromkeys(dataset for dataset, _ in means))
    asked = _ranked(data, options)
    learners = [name for name in asked if all((dataset, name) in means for dataset in datasets)]
    sources = _by_source(datasets, data)
    if len(sources) < 2 or len(learners) < 2:
        raise ConfigError(
            "figure critical_difference: ranks need two learners with results on two data sets or more; "
            "variants of one, such as the points of a grid, count once"
        )
    placed = mean_ranks(
        [[fmean(means[dataset, name] for dataset in variants) for name in learners] for variants in sources]
    )
    ordered = dict(sorted(zip(learners, placed, strict=True), key=lambda item: item[1]))
    diagram = RankDiagram(ordered, nemenyi_difference(len(learners), len(sources), options.alpha))
    missing = [name for name in asked if name not in learners]
    layout = FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=_note(options, len(sources), missing),
        panel=diagram.size,
        gap_x=0.0,
        below=0.0,
        handles=(),
        left=0.0,
        right=0.0,
        above=0.0,
        rigid=True,
    )
    whole, ((panel,),) = panel_grid(layout, 1, 1, share_y=False)
    diagram.draw(panel)
    return whole


def _ranked(data: FigureData, options: CriticalDifferenceOptions) -> list[str]:
    """The learners that are asked for; else all but those that only stand beside another one."""
    if options.learners:
        return list(dict.fromkeys(options.learners))
    return list(
        dict.fromkeys(
            row.learner
            for row in data.rows
            if competes(row.role, options.metric) and row.role is not Role.DEFAULT
        )
    )


def _by_source(datasets: Sequence[str], data: FigureData) -> list[list[str]]:
    """The data sets, those together that are variants of one: they count once, by their mean."""
    sources: dict[str, list[str]] = {}
    for each in datasets:
        family = data.datasets.get(each)
        sources.setdefault((family and family.source) or each, []).append(each)
    return list(sources.values())


def _means(data: FigureData, options: CriticalDifferenceOptions) -> dict[tuple[str, str], float]:
    """The mean over permutations, by data set and learner: another reading is no further data set."""
    written = [row for row in data.rows if not row.reading]
    every = values_by_cell(written, options.metric, options.epoch)
    return {
        place: data.estimate(place[0], options.metric, each.values()).mean for place, each in every.items()
    }


def _note(options: CriticalDifferenceOptions, datasets: int, missing: list[str]) -> str:
    left_out = f"; without {', '.join(missing)}, for lack of a result" if missing else ""
    return (
        f"mean ranks by {metric_label(options.metric)} over {datasets} data sets, 1 is the lowest; "
        f"a bar joins those that Nemenyi's test doesn't tell apart at {100 * options.alpha:g} %{left_out}"
    )
