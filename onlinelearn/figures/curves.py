"""Learning curves: online error and updates against rounds, a column for each data set."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from onlinelearn.errors import ConfigError
from onlinelearn.estimate import estimate
from onlinelearn.figures import FigureData
from onlinelearn.figures._layout import Frame, build
from onlinelearn.figures._scales import Drawn, drawn, set_rounds, set_y
from onlinelearn.figures._style import Look, looks, permutations_note, text
from onlinelearn.results import CurvePoint
from onlinelearn.tables.labels import is_error

METRICS = ("online_error", "updates")

FIRST = 10
"""Where long curves begin: after fewer rounds the online error is noise."""

Curve = dict[int, Drawn]
"""A learner's values by round."""


def figure(data: FigureData) -> Figure:
    """Online error above, updates below, both on logarithmic axes of rounds."""
    if not data.points:
        raise ConfigError("figure curves: there are no curves; add 'curves' to the config's metrics")
    datasets = tuple(dict.fromkeys(point.dataset for point in data.points))
    learners = looks(dict.fromkeys(point.learner for point in data.points))
    note = permutations_note((point.permutation for point in data.points), "lines", "bands")
    frame = Frame(
        title=text(data.title),
        note=note,
        panel=(3.4 if len(datasets) < 3 else 2.6, 1.8),
        gap_x=0.6,
        below=0.42,
        handles=[_line(name, look) for name, look in learners.items()],
    )
    whole, panels = build(frame, len(METRICS), len(datasets), share_y=False)
    for dataset, column in zip(datasets, zip(*panels, strict=True), strict=True):
        points = [point for point in data.points if point.dataset == dataset]
        last = max(point.round for point in points)
        first = FIRST if last >= 100 * FIRST else 1
        for metric, panel in zip(METRICS, column, strict=True):
            _panel(panel, metric, first, _curves(points, metric), learners)
        set_rounds(column[-1], first, last)
        column[0].set_title(text(dataset, 40))
        column[-1].set_xlabel("rounds")
    for row in panels:
        for panel in row[1:]:
            panel.set_ylabel("")
    return whole


def _curves(points: Sequence[CurvePoint], metric: str) -> dict[str, Curve]:
    """The curve of each learner that has one; a learner that counts no updates has none there."""
    values: dict[str, dict[int, list[float]]] = {}
    for point in points:
        value = getattr(point, metric)
        if value is not None:
            values.setdefault(point.learner, {}).setdefault(point.round, []).append(value)
    return {
        learner: {t: drawn(metric, estimate(sample)) for t, sample in sorted(rounds.items())}
        for learner, rounds in values.items()
    }


def _panel(
    panel: Axes, metric: str, first: int, curves: Mapping[str, Curve], learners: Mapping[str, Look]
) -> None:
    """One data set's curves from round `first` on."""
    values = [value for curve in curves.values() for t, value in curve.items() if t >= first]
    # Errors fall like a power of the rounds; counts grow like one, and parallel lines would hide by how much.
    set_y(panel, metric, values, log=is_error(metric))
    for i, (learner, look) in enumerate(learners.items()):
        curve = curves.get(learner)
        if curve is None:
            continue
        means, lows, highs = zip(*curve.values(), strict=True)
        alpha = min(0.15, 0.8 / len(learners))
        panel.fill_between(list(curve), lows, highs, color=look.colour, alpha=alpha, linewidth=0)
        # Marks of different learners stand at different rounds, so that none hides another.
        step = max(1, len(curve) // 6)
        panel.plot(list(curve), means, markevery=(i * step // len(learners), step), **_marks(look))


def _line(learner: str, look: Look) -> Line2D:
    return Line2D([], [], label=text(learner, 40), **_marks(look))


def _marks(look: Look) -> dict[str, Any]:
    return {
        "color": look.colour,
        "marker": look.marker,
        "dashes": look.dashes or (None, None),
        "linewidth": 1.1,
        "markersize": 3.5,
        "markeredgecolor": "white",
        "markeredgewidth": 0.3,
    }
