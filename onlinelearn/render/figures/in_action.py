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
from onlinelearn.render.figures._chosen_replay import chosen_replay, every_moment, first_and_last
from onlinelearn.render.figures._half_planes import SideOfLine, square
from onlinelearn.render.figures._layout import FigureLayout, tiled_panels
from onlinelearn.render.figures._style import COLOURS, FAINT, INK, figure_text
from onlinelearn.render.figures.figure_options import InActionOptions

FRAME_TIME = 700
MOST_FRAMES = 40
POSITIVE_COLOUR = "#EAF3FA"
CLASS_MARKS = ((COLOURS[1], "s"), (COLOURS[0], "o"))


@dataclass(frozen=True, eq=False)
class ExamplePlane:
    """A learner's updates on a binary problem with two attributes (a constant third may be there)."""

    learner: str
    dataset: str
    replay: Replay

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The state before the first round, and after each update."""
        return every_moment(self.replay)

    @property
    def reach(self) -> float:
        """The distance from the origin to the edges of the panel."""
        return 1.12 * float(np.abs(self.replay.X[:, :2]).max())

    @property
    def view(self) -> Floats:
        """The corners of the panel."""
        return square(self.reach)

    def positive(self, moment: Moment) -> SideOfLine:
        """The side of the boundary where the score is positive."""
        w = moment.weights[0]
        constant = float(self.replay.X[0, 2] * w[2]) if w.size == 3 else 0.0
        return SideOfLine(w[:2], -constant)


def figure(data: FigureData, options: InActionOptions) -> Figure:
    """Small multiples: the first updates, and the last."""
    plane = _example_plane(data, options)
    updates = first_and_last(len(plane.replay.moments), options.panels)
    whole, panels = tiled_panels(_layout(data, plane, (2.1, 2.1)), len(updates))
    for update, panel in zip(updates, panels, strict=True):
        _draw_update(panel, plane, update)
    return whole


def frames(data: FigureData, options: InActionOptions) -> Iterator[Figure]:
    """A frame for the start, and one for each update."""
    plane = _example_plane(data, options)
    for update in [0, *first_and_last(len(plane.replay.moments), MOST_FRAMES)]:
        whole, (panel,) = tiled_panels(_layout(data, plane, (3.6, 3.6)), 1)
        _draw_update(panel, plane, update)
        yield whole


def _example_plane(data: FigureData, options: InActionOptions) -> ExamplePlane:
    chosen, replay = chosen_replay("in_action", data, options)
    canonical = replay.X.shape[1] == 3 and (replay.X[:, 2] == replay.X[0, 2]).all()
    if replay.start.weights.shape[0] != 1 or not (canonical or replay.X.shape[1] == 2):
        raise ConfigError(
            f"figure in_action: {chosen.dataset} must have two classes, "
            "and two attributes or a constant third"
        )
    return ExamplePlane(chosen.learner, chosen.dataset, replay)


def _layout(data: FigureData, plane: ExamplePlane, panel: tuple[float, float]) -> FigureLayout:
    return FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=f"{figure_text(plane.learner, 40)} on {figure_text(plane.dataset, 40)}, the plane of examples",
        panel=panel,
        gap_x=0.5,
        gap_y=0.7,
        below=0.48,
        handles=_legend(),
    )


def _legend() -> list[Artist]:
    points = [
        Line2D([], [], color=colour, marker=marker, markersize=3.5, linewidth=0, label=f"class {y}")
        for y, (colour, marker) in enumerate(CLASS_MARKS)
    ]
    return [
        *points,
        Line2D([], [], **_ring(), label="the mistake that is learnt from"),
        Line2D([], [], color=FAINT, linestyle="dotted", linewidth=1.0, label="boundary before"),
        Line2D([], [], color=INK, linewidth=1.2, label="boundary after"),
        Patch(facecolor=POSITIVE_COLOUR, label="predicted class 1"),
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


def _draw_update(panel: Axes, plane: ExamplePlane, update: int) -> None:
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
        panel.add_patch(Polygon(side, facecolor=POSITIVE_COLOUR, linewidth=0))
    if update:
        _draw_boundary(
            panel, plane, plane.moments[update - 1], color=FAINT, linestyle="dotted", linewidth=1.0
        )
    _draw_boundary(panel, plane, moment, color=INK, linewidth=1.2)
    for y, (colour, marker) in enumerate(CLASS_MARKS):
        points = plane.replay.X[plane.replay.y == y]
        panel.plot(points[:, 0], points[:, 1], color=colour, marker=marker, markersize=3.0, linewidth=0)
    if moment.row is not None:
        x = plane.replay.X[moment.row]
        panel.plot([x[0]], [x[1]], **_ring())


def _draw_boundary(panel: Axes, plane: ExamplePlane, moment: Moment, **style: Any) -> None:
    border = plane.positive(moment).border(4 * plane.reach)
    panel.plot(border[:, 0], border[:, 1], **style)
