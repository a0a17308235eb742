"""A metric against an option of the data sets or a parameter of the learners, a line for each learner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from onlinelearn.base.errors import ConfigError
from onlinelearn.claims import Family
from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._axis_scales import set_axis_around, set_vertical_axis
from onlinelearn.render.figures._cell_values import values_by_cell
from onlinelearn.render.figures._families import family, numeric_parameter, varying_parameters
from onlinelearn.render.figures._layout import FigureLayout, panel_size, tiled_panels
from onlinelearn.render.figures._learner_lines import (
    bound_handles,
    draw_bound,
    draw_learner_line,
    line_handles,
    without_dashes,
)
from onlinelearn.render.figures._learner_styles import learner_styles
from onlinelearn.render.figures._limit_lines import Limits, draw_limits, limit_handles, limits_by_panel
from onlinelearn.render.figures._mean_intervals import MeanInterval, mean_interval
from onlinelearn.render.figures._published_values import draw_published, published_handle, read_published
from onlinelearn.render.figures._style import SeriesStyle, figure_text, permutations_note
from onlinelearn.render.figures.figure_options import GrowthOptions
from onlinelearn.render.tables.display import metric_label

GrowthLine = Sequence[tuple[float, MeanInterval]]
"""Values with their places on the horizontal axis, in the order of the axis."""

GrowthPanels = dict[str, dict[str, GrowthLine]]
"""The lines by panel and by name."""

AxisPlaces = Mapping[str, tuple[str, float]]
"""By label of a data set or a learner: its name without the varied value, and that value."""


def figure(data: FigureData, options: GrowthOptions) -> Figure:
    """A panel for each data set (each value of its other options), a line for each learner."""
    growth = _lines(data, options, options.metric)
    if not growth:
        raise ConfigError(f"figure growth: {options.metric} is known for one value of {options.over} at most")
    bounds = _lines(data, options, options.bound) if options.bound else {}
    published = _published_lines(data, options)
    cells = [(cell, panel) for cell, panel, _, _ in _placed(data, options)]
    limits = limits_by_panel(data.rows, options.limits or {}, cells)
    learners = learner_styles(data, (name for lines in growth.values() for name in lines))
    if options.bound:
        learners = {name: without_dashes(style) for name, style in learners.items()}
    layout = FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=permutations_note(data.rows, "points", "bands"),
        panel=panel_size(len(growth)),
        gap_x=0.8,
        gap_y=0.85,
        below=0.48,
        handles=[
            *line_handles(learners),
            *bound_handles(options.bound),
            *limit_handles((options.limits or {}).values()),
            *([published_handle()] if published else []),
        ],
    )
    whole, panels = tiled_panels(layout, len(growth))
    for panel, (name, lines) in zip(panels, growth.items(), strict=True):
        panel.set_title(figure_text(name, 40))
        shown = _PanelContents(lines, bounds.get(name, {}), published.get(name, {}), limits.get(name, {}))
        _draw_panel(panel, options, shown, learners)
    return whole


def _lines(data: FigureData, options: GrowthOptions, metric: str) -> GrowthPanels:
    """The metric along the axis; a line through a single value is left out."""
    cells = values_by_cell(data.rows, metric)
    horizontal = values_by_cell(data.rows, options.against) if options.against else {}
    found: dict[str, dict[str, dict[float, tuple[float, MeanInterval]]]] = {}
    for cell, panel, line, at in _placed(data, options):
        if cell in cells and (not options.against or cell in horizontal):
            x = at
            if options.against:
                x = mean_interval(options.against, estimate(list(horizontal[cell].values()))).mean
            value = mean_interval(metric, data.estimate(cell[0], metric, cells[cell].values()))
            found.setdefault(panel, {}).setdefault(line, {})[at] = (x, value)
    long: GrowthPanels = {
        panel: {
            name: [place for _, place in sorted(line.items())]
            for name, line in lines.items()
            if len(line) > 1
        }
        for panel, lines in found.items()
    }
    return {panel: lines for panel, lines in long.items() if lines}


def _published_lines(data: FigureData, options: GrowthOptions) -> GrowthPanels:
    """The published values along the axis; they have no interval."""
    if options.published is None:
        return {}
    values = read_published(data.folder, options.published, options.metric, options.against)
    found: dict[str, dict[str, list[tuple[float, float, float]]]] = {}
    for cell, panel, line, at in _placed(data, options):
        places = [(at, at if x is None else x, y) for x, y in values.get(cell, ())]
        found.setdefault(panel, {}).setdefault(line, []).extend(places)
    return {
        panel: {
            name: [(x, MeanInterval.exact(y)) for _, x, y in sorted(line)]
            for name, line in lines.items()
            if line
        }
        for panel, lines in found.items()
    }


def _placed(data: FigureData, options: GrowthOptions) -> Iterator[tuple[tuple[str, str], str, str, float]]:
    """Each data set and learner on the axis: its panel, its line, and the value there."""
    cells = dict.fromkeys((row.condition, row.learner) for row in data.rows)
    datasets = _places(data.datasets, (dataset for dataset, _ in cells), options.over)
    learners = _places(data.learners, (learner for _, learner in cells), options.over)
    for dataset, learner in cells:
        if dataset in datasets:
            panel, at = datasets[dataset]
            yield (dataset, learner), panel, learner, at
        elif not datasets and learner in learners:
            line, at = learners[learner]
            yield (dataset, learner), dataset, line, at


def _places(families: Mapping[str, Family], labels: Iterable[str], over: str) -> AxisPlaces:
    """The labels whose family varies along the axis, named by the other parameters that vary."""
    members: dict[str, list[str]] = {}
    for label in dict.fromkeys(labels):
        members.setdefault(family(families, label).name, []).append(label)
    places = {}
    for name, each in members.items():
        differ = varying_parameters(families[label] for label in each if label in families)
        for label in each if over in differ else ():
            at = numeric_parameter(families[label], over)
            others = [f"{key} = {families[label].parameters.get(key)}" for key in differ if key != over]
            if at is not None:
                places[label] = (", ".join([name, *others]), at)
    return places


@dataclass(frozen=True)
class _PanelContents:
    """Our lines, what theory allows them, published values of them, and limits on the horizontal axis."""

    lines: Mapping[str, GrowthLine]
    bounds: Mapping[str, GrowthLine]
    published: Mapping[str, GrowthLine]
    limits: Limits

    def horizontal(self) -> list[MeanInterval]:
        """All places that the horizontal axis must have."""
        measured = [x for line in (*self.lines.values(), *self.published.values()) for x, _ in line]
        return [MeanInterval.exact(x) for x in (*measured, *self.limits.values())]

    def vertical(self) -> list[MeanInterval]:
        """All values that the vertical axis must have."""
        every = (*self.lines.values(), *self.bounds.values(), *self.published.values())
        return [value for line in every for _, value in line]


def _draw_panel(
    panel: Axes, options: GrowthOptions, shown: _PanelContents, learners: Mapping[str, SeriesStyle]
) -> None:
    places = shown.horizontal()
    set_axis_around(panel.xaxis, places, log=not options.against and all(x.mean > 0 for x in places))
    log = _spans_magnitudes(shown.vertical()) if options.log is None else options.log
    set_vertical_axis(panel, options.metric, shown.vertical(), log=log)
    panel.set_xlabel(metric_label(options.against or options.over))
    for name, line in shown.lines.items():
        draw_learner_line(
            panel,
            name,
            _drawable(panel, line),
            learners[name],
            axes=(metric_label(options.against or options.over), metric_label(options.metric)),
            n_lines=len(shown.lines),
        )
    for name, line in shown.bounds.items():
        if style := learners.get(name):
            draw_bound(panel, name, line, style.colour)
    for name, line in shown.published.items():
        if style := learners.get(name):
            draw_published(panel, name, [(x, value.mean) for x, value in _drawable(panel, line)], style)
    draw_limits(panel, shown.limits, (options.limits or {}).values())


def _spans_magnitudes(values: Sequence[MeanInterval]) -> bool:
    """Whether the largest mean is at least ten times the smallest one above zero."""
    positive = [value.mean for value in values if value.mean > 0]
    return bool(positive) and max(positive) >= 10.0 * min(positive)


def _drawable(panel: Axes, line: GrowthLine) -> GrowthLine:
    """The part of a line that the panel can show: on a logarithmic axis no mean is zero.

    There an interval that reaches to zero ends with the panel.
    """
    if panel.get_yscale() != "log":
        return line
    floor = panel.get_ylim()[0]
    return [(x, value._replace(low=max(value.low, floor))) for x, value in line if value.mean > 0]
