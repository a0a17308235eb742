"""The loop of the weights on an inseparable problem, in the plane of weights and over the rounds."""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Moment, Replay
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._chosen_replay import chosen_replay, every_moment
from onlinelearn.render.figures._layout import FigureLayout, tiled_panels
from onlinelearn.render.figures._style import COLOURS, FAINT, INK, figure_text
from onlinelearn.render.figures.figure_options import CycleOptions

SHOWN_LOOPS = 3
"""The panel over the rounds ends after so many turns of the loop."""


@dataclass(frozen=True)
class Loop:
    """A stretch of updates that ends with the weights and the example with which it began, and so repeats."""

    begin: int
    """The number of the moment at which it begins; 0 is the state before the first round."""
    end: int
    rounds: int


def figure(data: FigureData, options: CycleOptions) -> Figure:
    """On the left the weights as points of a plane, on the right each of them over the rounds."""
    chosen, replay = chosen_replay("cycle", data, options)
    if replay.start.weights.shape != (1, 2):
        raise ConfigError(f"figure cycle: {chosen.dataset} must have two classes and two attributes")
    loop = find_loop(replay)
    if loop is None:
        raise ConfigError(
            f"figure cycle: {chosen.learner} does not cycle on {chosen.dataset} "
            "within the epochs that were run"
        )
    layout = FigureLayout(
        title=figure_text(data.title),
        style=data.style,
        note=f"{figure_text(chosen.learner, 40)} on {figure_text(chosen.dataset, 40)}: "
        "the same weights at the same example "
        f"after {loop.rounds} rounds, {loop.end - loop.begin} of them updates",
        panel=(2.9, 2.9),
        gap_x=0.8,
        gap_y=0.85,
        below=0.48,
        handles=_legend(loop),
    )
    whole, (plane, rounds) = tiled_panels(layout, 2)
    _draw_path(plane, _weights(replay), loop)
    _draw_rounds(rounds, every_moment(replay), loop)
    return whole


def _legend(loop: Loop) -> list[Line2D]:
    way = (
        [Line2D([], [], color=FAINT, marker="o", markersize=3.0, label="the way to it")] if loop.begin else []
    )
    return [
        Line2D([], [], color=INK, marker="o", markersize=5.0, linewidth=0, label="where it begins"),
        Line2D([], [], color=COLOURS[1], marker="o", markersize=3.0, label="the loop"),
        *way,
        Line2D([], [], color=COLOURS[0], label="w₁"),
        Line2D([], [], color=COLOURS[2], linestyle="dashed", label="w₂"),
    ]


def find_loop(replay: Replay) -> Loop | None:
    """The first loop, if the examples come in the same order in each epoch."""
    moments, n = every_moment(replay), len(replay.y)
    if any(each.row is not None and each.row != (each.round - 1) % n for each in moments):
        raise ConfigError("figure cycle: each epoch has another order, so that nothing comes again")
    seen: dict[tuple[bytes, int], int] = {}
    for number, moment in enumerate(moments):
        # The start counts as the end of a pass; adding 0 makes -0 and 0 one.
        here = (moment.weights + 0.0).tobytes(), moment.round % n
        if here in seen:
            first = seen[here]
            return Loop(first, number, moment.round - moments[first].round)
        seen[here] = number
    return None


def _weights(replay: Replay) -> Floats:
    return np.concatenate([each.weights for each in every_moment(replay)])


def _draw_path(panel: Axes, W: Floats, loop: Loop) -> None:
    way, round_trip = W[: loop.begin + 1], W[loop.begin : loop.end + 1]
    low, high = W[: loop.end + 1].min(axis=0), W[: loop.end + 1].max(axis=0)
    (x, y), reach = (low + high) / 2, 0.58 * float((high - low).max())
    panel.set(xlim=(x - reach, x + reach), ylim=(y - reach, y + reach), aspect="equal")
    panel.set(xlabel="w₁", ylabel="w₂", title="the plane of weights")
    panel.plot(way[:, 0], way[:, 1], color=FAINT, linewidth=0.8, marker="o", markersize=3.0)
    steps = np.diff(round_trip, axis=0)
    panel.quiver(
        *round_trip[:-1].T, *steps.T, angles="xy", scale_units="xy", scale=1.0,
        color=COLOURS[1], width=0.006, headwidth=5.0, headlength=6.0,
    )  # fmt: skip
    panel.plot(round_trip[:, 0], round_trip[:, 1], color=COLOURS[1], linewidth=0, marker="o", markersize=3.0)
    panel.plot(*round_trip[0], color=INK, marker="o", markersize=5.0)
    panel.yaxis.set_label_coords(-0.1, 0.5)
    for axis in (panel.xaxis, panel.yaxis):
        axis.set_major_locator(MaxNLocator(5, integer=True))


def _draw_rounds(panel: Axes, moments: tuple[Moment, ...], loop: Loop) -> None:
    begin = moments[loop.begin].round
    last = begin + SHOWN_LOOPS * loop.rounds
    shown = [each for each in moments if each.round <= last]
    rounds, W = [each.round for each in shown], np.concatenate([each.weights for each in shown])
    panel.plot(rounds, W[:, 0], color=COLOURS[0], linewidth=1.0, drawstyle="steps-post")
    panel.plot(rounds, W[:, 1], color=COLOURS[2], linewidth=1.0, linestyle="dashed", drawstyle="steps-post")
    for turn in range(SHOWN_LOOPS + 1):
        panel.axvline(begin + turn * loop.rounds, color=FAINT, linewidth=0.7, linestyle="dotted")
    panel.set(xlabel="round", ylabel="weight", title="the weights, round by round")
    panel.yaxis.set_label_coords(-0.1, 0.5)
    panel.yaxis.set_major_locator(MaxNLocator(5, integer=True))
