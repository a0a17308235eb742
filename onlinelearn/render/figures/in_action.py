"""A learner at work in the plane: the decision boundary, update by update."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon
from matplotlib.ticker import MaxNLocator

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Moment, Replay
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._chosen_replay import chosen_replay, first_and_last
from onlinelearn.render.figures._layout import Frame, tile
from onlinelearn.render.figures._scene import Cut
from onlinelearn.render.figures._style import COLOURS, FAINT, INK, text
from onlinelearn.render.figures.figure_options import InActionOptions

TIME = 700
MOST_FRAMES = 40
SIDE = "#EAF3FA"
CLASSES = ((COLOURS[1], "s"), (COLOURS[0], "o"))


@dataclass(frozen=True, eq=False)
class Plane:
    """A learner's updates on a binary problem with two attributes, and maybe a constant third."""

    learner: str
    dataset: str
    replay: Replay

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The state before the first round, and after each update."""
        return (self.replay.start, *self.replay.moments)

    @property
    def reach(self) -> float:
        """How far the view goes from the origin."""
        return 1.12 * float(np.abs(self.replay.X[:, :2]).max())

    @property
    def view(self) -> Floats:
        """The corners of what is shown."""
        return self.reach * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])

    def positive(self, moment: Moment) -> Cut:
        """The side of the boundary where the score is positive."""
        w = moment.weights[0]
        constant = float(self.replay.X[0, 2] * w[2]) if w.size == 3 else 0.0
        return Cut(w[:2], -constant)


def figure(data: FigureData, options: InActionOptions) -> Figure:
    """Small multiples: the first updates, and the last."""
    plane = _plane(data, options)
    updates = first_and_last(len(plane.replay.moments), options.panels)
    whole, panels = tile(_frame(data, plane, (2.1, 2.1)), len(updates))
    for update, panel in zip(updates, panels, strict=True):
        _draw(panel, plane, update)
    return whole


def frames(data: FigureData, options: InActionOptions) -> Iterator[Figure]:
    """One update after the other."""
    plane = _plane(data, options)
    for update in [0, *first_and_last(len(plane.replay.moments), MOST_FRAMES)]:
        whole, (panel,) = tile(_frame(data, plane, (3.6, 3.6)), 1)
        _draw(panel, plane, update)
        yield whole


def _plane(data: FigureData, options: InActionOptions) -> Plane:
    chosen, replay = chosen_replay("in_action", data, options)
    canonical = replay.X.shape[1] == 3 and (replay.X[:, 2] == replay.X[0, 2]).all()
    if replay.start.weights.shape[0] != 1 or not (canonical or replay.X.shape[1] == 2):
        raise ConfigError(
            f"figure in_action: {chosen.dataset} must have two classes, "
            "and two attributes or a constant third"
        )
    return Plane(chosen.learner, chosen.dataset, replay)


def _frame(data: FigureData, plane: Plane, panel: tuple[float, float]) -> Frame:
    return Frame(
        title=text(data.title),
        note=f"{text(plane.learner, 40)} on {text(plane.dataset, 40)}, the plane of examples",
        panel=panel,
        gap_x=0.5,
        gap_y=0.7,
        below=0.48,
        handles=_legend(),
    )


def _legend() -> list[Artist]:
    points = [
        Line2D([], [], color=colour, marker=marker, markersize=3.5, linewidth=0, label=f"class {y}")
        for y, (colour, marker) in enumerate(CLASSES)
    ]
    return [
        *points,
        Line2D([], [], **_ring(), label="the mistake that is learnt from"),
        Line2D([], [], color=FAINT, linestyle="dotted", linewidth=1.0, label="boundary before"),
        Line2D([], [], color=INK, linewidth=1.2, label="boundary after"),
        Patch(facecolor=SIDE, label="predicted class 1"),
    ]


def _ring() -> dict[str, Any]:
    return {
        "marker": "o",
        "markersize": 8.0,
        "markerfacecolor": "none",
        "markeredgecolor": INK,
        "markeredgewidth": 0.9,
        "linewidth": 0,
    }


def _draw(panel: Axes, plane: Plane, update: int) -> None:
    moment = plane.moments[update]
    panel.set_title(f"update {update}, round {moment.round}" if update else "before the first round")
    panel.set(xlim=(-plane.reach, plane.reach), ylim=(-plane.reach, plane.reach), aspect="equal")
    panel.set(xlabel="x₁", ylabel="x₂")
    panel.yaxis.set_label_coords(-0.17, 0.5)
    for axis in (panel.xaxis, panel.yaxis):
        axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    panel.grid(visible=False)
    side = plane.positive(moment).clip(plane.view) if moment.weights.any() else np.empty((0, 2))
    if len(side):
        panel.add_patch(Polygon(side, facecolor=SIDE, linewidth=0))
    if update:
        _boundary(panel, plane, plane.moments[update - 1], color=FAINT, linestyle="dotted", linewidth=1.0)
    _boundary(panel, plane, moment, color=INK, linewidth=1.2)
    for y, (colour, marker) in enumerate(CLASSES):
        points = plane.replay.X[plane.replay.y == y]
        panel.plot(points[:, 0], points[:, 1], color=colour, marker=marker, markersize=3.0, linewidth=0)
    if moment.row is not None:
        x = plane.replay.X[moment.row]
        panel.plot([x[0]], [x[1]], **_ring())


def _boundary(panel: Axes, plane: Plane, moment: Moment, **style: Any) -> None:
    border = plane.positive(moment).border(4 * plane.reach)
    panel.plot(border[:, 0], border[:, 1], **style)
