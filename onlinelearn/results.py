"""What a run measures: the rows of runs.csv and the points of curves.csv."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Row:
    """One line of runs.csv: a data set, learner, permutation and epoch.

    Counts add up since the first epoch. A learner that is not ours leaves `updates` and `support`
    blank (None). `extra` holds the further metrics that the config asks for, by name.
    """

    dataset: str
    learner: str
    permutation: int
    epoch: int
    test_error: float
    online_error: float
    mistakes: int
    updates: int | None
    support: int | None
    seconds: float
    extra: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One line of curves.csv: the counts after `round` rounds (log-spaced, over all epochs)."""

    dataset: str
    learner: str
    permutation: int
    round: int
    online_error: float
    mistakes: int
    updates: int | None
