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
from onlinelearn.render.figures._layout import Frame, tile
from onlinelearn.render.figures._scene import Scene, ellipse, scene
from onlinelearn.render.figures._style import COLOURS, FAINT, INK, text
from onlinelearn.render.figures.figure_options import VersionSpaceOptions

TIME = 700
MOST_PANELS, MOST_FRAMES = 9, 25
"""Updates that are shown side by side, or one after the other; the last is always one of them."""

LEFT, ALL, NOW, CUT = "#CFE6F5", "#56B4E9", COLOURS[1], "#EFEFEF"


def figure(data: FigureData, options: VersionSpaceOptions) -> Figure:
    """Small multiples: the first updates, and the last."""
    seen = scene(data, options)
    updates = first_and_last(len(seen.replay.moments), MOST_PANELS)
    whole, panels = tile(_frame(data, seen, (2.1, 2.1)), len(updates))
    for update, panel in zip(updates, panels, strict=True):
        _plane(panel, seen)
        _state(panel, seen, update)
    return whole


def frames(data: FigureData, options: VersionSpaceOptions) -> Iterator[Figure]:
    """The start; then, for each update, the cut first and what becomes of the ellipse next."""
    seen = scene(data, options)
    for update in [0, *first_and_last(len(seen.replay.moments), MOST_FRAMES)]:
        for done in (False, True) if update else (True,):
            whole, (panel,) = tile(_frame(data, seen, (3.6, 3.6)), 1)
            _plane(panel, seen)
            _state(panel, seen, update, done=done)
            yield whole


def _frame(data: FigureData, seen: Scene, panel: tuple[float, float]) -> Frame:
    return Frame(
        title=text(data.title),
        note=f"{text(seen.learner, 40)} on {text(seen.dataset, 40)}, the plane of hypotheses",
        panel=panel,
        gap_x=0.5,
        gap_y=0.7,
        below=0.48,
        handles=_legend(seen),
    )


def _legend(seen: Scene) -> list[Artist]:
    handles: list[Artist] = [
        Patch(facecolor=CUT, label="cut off by the example"),
        Patch(facecolor=LEFT, label="left by the cuts so far"),
        Patch(facecolor=ALL, label="consistent with all examples"),
        Line2D([], [], color=INK, marker="o", markersize=2.5, linewidth=0.7, label="centre and its path"),
    ]
    if seen.replay.start.covariance is not None:
        handles.append(Line2D([], [], color=NOW, linewidth=1.5, label="ellipse"))
    return handles


def _plane(panel: Axes, seen: Scene) -> None:
    reach = seen.reach
    panel.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    panel.set(xlabel="v₁", ylabel="v₂")
    panel.yaxis.set_label_coords(-0.17, 0.5)
    panel.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    panel.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
    panel.grid(visible=False)


def _state(panel: Axes, seen: Scene, update: int, *, done: bool = True) -> None:
    """After so many updates; or, if that is not done, only with the cut of the last drawn in."""
    moment = seen.moments[update]
    panel.set_title(f"update {update}, round {moment.round}" if update else "before the first round")
    if moment.row is not None:
        _cut_off(panel, seen, moment.row)
    for polygon, colour in ((seen.left(update), LEFT), (seen.version_space, ALL)):
        if len(polygon):
            panel.add_patch(Polygon(polygon, facecolor=colour, linewidth=0))
    current = update if done else update - 1
    if current:
        _outline(panel, seen.moments[current - 1], linewidth=0.7, linestyle="dotted")
    _outline(panel, seen.moments[current], linewidth=1.5)
    path = np.concatenate([each.weights for each in seen.moments[: current + 1]])
    panel.plot(path[:, 0], path[:, 1], color=INK, linewidth=0.7, marker="o", markersize=1.5)
    panel.plot(path[-1:, 0], path[-1:, 1], color=INK, marker="o", markersize=3.5)


def _outline(panel: Axes, moment: Moment, **style: Any) -> None:
    outline = ellipse(moment)
    if outline is not None:
        panel.add_patch(Polygon(outline, fill=False, edgecolor=NOW, **style))


def _cut_off(panel: Axes, seen: Scene, row: int) -> None:
    """The side of the border on which hypotheses get the example wrong, or right by too little."""
    cut = seen.cut(row)
    panel.add_patch(Polygon(cut.opposite.clip(seen.view), facecolor=CUT, linewidth=0))
    border = cut.border(2 * seen.reach)
    panel.plot(border[:, 0], border[:, 1], color=FAINT, linewidth=0.7)
