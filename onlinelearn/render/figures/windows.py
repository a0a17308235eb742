"""The error over the last rounds against rounds, a panel for each data set, its changes as thin lines."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.metric_options import Fading, Window
from onlinelearn.base.parameters import Parameters
from onlinelearn.base.result_rows import measured
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._axis_scales import (
    set_axis_around,
    set_plain_axis,
    set_vertical_axis,
)
from onlinelearn.render.figures._layout import FigureLayout, panel_grid
from onlinelearn.render.figures._learner_lines import draw_learner_line, line_handles
from onlinelearn.render.figures._learner_styles import learner_styles
from onlinelearn.render.figures._mean_intervals import MeanInterval
from onlinelearn.render.figures._stream_differences import differences_to
from onlinelearn.render.figures._stream_lines import LearnerStreams, learner_streams
from onlinelearn.render.figures._style import (
    FAINT,
    SeriesStyle,
    figure_text,
    permutations_note,
)
from onlinelearn.render.figures.figure_options import WindowsOptions

CHANGE: dict[str, Any] = {"color": FAINT, "linewidth": 0.6, "dashes": (2, 2)}
"""The line of a change, as keywords of matplotlib."""

NO_BANDS = "one stream, without bands"
RESAMPLED = "one stream: bands are 95 % intervals by resampling blocks of each window"


def figure(data: FigureData, options: WindowsOptions) -> Figure:
    """One line a learner; its band is over the permutations, or over blocks of a single stream.

    Against a learner, lines and bands are those of the differences to it, which are paired.
    """
    metric = options.metric
    if all(measured(point, metric) is None for point in data.points):
        raise ConfigError(f"figure windows: the curves have no {metric}; add it to the config's metrics")
    streams: Mapping[str, Mapping[str, LearnerStreams]] = {
        dataset: learner_streams(
            [point for point in data.points if point.condition == dataset], metric, data.metric_options
        )
        for dataset in dict.fromkeys(point.condition for point in data.points)
    }
    if options.against is not None:
        streams = differences_to(options.against, streams)
        if not streams:
            raise ConfigError(f"figure windows: nothing ran beside {options.against}; leave out 'against'")
    datasets = tuple(streams)
    styles = learner_styles(data, dict.fromkeys(name for each in streams.values() for name in each))
    change = [Line2D([], [], label="change of the data", **CHANGE)]
    layout = FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=_note(data.metric_options[metric], streams, options),
        panel=(5.8, 2.5 if len(datasets) == 1 else 1.7),
        gap_x=0.6,
        gap_y=0.65,
        below=0.42,
        handles=[*line_handles(styles), *(change if any(map(data.changes.get, datasets)) else [])],
    )
    whole, panels = panel_grid(layout, len(datasets), 1, share_y=False, share_x=False)
    for dataset, (panel,) in zip(datasets, panels, strict=True):
        _draw_panel(panel, options, _lines(streams[dataset], options), styles)
        last = max(point.round for point in data.points if point.condition == dataset)
        epochs = max(row.epoch for row in data.rows if row.condition == dataset)
        _mark_changes(panel, data.changes.get(dataset, ()), range(0, last, last // epochs))
        set_plain_axis(panel.xaxis, 0, last)
        panel.set_title(figure_text(dataset, 60))
        panel.set_xlabel("rounds")
    return whole


def _note(
    of_error: Parameters, streams: Mapping[str, Mapping[str, LearnerStreams]], options: WindowsOptions
) -> str:
    """Sentences on the error that is shown, and on what the bands are."""
    against = options.against
    less = "" if against is None else f", less that of {figure_text(against, 40)} in the same rounds"
    return f"{_error_note(of_error)}{less}; {_bands_note(streams) if options.bands else 'without bands'}"


def _error_note(options: Parameters) -> str:
    """A sentence on the error that is shown."""
    match options:
        case Window(window=window):
            return f"error over the last {window:,} rounds, each predicted before it is learnt from"
        case Fading(factor=factor):
            return f"error of all rounds so far, each weighed {factor:g} times as much as the next"
        case _:
            raise TypeError(f"{options} are the options of another metric")


def _bands_note(streams: Mapping[str, Mapping[str, LearnerStreams]]) -> str:
    """What the bands are; where they are of several kinds, a sentence for each, with its lines."""
    lines = {(dataset, name): each for dataset, mine in streams.items() for name, each in mine.items()}
    several = [place for place, each in lines.items() if not each.are_one]
    points = [point for place in several for stream in lines[place].streams for point in stream]
    found = {
        permutations_note(points, "lines", "bands"): several,
        RESAMPLED: [place for place, each in lines.items() if each.are_one and each.blocks],
        NO_BANDS: [place for place, each in lines.items() if each.are_one and not each.blocks],
    }
    said = {sentence: places for sentence, places in found.items() if places}
    if len(said) == 1:
        return next(iter(said))
    return "; ".join(f"{sentence} ({_names(places, lines)})" for sentence, places in said.items())


def _names(places: Sequence[tuple[str, str]], every: Iterable[tuple[str, str]]) -> str:
    """The data sets, or else the learners, whose lines are these and no others; else each line by both."""
    for part in (0, 1):
        names = dict.fromkeys(place[part] for place in places)
        if all(place in places for place in every if place[part] in names):
            return ", ".join(figure_text(name, 40) for name in names)
    return ", ".join(f"{figure_text(name, 40)} on {figure_text(dataset, 40)}" for dataset, name in places)


def _lines(
    streams: Mapping[str, LearnerStreams], options: WindowsOptions
) -> dict[str, Mapping[int, MeanInterval]]:
    """Each learner's line; without bands an interval is its mean alone."""
    lines: dict[str, Mapping[int, MeanInterval]] = {name: each.line() for name, each in streams.items()}
    if options.bands:
        return lines
    return {
        name: {at: MeanInterval.exact(value.mean) for at, value in line.items()}
        for name, line in lines.items()
    }


def _draw_panel(
    panel: Axes,
    options: WindowsOptions,
    lines: Mapping[str, Mapping[int, MeanInterval]],
    styles: Mapping[str, SeriesStyle],
) -> None:
    _set_vertical_axis(panel, options, [value for line in lines.values() for value in line.values()])
    for i, (learner, line) in enumerate(lines.items()):
        # Marks of different learners stand at different rounds, so that none hides another.
        step = max(1, len(line) // 6)
        draw_learner_line(
            panel,
            learner,
            list(line.items()),
            styles[learner],
            axes=("rounds", panel.get_ylabel()),
            n_lines=len(lines),
            marks=(i * step // len(lines), step),
        )


def _set_vertical_axis(panel: Axes, options: WindowsOptions, values: Sequence[MeanInterval]) -> None:
    """Errors begin at 0; differences lie on both sides of it, and a line is where the other learner is."""
    if options.against is None:
        set_vertical_axis(panel, options.metric, values, log=False)
        return
    set_axis_around(panel.yaxis, [*values, MeanInterval.exact(0.0)])
    panel.set_ylabel(f"error − {figure_text(options.against, 12)}'s (points)")
    panel.axhline(0.0, color=FAINT, linewidth=0.8)


def _mark_changes(panel: Axes, changes: Iterable[int], epochs: Iterable[int]) -> None:
    """A thin line at each change; it comes again in each epoch that begins at one of these rounds."""
    for at in (begin + change for begin in epochs for change in changes):
        panel.axvline(at, zorder=0.5, **CHANGE)
