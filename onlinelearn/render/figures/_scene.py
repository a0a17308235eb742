"""The plane of hypotheses: cuts, what they leave, and the ellipses around it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Moment, Replay
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._chosen_replay import chosen_replay
from onlinelearn.render.figures._values import family, number
from onlinelearn.render.figures.figure_options import VersionSpaceOptions

AROUND = 2 * np.pi * np.arange(240) / 240
CIRCLE: Floats = np.stack([np.cos(AROUND), np.sin(AROUND)], axis=1)


@dataclass(frozen=True)
class Cut:
    """A half-plane {v : normal·v ≥ offset}: the hypotheses that an example leaves."""

    normal: Floats
    offset: float

    @property
    def opposite(self) -> "Cut":
        """The other side of its border."""
        return Cut(-self.normal, -self.offset)

    def border(self, far: float) -> Floats:
        """Two points of its border, so far on either side of that nearest to the origin; none for x = 0."""
        length = float(self.normal @ self.normal) ** 0.5
        if not length:
            return np.empty((0, 2))
        nearest = self.offset / length**2 * self.normal
        along = far / length * np.array([-self.normal[1], self.normal[0]])
        return np.stack([nearest - along, nearest + along])

    def clip(self, polygon: Floats) -> Floats:
        """The part of a convex polygon that is in the half-plane; maybe none."""
        over = polygon @ self.normal - self.offset
        kept: list[Floats] = []
        for i in range(len(polygon)):
            before, after = over[i - 1], over[i]
            if (before < 0) != (after < 0):
                kept.append(polygon[i - 1] + before / (before - after) * (polygon[i] - polygon[i - 1]))
            if after >= 0:
                kept.append(polygon[i])
        return np.array(kept).reshape(-1, 2)


@dataclass(frozen=True)
class Scene:
    """A learner's updates on a binary problem with two attributes."""

    learner: str
    dataset: str
    replay: Replay
    goal: float
    """aγ: an example leaves the hypotheses v with y v·x ≥ aγ."""

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The state before the first round, and after each update."""
        return (self.replay.start, *self.replay.moments)

    @cached_property
    def reach(self) -> float:
        """How far the view goes from the origin."""
        shown = [part for each in self.moments for part in (each.weights, ellipse(each)) if part is not None]
        return 1.08 * (float(np.abs(np.concatenate(shown)).max()) or 1.0)

    @property
    def view(self) -> Floats:
        """The corners of what is shown."""
        return self.reach * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])

    def cut(self, row: int) -> Cut:
        """What an example leaves."""
        sign = 1.0 if self.replay.y[row] == 1 else -1.0
        return Cut(sign * self.replay.X[row], self.goal)

    def left(self, updates: int) -> Floats:
        """The hypotheses, of the first ellipse or of the view, that the examples of so many updates leave."""
        return self._consistent([moment.row for moment in self.moments[1 : updates + 1]])

    @cached_property
    def version_space(self) -> Floats:
        """The hypotheses that all examples leave."""
        return self._consistent(range(len(self.replay.y)))

    def _consistent(self, rows: Iterable[int | None]) -> Floats:
        start = ellipse(self.replay.start)
        polygon = self.view if start is None else start
        for row in rows:
            if row is not None and len(polygon):
                polygon = self.cut(row).clip(polygon)
        return polygon


def ellipse(moment: Moment) -> Floats | None:
    """The boundary of {v : (v − w)ᵀP⁻¹(v − w) ≤ 1}; None for a learner that has no P."""
    if moment.covariance is None:
        return None
    values, vectors = np.linalg.eigh(moment.covariance)
    axes = vectors * np.sqrt(np.maximum(values, 0.0))
    boundary: Floats = moment.weights[0] + CIRCLE @ axes.T
    return boundary


def scene(data: FigureData, options: VersionSpaceOptions) -> Scene:
    """What there is to see of the chosen learner on the chosen data set."""
    chosen, replay = chosen_replay("version_space", data, options)
    if replay.start.weights.shape != (1, 2):
        raise ConfigError(f"figure version_space: {chosen.dataset} must have two classes and two attributes")
    learner = family(data.learners, chosen.learner)
    a, margin = number(learner, "a"), number(learner, "margin")
    return Scene(chosen.learner, chosen.dataset, replay, (1.0 if a is None else a) * (margin or 0.0))
