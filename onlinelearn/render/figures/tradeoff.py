"""One metric against another: a point for each learner, a line through the points of a grid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from onlinelearn.base.errors import ConfigError
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._axis_scales import needs_log_axis, set_axis_around
from onlinelearn.render.figures._layout import FigureLayout, panel_size, tiled_panels
from onlinelearn.render.figures._learner_lines import line_handles, line_style, value_text
from onlinelearn.render.figures._learner_styles import learner_styles
from onlinelearn.render.figures._marked_learners import MarkedPoint, mark_learner
from onlinelearn.render.figures._mean_intervals import MeanInterval
from onlinelearn.render.figures._point_labels import PointLabel, Polyline, place_labels
from onlinelearn.render.figures._style import (
    FAINT,
    SeriesStyle,
    figure_text,
    permutations_note,
    series_styles,
)
from onlinelearn.render.figures._tradeoff_lines import TradeoffLine, TradeoffPoint, tradeoff_lines
from onlinelearn.render.figures.figure_options import TradeoffOptions
from onlinelearn.render.tables.display import metric_label

POINT_SIZE = 5.0

LineStyles = Mapping[tuple[str, str], SeriesStyle]
"""The style of each line, by data set and family."""


def figure(data: FigureData, options: TradeoffOptions) -> Figure:
    """A panel for each data set; all in one where everything is relative to the same learner."""
    every = tradeoff_lines(data, options)
    if not every:
        raise ConfigError(f"figure tradeoff: no learner has both {options.x} and {options.y}; choose others")
    groups = {"": every} if options.relative_to else _by_dataset(every)
    styles = _styles(data, every, shared=options.relative_to is not None)
    note = permutations_note(data.rows, "points", "crosses")
    epoch = options.epoch or max(row.epoch for row in data.rows)
    layout = FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=f"{note}, after epoch {epoch}",
        panel=panel_size(len(groups)),
        gap_x=0.8,
        gap_y=0.85,
        below=0.48,
        handles=_legend(every, styles, shared=options.relative_to is not None),
        above=0.12 if options.relative_to else 0.28,
    )
    whole, panels = tiled_panels(layout, len(groups))
    for (name, mine), panel in zip(groups.items(), panels, strict=True):
        panel.set_title(figure_text(name, 40))
        panel.set_xlabel(_axis_label(options.x, options.relative_to))
        panel.set_ylabel(_axis_label(options.y, options.relative_to))
        _draw_panel(whole, panel, options, mine, styles)
    return whole


def _by_dataset(every: Sequence[TradeoffLine]) -> dict[str, list[TradeoffLine]]:
    names = dict.fromkeys(line.dataset for line in every)
    return {name: [line for line in every if line.dataset == name] for name in names}


def _styles(data: FigureData, every: Sequence[TradeoffLine], *, shared: bool) -> LineStyles:
    """The family's style; in a shared panel the data set's, with the family's mark if there are several."""
    datasets = series_styles(dict.fromkeys(line.dataset for line in every))
    families = learner_styles(data, (line.family for line in every))
    if shared and len(families) == 1:
        return {(dataset, name): style for dataset, style in datasets.items() for name in families}
    return {
        (dataset, name): replace(colour, marker=mark.marker) if shared else mark
        for dataset, colour in datasets.items()
        for name, mark in families.items()
    }


def _legend(every: Sequence[TradeoffLine], styles: LineStyles, *, shared: bool) -> list[Artist]:
    families = {line.family: line for line in every}
    if not shared:
        handles = line_handles(
            {name: styles[line.dataset, name] for name, line in families.items()},
            {name: f", by {', '.join(line.grid)}" for name, line in families.items() if line.grid},
        )
        for handle, line in zip(handles, families.values(), strict=True):
            if not line.grid:  # a point, and no line
                handle.set(linestyle="none", markersize=POINT_SIZE)
        return [*handles]
    datasets = dict.fromkeys(line.dataset for line in every)
    first = every[0]
    if len(families) == 1:
        grid = f", by {', '.join(first.grid)}" if first.grid else ""
        shown = {name: styles[name, first.family] for name in datasets}
        return [*line_handles(shown, dict.fromkeys(shown, grid) if grid else {})]
    colours = line_handles({name: replace(styles[name, first.family], marker="") for name in datasets})
    marked = {line.legend_text: styles[line.dataset, name].marker for name, line in families.items()}
    return [*colours, *(_mark_handle(name, marker) for name, marker in marked.items())]


def _mark_handle(name: str, marker: str) -> Line2D:
    return Line2D(
        [],
        [],
        label=figure_text(name, 40),
        color=FAINT,
        marker=marker,
        linestyle="none",
        markersize=POINT_SIZE,
    )


def _axis_label(metric: str, reference: str | None) -> str:
    label = metric_label(metric)
    return f"{label.removesuffix(' (%)')}, relative to {figure_text(reference, 24)}" if reference else label


def _draw_panel(
    whole: Figure, panel: Axes, options: TradeoffOptions, mine: Sequence[TradeoffLine], styles: LineStyles
) -> None:
    """Draw points with crosses and labels; where everything is relative, a cross-hair at the reference."""
    points = [point for line in mine for point in line.points]
    _set_axis(panel.xaxis, options.x, [point.x for point in points], options.relative_to)
    _set_axis(panel.yaxis, options.y, [point.y for point in points], options.relative_to)
    panel.grid(visible=True, axis="both")
    if options.relative_to:
        panel.axhline(1.0, color=FAINT, linewidth=0.8)
        panel.axvline(1.0, color=FAINT, linewidth=0.8)
    for line in mine:
        _draw_line(panel, options, line, styles[line.dataset, line.family])
    labels = [
        PointLabel(
            figure_text(point.label, 12), point.x.mean, point.y.mean, styles[line.dataset, line.family].colour
        )
        for line in mine
        for point in line.points
        if point.label
    ]
    place_labels(whole, panel, labels, [path for line in mine for path in _paths(line)])


def _draw_line(panel: Axes, options: TradeoffOptions, line: TradeoffLine, style: SeriesStyle) -> None:
    horizontal, vertical = [point.x for point in line.points], [point.y for point in line.points]
    x, y = [value.mean for value in horizontal], [value.mean for value in vertical]
    crosses = panel.errorbar(
        x, y, xerr=_arms(horizontal), yerr=_arms(vertical), fmt="none", ecolor=style.colour, elinewidth=0.7
    )
    (drawn,) = panel.plot(x, y, **line_style(style) | {"markersize": POINT_SIZE})
    name = line.dataset if options.relative_to else line.family
    labels = _axis_label(options.x, options.relative_to), _axis_label(options.y, options.relative_to)
    for arms in crosses[2]:
        mark_learner(arms, name)
    mark_learner(drawn, name, labels, [_marked(line, point) for point in line.points])


def _marked(line: TradeoffLine, point: TradeoffPoint) -> MarkedPoint:
    """The values at a point, and the grid's value where there is a grid."""
    at = f" ({line.grid[-1]} = {point.label})" if point.label else ""
    return MarkedPoint(point.x.mean, point.y.mean, value_text(point.x), value_text(point.y) + at)


def _paths(line: TradeoffLine) -> Iterator[Polyline]:
    """The strokes that labels must not cover: the line, and both arms of each cross."""
    yield [(point.x.mean, point.y.mean) for point in line.points]
    for x, y in ((point.x, point.y) for point in line.points):
        yield (x.low, y.mean), (x.high, y.mean)
        yield (x.mean, y.low), (x.mean, y.high)


def _set_axis(
    axis: XAxis | YAxis, metric: str, values: Sequence[MeanInterval], reference: str | None
) -> None:
    """Set an axis around the values, and around 1, where the reference learner is."""
    if reference:
        set_axis_around(axis, [*values, MeanInterval.exact(1.0)])
    else:
        set_axis_around(axis, values, log=needs_log_axis(metric, [[value] for value in values]))


def _arms(values: Sequence[MeanInterval]) -> list[list[float]]:
    return [[value.mean - value.low for value in values], [value.high - value.mean for value in values]]
