"""The log-volume of the ellipsoid against mistakes: a panel for each data set, a line for each learner."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.result_rows import CurvePoint, measured
from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._layout import Frame, roomy, tile
from onlinelearn.render.figures._lines import draw_band, handles, marks
from onlinelearn.render.figures._scales import Drawn, drawn, set_range
from onlinelearn.render.figures._style import Look, looks, permutations_note, text
from onlinelearn.render.figures.figure_options import VolumeOptions
from onlinelearn.render.tables.display import metric_label

VOLUME = "log_volume"

Shrinking = dict[str, list[tuple[float, Drawn]]]
"""By learner: mistakes and log-volume at each round that was measured, as means over the permutations."""


def figure(data: FigureData, _: VolumeOptions) -> Figure:
    """Only learners with an ellipsoid have a line."""
    points = [point for point in data.points if measured(point, VOLUME) is not None]
    if not points:
        raise ConfigError("figure volume: no learner has a log_volume; name one with an ellipsoid, as CELLIP")
    datasets = dict.fromkeys(point.condition for point in points)
    learners = looks(dict.fromkeys(point.learner for point in points))
    frame = Frame(
        title=text(data.title),
        note=permutations_note((point.permutation for point in points), "lines", "bands"),
        panel=roomy(len(datasets)),
        gap_x=0.8,
        gap_y=0.85,
        below=0.48,
        handles=handles(learners),
    )
    whole, panels = tile(frame, len(datasets))
    for dataset, panel in zip(datasets, panels, strict=True):
        panel.set_title(text(dataset, 40))
        _panel(panel, _shrinking([point for point in points if point.condition == dataset]), learners)
    return whole


def _shrinking(points: Sequence[CurvePoint]) -> Shrinking:
    rounds: dict[tuple[str, int], list[CurvePoint]] = {}
    for point in points:
        rounds.setdefault((point.learner, point.round), []).append(point)
    lines: Shrinking = {}
    for (learner, _), sample in sorted(rounds.items(), key=lambda entry: entry[0][1]):
        mistakes = estimate([point.mistakes for point in sample]).mean
        volumes = estimate([found for point in sample if (found := measured(point, VOLUME)) is not None])
        lines.setdefault(learner, []).append((mistakes, drawn(VOLUME, volumes)))
    return lines


def _panel(panel: Axes, lines: Shrinking, learners: Mapping[str, Look]) -> None:
    set_range(panel.xaxis, [(x, x, x) for line in lines.values() for x, _ in line])
    set_range(panel.yaxis, [volume for line in lines.values() for _, volume in line])
    panel.set_xlabel("mistakes")
    panel.set_ylabel(metric_label(VOLUME))
    for learner, line in lines.items():
        mistakes, volumes = [x for x, _ in line], [volume for _, volume in line]
        draw_band(panel, mistakes, volumes, learners[learner], len(lines))
        step = max(1, len(line) // 8)
        panel.plot(mistakes, [mean for mean, _, _ in volumes], markevery=step, **marks(learners[learner]))
