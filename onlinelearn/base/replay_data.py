"""A cell's stream seen again: what a figure asks for, and what it is given to draw."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onlinelearn.base.arrays import Bools, Floats, Ints


@dataclass(frozen=True)
class ReplayRequest:
    """A figure needs the updates of this learner on this data set, in the first permutation."""

    dataset: str
    """The label of the condition."""
    learner: str


@dataclass(frozen=True)
class SurfaceRequest:
    """A figure needs the scores of this learner over the plane, after each of so many parts."""

    dataset: str
    """The label of the condition."""
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
