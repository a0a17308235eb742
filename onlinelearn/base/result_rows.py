"""The results of a run: the rows of runs.csv and the points of curves.csv."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from onlinelearn.base.repetitions import ORDERS, Repetition
from onlinelearn.base.roles import Role

UNDER = " | "
"""Between a data set and the reading that it is run under, in the label of a condition."""

ReadingKind = Literal["written", "single", "combination"]
"""How a reading differs from the config as written: not at all, in a single choice, or in several."""


def condition_label(dataset: str, reading: str) -> str:
    """The name that tables give a data set under a reading; no code ever takes it apart again."""
    return dataset + UNDER + reading if reading else dataset


@dataclass(frozen=True, slots=True)
class Row:
    """One line of runs.csv: a data set, learner, permutation and epoch.

    Counts add up since the first epoch. A learner that is not ours leaves `updates` and `support`
    blank (None), and data without a test part `test_error`. `extra` holds the further metrics that the
    config asks for, by name; a blank where one doesn't apply.
    """

    dataset: str
    learner: str
    permutation: int
    epoch: int
    test_error: float | None
    online_error: float
    mistakes: int
    updates: int | None
    support: int | None
    seconds: float
    extra: Mapping[str, float | None] = field(default_factory=dict)
    reading: str = ""
    """The reading of the config that the row was run under; empty for the config as written."""
    role: Role = Role.GIVEN
    """How the learner's parameters came to be."""
    repetition: Repetition = ORDERS
    """What differs from this permutation to the others."""

    @property
    def condition(self) -> str:
        """The name that tables give the data set under this reading."""
        return condition_label(self.dataset, self.reading)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One line of curves.csv: what is known after `round` rounds (log-spaced, over all epochs)."""

    dataset: str
    learner: str
    permutation: int
    round: int
    online_error: float
    mistakes: int
    updates: int | None
    extra: Mapping[str, float | None] = field(default_factory=dict)
    reading: str = ""
    repetition: Repetition = ORDERS

    @property
    def condition(self) -> str:
        """The name that tables give the data set under this reading."""
        return condition_label(self.dataset, self.reading)


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One line of chosen.csv: a candidate of a tuned learner in one permutation."""

    dataset: str
    learner: str
    permutation: int
    values: Mapping[str, object]
    """The parameters that are tuned, and their values."""
    score: float
    """The error by which it was chosen or not."""
    chosen: bool
    hindsight: bool
    """Whether it has the least error on the test part."""
    reading: str = ""

    @property
    def condition(self) -> str:
        """The name that tables give the data set under this reading."""
        return condition_label(self.dataset, self.reading)


def measured(record: Row | CurvePoint, metric: str) -> float | None:
    """The metric of a row or a point; None where it is blank, or no such metric is there."""
    found = record.extra.get(metric, getattr(record, metric, None))
    return None if found is None else float(found)
