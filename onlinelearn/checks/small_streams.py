"""The streams that learners are checked on: small, of every kind of target, the same on every machine."""

from dataclasses import dataclass

import numpy as np

from onlinelearn.base.arrays import Floats, Kind, Targets
from onlinelearn.numerics import rng

ROUNDS, FEATURES = 40, 5
CHECKS = 13
"""The first word of the keys that these streams are drawn by."""


@dataclass(frozen=True, eq=False)
class SmallStream:
    """Examples in their order; `n_classes` is 0 where targets are real."""

    name: str
    X: Floats
    y: Targets
    n_classes: int
    multilabel: bool = False

    def part(self, begin: int, end: int) -> tuple[Floats, Targets]:
        """Copies of these rows: a learner may write to them."""
        return self.X[begin:end].copy(), self.y[begin:end].copy()


def small_streams(kind: Kind, *, label_sets: bool = False) -> tuple[SmallStream, ...]:
    """The streams for learners of this kind, and of sets of labels."""
    match kind:
        case "regression":
            return (SmallStream("real targets", points(), linear_scores(1)[:, 0], 0),)
        case "uniclass":
            return (SmallStream("points", points(), np.ones(ROUNDS, np.int64), 2),)
    two = SmallStream("two classes", points(), (linear_scores(1)[:, 0] > 0.0).astype(np.int64), 2)
    three = SmallStream("three classes", points(), linear_scores(3).argmax(axis=1), 3)
    sets = SmallStream("sets of labels", points(), linear_scores(4) > 0.0, 4, multilabel=True)
    one_label = () if kind == "multilabel" else (two, three)
    return (*one_label, *((sets,) if label_sets or kind == "multilabel" else ()))


def points() -> Floats:
    """Points of a cube; about a third of their numbers are zero, for sparse rows."""
    size = ROUNDS * FEATURES
    values = 2.0 * rng.uniform((rng.DATA, CHECKS, 0), size) - 1.0
    values[rng.uniform((rng.DATA, CHECKS, 1), size) < 1 / 3] = 0.0
    return values.reshape(ROUNDS, FEATURES)


def linear_scores(columns: int) -> Floats:
    """Linear scores with noise, so that there are mistakes to the end."""
    weights = 2.0 * rng.uniform((rng.DATA, CHECKS, 2, columns), FEATURES * columns) - 1.0
    noise = 2.0 * rng.uniform((rng.DATA, CHECKS, 3, columns), ROUNDS * columns) - 1.0
    W = weights.reshape(FEATURES, columns)
    scores: Floats = (points()[:, :, None] * W).sum(axis=1) + 0.5 * noise.reshape(ROUNDS, columns)
    return scores
