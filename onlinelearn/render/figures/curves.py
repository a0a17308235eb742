"""Learning curves: online error and updates against rounds, a column for each data set."""

import math
from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import CurvePoint, measured
from onlinelearn.claims.axes import log_slopes
from onlinelearn.claims.results_view import Values
from onlinelearn.numerics.estimates import Estimate, estimate
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._axis_scales import MINUS, set_rounds_axis, set_vertical_axis
from onlinelearn.render.figures._layout import FigureLayout, label_each_block, panel_grid
from onlinelearn.render.figures._learner_lines import (
    bound_handles,
    draw_bound,
    draw_learner_line,
    line_handles,
    without_dashes,
)
from onlinelearn.render.figures._learner_styles import learner_styles
from onlinelearn.render.figures._mean_intervals import MeanInterval, mean_interval
from onlinelearn.render.figures._published_values import draw_published, published_handle, read_published
from onlinelearn.render.figures._style import SeriesStyle, figure_text, permutations_note
from onlinelearn.render.figures.figure_options import CurvesOptions
from onlinelearn.render.tables.display import is_error, metric_label

DEFAULT_METRICS = ("online_error", "updates")

FIRST_ROUND = 10
"""The first round of long curves: after fewer rounds the online error is noise."""

LEAST_SEEN = 0.005
"""A smaller slope is zero to two digits."""

Curve = dict[int, MeanInterval]
"""A learner's values by round."""


def figure(data: FigureData, options: CurvesOptions) -> Figure:
    """Online error above, updates below, or one other metric, on logarithmic axes of rounds."""
    if not data.points:
        raise ConfigError("figure curves: there are no curves; add 'curves' to the config's metrics")
    metrics = (options.metric,) if options.metric else DEFAULT_METRICS
    if options.metric and all(measured(point, options.metric) is None for point in data.points):
        raise ConfigError(f"figure curves: the curves have no {options.metric}; choose another metric")
    published = read_published(data.folder, options.published, metrics[0]) if options.published else {}
    datasets = tuple(dict.fromkeys(point.condition for point in data.points))
    learners = learner_styles(data, (point.learner for point in data.points if _has_any(point, metrics)))
    if options.bound:
        learners = {name: without_dashes(style) for name, style in learners.items()}
    slopes = _slopes(data, options, datasets)
    note = permutations_note(data.points, "lines", "bands") + _slopes_note(options, slopes, datasets)
    layout = FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=note,
        panel=(3.4 if len(datasets) < 3 else 2.6, 1.8),
        gap_x=0.6,
        below=0.42,
        handles=[
            *line_handles(learners, slopes),
            *bound_handles(options.bound),
            *([published_handle()] if published else []),
        ],
    )
    whole, panels = panel_grid(layout, len(metrics), len(datasets), share_y=False)
    for dataset, column in zip(datasets, zip(*panels, strict=True), strict=True):
        points = [point for point in data.points if point.condition == dataset]
        last = max(point.round for point in points)
        first = FIRST_ROUND if last >= 100 * FIRST_ROUND else 1
        for metric, panel in zip(metrics, column, strict=True):
            bounds = _curves(points, options.bound) if options.bound else {}
            _draw_panel(panel, metric, first, _curves(points, metric), bounds, learners, options.log)
        for learner, style in learners.items():
            if (dataset, learner) in published:
                draw_published(column[0], learner, [(last, y) for _, y in published[dataset, learner]], style)
        set_rounds_axis(column[-1], first, last)
        column[0].set_title(figure_text(dataset, 40))
        column[-1].set_xlabel("rounds")
    for row in panels:
        for panel in row[1:]:
            panel.set_ylabel("")
        label_each_block(row)
    return whole


def _has_any(point: CurvePoint, metrics: Sequence[str]) -> bool:
    return any(measured(point, metric) is not None for metric in metrics)


def _curves(points: Sequence[CurvePoint], metric: str) -> dict[str, Curve]:
    """The curve of each learner that has one; a learner that counts no updates has none there."""
    values: dict[str, dict[int, list[float]]] = {}
    for point in points:
        value = measured(point, metric)
        if value is not None:
            values.setdefault(point.learner, {}).setdefault(point.round, []).append(value)
    overlap = points[0].repetition.overlap(metric) if points else 0.0
    return {
        learner: {
            t: mean_interval(metric, estimate(sample, overlap=overlap))
            for t, sample in sorted(rounds.items())
        }
        for learner, rounds in values.items()
    }


def _slopes(data: FigureData, options: CurvesOptions, datasets: Sequence[str]) -> dict[str, str]:
    """The legend's remark on each learner: the slopes of its logarithms, data set by data set."""
    if options.slopes_from is None or options.metric is None:
        return {}
    texts: dict[str, list[str]] = {}
    for dataset in datasets:
        axes: dict[str, dict[int, dict[int, float]]] = {}
        for point in data.points:
            value = measured(point, options.metric)
            if point.condition == dataset and point.round >= options.slopes_from and value is not None:
                axes.setdefault(point.learner, {}).setdefault(point.round, {})[point.permutation] = value
        for learner, axis in axes.items():
            points = [(float(t), Values(axis[t])) for t in sorted(axis)]
            slopes = list(log_slopes(points).values())
            if slopes:
                texts.setdefault(learner, []).append(
                    _interval(data.estimate(dataset, options.metric, slopes))
                )
    return {learner: f": slope {', '.join(slopes)}" for learner, slopes in texts.items()}


def _slopes_note(options: CurvesOptions, slopes: Mapping[str, str], datasets: Sequence[str]) -> str:
    """What the slopes are, as the end of the note below the title."""
    if not slopes:
        return ""
    each = ", panel by panel" if len(datasets) > 1 else ""
    return f"; slopes of both logarithms from round {options.slopes_from:,} on{each}"


def _interval(slope: Estimate) -> str:
    """A slope to two digits, and half its interval where that is seen at all: never 0.00 ± 0.00."""
    half = 0.0 if slope.high is None else slope.high - slope.mean
    mean = f"{slope.mean:.2f}" if abs(slope.mean) >= LEAST_SEEN else "0"
    return (f"{mean} ± {half:.2f}" if half >= LEAST_SEEN else mean).replace("-", MINUS)


def _draw_panel(
    panel: Axes,
    metric: str,
    first: int,
    curves: Mapping[str, Curve],
    bounds: Mapping[str, Curve],
    learners: Mapping[str, SeriesStyle],
    log: bool | None,
) -> None:
    """One data set's curves from round `first` on."""
    every = (*curves.values(), *bounds.values())
    values = [value for curve in every for t, value in curve.items() if t >= first]
    # Errors fall like a power of the rounds; counts grow like one, and parallel lines would hide by how much.
    set_vertical_axis(panel, metric, values, log=is_error(metric) if log is None else log)
    for learner, bound in bounds.items():
        draw_bound(panel, learner, list(bound.items()), learners[learner].colour)
    for i, (learner, style) in enumerate(learners.items()):
        curve = curves.get(learner)
        if curve is None:
            continue
        floor = panel.get_ylim()[0] if panel.get_yscale() == "log" else -math.inf
        # Marks of different learners stand at different rounds, so that none hides another.
        step = max(1, len(curve) // 6)
        draw_learner_line(
            panel,
            learner,
            [(t, value._replace(low=max(value.low, floor))) for t, value in curve.items()],
            style,
            axes=("rounds", metric_label(metric)),
            n_lines=len(learners),
            marks=(i * step // len(learners), step),
        )
