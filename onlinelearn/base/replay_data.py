"""Replays: a learner's stream once more, as data that figures draw, and the requests for them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onlinelearn.base.arrays import Bools, Floats, Ints


@dataclass(frozen=True)
class ReplayRequest:
    """A figure needs the updates of a learner on a data set, named by the label of its condition."""

    dataset: str
    learner: str


@dataclass(frozen=True)
class SurfaceRequest:
    """A figure needs a learner's scores on the plane after each of so many equal parts of the stream."""

    dataset: str
    learner: str
    parts: int


@dataclass(frozen=True, eq=False)
class Moment:
    """The model after the update that a row caused: weights as in `coef_`, and P if it has one."""

    round: int
    row: int | None
    weights: "Floats"
    covariance: "Floats | None"


@dataclass(frozen=True, eq=False)
class Surfaces:
    """Scores on a grid over the plane, after some rounds of a cell's stream: positive for the second class.

    The rows X stand in the order of the stream, with class numbers y, and `shown` tells whose label the
    learner saw.
    """

    X: "Floats"
    y: "Ints"
    shown: "Bools"
    across: "Floats"
    """The grid's places across, and upwards."""
    upwards: "Floats"
    rounds: tuple[int, ...]
    scores: tuple["Floats", ...]
    """(len(upwards), len(across)) after each of the rounds."""


@dataclass(frozen=True, eq=False)
class Replay:
    """A cell's stream once more, update by update, for pictures: rows X with class numbers y."""

    X: "Floats"
    y: "Ints"
    start: Moment
    moments: tuple[Moment, ...]
