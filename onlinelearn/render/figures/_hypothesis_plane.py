"""The plane of hypotheses: the cuts of examples, what they leave, and the ellipses around that."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Moment, Replay
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._chosen_replay import chosen_replay, every_moment
from onlinelearn.render.figures._families import family, numeric_parameter
from onlinelearn.render.figures._half_planes import SideOfLine, square
from onlinelearn.render.figures.figure_options import VersionSpaceOptions

ANGLES = 2 * np.pi * np.arange(240) / 240
CIRCLE: Floats = np.stack([np.cos(ANGLES), np.sin(ANGLES)], axis=1)


@dataclass(frozen=True)
class HypothesisPlane:
    """A learner's updates on a binary problem with two attributes, seen among the hypotheses."""

    learner: str
    dataset: str
    replay: Replay
    goal: float
    """aγ: an example leaves the hypotheses v with y v·x ≥ aγ."""

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The state before the first round, and after each update."""
        return every_moment(self.replay)

    @cached_property
    def reach(self) -> float:
        """The distance from the origin to the edges of the panel."""
        shown = [
            part
            for each in self.moments
            for part in (each.weights, ellipse_outline(each))
            if part is not None
        ]
        return 1.08 * (float(np.abs(np.concatenate(shown)).max()) or 1.0)

    @property
    def view(self) -> Floats:
        """The corners of the panel."""
        return square(self.reach)

    def cut(self, row: int) -> SideOfLine:
        """The hypotheses that an example leaves."""
        sign = 1.0 if self.replay.y[row] == 1 else -1.0
        return SideOfLine(sign * self.replay.X[row], self.goal)

    def left_after(self, updates: int) -> Floats:
        """The hypotheses that the examples of so many updates leave, of the first ellipse or of the panel."""
        return self._consistent([moment.row for moment in self.moments[1 : updates + 1]])

    @cached_property
    def version_space(self) -> Floats:
        """The hypotheses that all examples leave."""
        return self._consistent(range(len(self.replay.y)))

    def _consistent(self, rows: Iterable[int | None]) -> Floats:
        start = ellipse_outline(self.replay.start)
        polygon = self.view if start is None else start
        for row in rows:
            if row is not None and len(polygon):
                polygon = self.cut(row).clip(polygon)
        return polygon


def ellipse_outline(moment: Moment) -> Floats | None:
    """Points on the boundary of {v : (v − w)ᵀP⁻¹(v − w) ≤ 1}; None for a learner that has no P."""
    if moment.covariance is None:
        return None
    values, vectors = np.linalg.eigh(moment.covariance)
    axes = vectors * np.sqrt(np.maximum(values, 0.0))
    boundary: Floats = moment.weights[0] + CIRCLE @ axes.T
    return boundary


def hypothesis_plane(data: FigureData, options: VersionSpaceOptions) -> HypothesisPlane:
    """The plane of the learner and the data set that the options choose."""
    chosen, replay = chosen_replay("version_space", data, options)
    if replay.start.weights.shape != (1, 2):
        raise ConfigError(f"figure version_space: {chosen.dataset} must have two classes and two attributes")
    learner = family(data.learners, chosen.learner)
    a, margin = numeric_parameter(learner, "a"), numeric_parameter(learner, "margin")
    return HypothesisPlane(
        chosen.learner, chosen.dataset, replay, (1.0 if a is None else a) * (margin or 0.0)
    )
