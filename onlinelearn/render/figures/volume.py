"""The log-volume of the ellipsoid against mistakes: a panel for each data set, a line for each learner."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import CurvePoint, measured
from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._axis_scales import set_axis_around
from onlinelearn.render.figures._layout import FigureLayout, panel_size, tiled_panels
from onlinelearn.render.figures._learner_lines import draw_learner_line, line_handles
from onlinelearn.render.figures._learner_styles import learner_styles
from onlinelearn.render.figures._mean_intervals import MeanInterval, mean_interval
from onlinelearn.render.figures._style import SeriesStyle, figure_text, permutations_note
from onlinelearn.render.figures.figure_options import VolumeOptions
from onlinelearn.render.tables.display import metric_label

VOLUME = "log_volume"

VolumeLines = dict[str, list[tuple[float, MeanInterval]]]
"""By learner: mistakes and log-volume at each measured round, as means over the permutations."""


def figure(data: FigureData, _: VolumeOptions) -> Figure:
    """Draw a line for each learner that has an ellipsoid."""
    points = [point for point in data.points if measured(point, VOLUME) is not None]
    if not points:
        raise ConfigError("figure volume: no learner has a log_volume; name one with an ellipsoid, as CELLIP")
    datasets = dict.fromkeys(point.condition for point in points)
    learners = learner_styles(data, (point.learner for point in points))
    layout = FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=permutations_note(points, "lines", "bands"),
        panel=panel_size(len(datasets)),
        gap_x=0.8,
        gap_y=0.85,
        below=0.48,
        handles=line_handles(learners),
    )
    whole, panels = tiled_panels(layout, len(datasets))
    for dataset, panel in zip(datasets, panels, strict=True):
        panel.set_title(figure_text(dataset, 40))
        _draw_panel(panel, _volume_lines([point for point in points if point.condition == dataset]), learners)
    return whole


def _volume_lines(points: Sequence[CurvePoint]) -> VolumeLines:
    rounds: dict[tuple[str, int], list[CurvePoint]] = {}
    for point in points:
        rounds.setdefault((point.learner, point.round), []).append(point)
    lines: VolumeLines = {}
    for (learner, _), sample in sorted(rounds.items(), key=lambda entry: entry[0][1]):
        mistakes = estimate([point.mistakes for point in sample]).mean
        volumes = estimate(
            [found for point in sample if (found := measured(point, VOLUME)) is not None],
            overlap=sample[0].repetition.overlap(VOLUME),
        )
        lines.setdefault(learner, []).append((mistakes, mean_interval(VOLUME, volumes)))
    return lines


def _draw_panel(panel: Axes, lines: VolumeLines, learners: Mapping[str, SeriesStyle]) -> None:
    set_axis_around(panel.xaxis, [MeanInterval.exact(x) for line in lines.values() for x, _ in line])
    set_axis_around(panel.yaxis, [volume for line in lines.values() for _, volume in line])
    panel.set_xlabel("mistakes")
    panel.set_ylabel(metric_label(VOLUME))
    for learner, line in lines.items():
        draw_learner_line(
            panel,
            learner,
            line,
            learners[learner],
            axes=("mistakes", metric_label(VOLUME)),
            n_lines=len(lines),
            marks=(0, max(1, len(line) // 8)),
        )
