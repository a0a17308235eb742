"""Figures: each is a module of this folder, named in `figure_options.OPTIONS`, and a function of data alone.

The module has a function `figure(data, options) -> matplotlib.figure.Figure`. If the figure moves, it also
has `frames(data, options) -> Iterator[Figure]` and the `FRAME_TIME` in milliseconds. It is imported, with
matplotlib, only when the figure is drawn.
"""

import ast
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path

from onlinelearn.base.parameters import Parameters
from onlinelearn.base.repetitions import ORDERS
from onlinelearn.base.replay_data import Replay, ReplayRequest, SurfaceRequest, Surfaces
from onlinelearn.base.result_rows import CurvePoint, Row
from onlinelearn.base.roles import BESIDE
from onlinelearn.claims import DatasetFamily, Family
from onlinelearn.claims.verdict import ClaimVerdict
from onlinelearn.numerics.estimates import Estimate, estimate
from onlinelearn.render.figures._caption import LearnerParameters, caption, what_is_drawn
from onlinelearn.render.figures.figure_options import CAPTION, OPTIONS, FigureChoice, FigureOptions
from onlinelearn.render.figures.figure_style import DEFAULT, FigureStyle
from onlinelearn.render.tables.display import columns


@dataclass(frozen=True, slots=True)
class FigureData:
    """The data that figures draw: the results of one experiment, and the names in its config."""

    title: str
    rows: Sequence[Row]
    points: Sequence[CurvePoint]
    metrics: Sequence[str]
    verdicts: Sequence[ClaimVerdict] = ()
    learners: Mapping[str, Family] = field(default_factory=dict)
    datasets: Mapping[str, DatasetFamily] = field(default_factory=dict)
    replays: Mapping[ReplayRequest | SurfaceRequest, Replay | Surfaces] = field(default_factory=dict)
    """Of the first permutation: each replay that the options of the figures ask for."""
    metric_options: Mapping[str, Parameters] = field(default_factory=dict)
    """The options of those metrics that have some."""
    changes: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """The rounds of an epoch at which the data change, by the label of the condition, where that is known."""
    folder: Path = Path()
    """The config's folder, in which files of published values are found."""
    style: FigureStyle = DEFAULT
    """That of the run; the options of a figure may change it."""

    def estimate(self, dataset: str, metric: str, values: Collection[float]) -> Estimate:
        """The mean over permutations of a data set, and its interval."""
        repetition = next((row.repetition for row in self.rows if row.condition == dataset), ORDERS)
        return estimate(list(values), overlap=repetition.overlap(metric))

    def replay(self, request: ReplayRequest) -> Replay:
        """The updates that were asked for."""
        found = self.replays[request]
        if not isinstance(found, Replay):
            raise TypeError(f"{request} was answered by {type(found).__name__}")
        return found

    def surfaces(self, request: SurfaceRequest) -> Surfaces:
        """The scores on the plane that were asked for."""
        found = self.replays[request]
        if not isinstance(found, Surfaces):
            raise TypeError(f"{request} was answered by {type(found).__name__}")
        return found


def names() -> tuple[str, ...]:
    """The figures that a config may name."""
    return tuple(OPTIONS)


def describe(name: str) -> str:
    """A line on what a figure shows, read without importing matplotlib."""
    tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def says(name: str, options: FigureOptions, metrics: Collection[str], learners: LearnerParameters) -> str:
    """A sentence on what a figure with these options shows of an experiment."""
    return what_is_drawn(describe(name), options, metrics, learners)


def render(choice: FigureChoice, data: FigureData) -> dict[str, bytes]:
    """The figure's files by their names (see `choice.endings`), for the caller to write whole.

    An animation is for a screen: it has the usual size, whatever the style.
    """
    from onlinelearn.render.figures._style import figure_settings, saved

    module = import_module(f"{__name__}.{choice.name}")
    style = choice.options.applied_to(data.style)
    with figure_settings(style):
        figure = module.figure(replace(data, style=style), choice.options)
        written = saved(choice.file, figure, style)
    parameters = {
        row.learner: data.learners[row.learner].parameters if row.learner in data.learners else ()
        for row in data.rows
        if row.role not in BESIDE
    }
    drawn = says(choice.name, choice.options, columns(data.metrics), parameters)
    text = caption(data.title, drawn, figure.get_label(), data.rows)
    written[f"{choice.file}.{CAPTION}"] = f"{text}\n".encode()
    if choice.options.moves:
        from onlinelearn.render.figures._animation import animation

        on_screen = replace(data, style=DEFAULT)
        written |= animation(choice.file, lambda: module.frames(on_screen, choice.options), module.FRAME_TIME)
    return written
