"""The version space of a problem in two dimensions, and the ellipse around it, update by update."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Polygon
from matplotlib.ticker import MaxNLocator

from onlinelearn.base.replay_data import Moment
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._chosen_replay import first_and_last
from onlinelearn.render.figures._hypothesis_plane import HypothesisPlane, ellipse_outline, hypothesis_plane
from onlinelearn.render.figures._layout import FigureLayout, tiled_panels
from onlinelearn.render.figures._style import COLOURS, FAINT, INK, figure_text
from onlinelearn.render.figures.figure_options import VersionSpaceOptions

FRAME_TIME = 700
MOST_PANELS, MOST_FRAMES = 9, 25
"""The number of updates that are shown side by side, or one after the other; the last is one of them."""

LEFT_COLOUR, CONSISTENT_COLOUR, ELLIPSE_COLOUR, CUT_COLOUR = "#CFE6F5", "#56B4E9", COLOURS[1], "#EFEFEF"


def figure(data: FigureData, options: VersionSpaceOptions) -> Figure:
    """Small multiples: the first updates, and the last."""
    plane = hypothesis_plane(data, options)
    updates = first_and_last(len(plane.replay.moments), MOST_PANELS)
    whole, panels = tiled_panels(_layout(data, plane, (2.1, 2.1)), len(updates))
    for update, panel in zip(updates, panels, strict=True):
        _draw_axes(panel, plane)
        _draw_state(panel, plane, update)
    return whole


def frames(data: FigureData, options: VersionSpaceOptions) -> Iterator[Figure]:
    """The start; then, for each update, a frame with the cut and one with the new ellipse."""
    plane = hypothesis_plane(data, options)
    for update in [0, *first_and_last(len(plane.replay.moments), MOST_FRAMES)]:
        for done in (False, True) if update else (True,):
            whole, (panel,) = tiled_panels(_layout(data, plane, (3.6, 3.6)), 1)
            _draw_axes(panel, plane)
            _draw_state(panel, plane, update, done=done)
            yield whole


BEFORE: dict[str, Any] = {"linewidth": 0.7, "linestyle": "dotted"}
"""The outline of the ellipse before the update, as keywords of matplotlib."""


def _layout(data: FigureData, plane: HypothesisPlane, panel: tuple[float, float]) -> FigureLayout:
    return FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=f"{figure_text(plane.learner, 40)} on {figure_text(plane.dataset, 40)}, the plane of hypotheses",
        panel=panel,
        gap_x=0.5,
        gap_y=0.7,
        below=0.48,
        handles=_legend(plane),
    )


def _legend(plane: HypothesisPlane) -> list[Artist]:
    handles: list[Artist] = [
        Patch(facecolor=CUT_COLOUR, label="cut off by the example"),
        Patch(facecolor=LEFT_COLOUR, label="left by the cuts so far"),
        Patch(facecolor=CONSISTENT_COLOUR, label="consistent with all examples"),
        Line2D([], [], color=INK, marker="o", markersize=2.5, linewidth=0.7, label="centre and its path"),
    ]
    if plane.replay.start.covariance is not None:
        handles += [
            Line2D([], [], color=ELLIPSE_COLOUR, linewidth=1.5, label="ellipse"),
            Line2D([], [], color=ELLIPSE_COLOUR, label="ellipse before", **BEFORE),
        ]
    return handles


def _draw_axes(panel: Axes, plane: HypothesisPlane) -> None:
    reach = plane.reach
    panel.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    panel.set(xlabel="v₁", ylabel="v₂")
    panel.yaxis.set_label_coords(-0.17, 0.5)
    panel.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    panel.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    panel.grid(visible=False)


def _draw_state(panel: Axes, plane: HypothesisPlane, update: int, *, done: bool = True) -> None:
    """Draw the state after so many updates; if the last is not done yet, only its cut is drawn."""
    moment = plane.moments[update]
    panel.set_title(f"update {update}, round {moment.round}" if update else "before the first round")
    if moment.row is not None:
        _draw_cut(panel, plane, moment.row)
    for polygon, colour in (
        (plane.left_after(update), LEFT_COLOUR),
        (plane.version_space, CONSISTENT_COLOUR),
    ):
        if len(polygon):
            panel.add_patch(Polygon(polygon, facecolor=colour, linewidth=0))
    current = update if done else update - 1
    if current:
        _draw_outline(panel, plane.moments[current - 1], **BEFORE)
    _draw_outline(panel, plane.moments[current], linewidth=1.5)
    path = np.concatenate([each.weights for each in plane.moments[: current + 1]])
    panel.plot(path[:, 0], path[:, 1], color=INK, linewidth=0.7, marker="o", markersize=1.5)
    panel.plot(path[-1:, 0], path[-1:, 1], color=INK, marker="o", markersize=3.5)


def _draw_outline(panel: Axes, moment: Moment, **style: Any) -> None:
    outline = ellipse_outline(moment)
    if outline is not None:
        panel.add_patch(Polygon(outline, fill=False, edgecolor=ELLIPSE_COLOUR, **style))


def _draw_cut(panel: Axes, plane: HypothesisPlane, row: int) -> None:
    """Draw the side on which hypotheses get the example wrong, or right by too small a margin."""
    cut = plane.cut(row)
    panel.add_patch(Polygon(cut.opposite.clip(plane.view), facecolor=CUT_COLOUR, linewidth=0))
    border = cut.border(2 * plane.reach)
    panel.plot(border[:, 0], border[:, 1], color=FAINT, linewidth=0.7)
