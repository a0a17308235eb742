"""The decision surface of each learner, with the labeled and unlabeled examples of the stream."""

from collections.abc import Iterator, Mapping

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Surfaces
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._layout import FigureLayout, tiled_panels
from onlinelearn.render.figures._style import COLOURS, FAINT, INK, figure_text
from onlinelearn.render.figures.figure_options import SurfaceOptions

FRAME_TIME = 300
"""How long a frame of an animation is shown, in milliseconds."""

SIDE = 2.6
"""The side of a panel, in inches."""

MOST_LARGE_POINTS = 500
"""With more examples, points are drawn smaller."""

SIDES = ("#FBE3D3", "#D6E9F6")
POINTS = ((COLOURS[1], "s"), (COLOURS[0], "o"))
"""Colour and mark of the first class and of the second."""


def figure(data: FigureData, options: SurfaceOptions) -> Figure:
    """A panel for each learner."""
    surfaces = _surfaces(data, options)
    whole, panels = tiled_panels(_layout(data, options, surfaces), len(surfaces))
    for panel, (learner, surface) in zip(panels, surfaces.items(), strict=True):
        _draw_surface(panel, surface, -1, options.last)
        panel.set_title(figure_text(learner, 30))
    return whole


def frames(data: FigureData, options: SurfaceOptions) -> Iterator[Figure]:
    """The same panels after each part of the stream."""
    surfaces = _surfaces(data, options)
    for at in range(options.FRAMES):
        whole, panels = tiled_panels(_layout(data, options, surfaces), len(surfaces))
        for panel, (learner, surface) in zip(panels, surfaces.items(), strict=True):
            _draw_surface(panel, surface, at, options.last)
            panel.set_title(f"{figure_text(learner, 30)}, after {surface.rounds[at]:,} examples")
        yield whole


def _surfaces(data: FigureData, options: SurfaceOptions) -> dict[str, Surfaces]:
    """The surfaces by learner, as the options choose them."""
    if not data.rows:
        raise ConfigError("figure surface: there is no result to draw; see why each cell failed")
    requests = options.replays(data.rows)
    if not requests:
        dataset = options.dataset or data.rows[0].condition
        raise ConfigError(f"figure surface: no result on {dataset} to draw; see why each cell failed")
    return {each.learner: data.surfaces(each) for each in requests}


def _layout(data: FigureData, options: SurfaceOptions, surfaces: Mapping[str, Surfaces]) -> FigureLayout:
    last = f", the last {options.last:,} examples" if options.last else ""
    dataset = options.dataset or data.rows[0].condition
    return FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=f"{figure_text(dataset, 40)}, permutation 1{last}",
        panel=(SIDE, SIDE),
        gap_x=0.5,
        gap_y=0.6,
        below=0.42,
        handles=_legend(all(each.shown.all() for each in surfaces.values())),
    )


def _legend(all_labeled: bool) -> list[Artist]:
    """What marks and shades mean; where every example has a label, nothing is said of labels."""
    of = "" if all_labeled else "labeled, "
    points = [
        Line2D([], [], linestyle="", color=colour, marker=marker, markersize=4, label=f"{of}{name} class")
        for (colour, marker), name in zip(POINTS, ("first", "second"), strict=True)
    ]
    sides = [
        Patch(facecolor=colour, label=f"predicted {name}")
        for colour, name in zip(SIDES, ("first", "second"), strict=True)
    ]
    unlabeled = Line2D([], [], linestyle="", color=FAINT, marker=".", markersize=3, label="unlabeled")
    return [*points, *([] if all_labeled else [unlabeled]), *sides]


def _draw_surface(panel: Axes, surface: Surfaces, at: int, last: int | None) -> None:
    """Draw the two sides, the border between them, and the examples up to then."""
    F = surface.scores[at]
    reach = max(float(np.abs(F).max()), 1e-300)
    panel.contourf(surface.across, surface.upwards, F, levels=[-2 * reach, 0.0, 2 * reach], colors=SIDES)
    if F.min() < 0.0 < F.max():
        panel.contour(surface.across, surface.upwards, F, levels=[0.0], colors=[INK], linewidths=0.7)
    end = surface.rounds[at]
    begin = 0 if last is None else max(0, end - last)
    X, y, shown = surface.X[begin:end], surface.y[begin:end], surface.shown[begin:end]
    size = 1.5 if len(X) > MOST_LARGE_POINTS else 3.0
    panel.plot(
        *X[~shown].T, linestyle="", marker=".", markersize=size, color=FAINT, markeredgewidth=0,
        rasterized=len(X) > MOST_LARGE_POINTS,  # thousands of dots would be most of a report page
    )  # fmt: skip
    for k, (colour, marker) in enumerate(POINTS):
        mine = X[shown & (y == k)]
        panel.plot(
            *mine.T, linestyle="", marker=marker, markersize=3.6, color=colour, markeredgecolor="white",
            markeredgewidth=0.4,
        )  # fmt: skip
    panel.set(xlim=surface.across[[0, -1]], ylim=surface.upwards[[0, -1]], aspect="equal")
    panel.grid(visible=False)
    for axis in (panel.xaxis, panel.yaxis):
        axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
