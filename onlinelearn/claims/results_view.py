"""The results that claims are held against: rows and curves, learners and data sets of a run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onlinelearn.base.repetitions import Repetition
from onlinelearn.base.result_rows import CurvePoint, Row, measured
from onlinelearn.claims.quantity import Quantity

Values = Mapping[int, float]
"""A quantity in each permutation."""


@dataclass(frozen=True)
class Family:
    """A learner or data set: its parameters, and the name that it shares with the others of its grid."""

    name: str
    parameters: Mapping[str, object]


@dataclass(frozen=True)
class DatasetFamily(Family):
    """A data set under a reading of the config; an empty reading is the config as written."""

    dataset: str
    reading: str = ""


@dataclass(frozen=True)
class Place:
    """Where a statement is judged: a data set, or several together, under one reading of the config."""

    dataset: str
    """What tables call it, without the reading."""
    reading: str
    conditions: tuple[str, ...]
    """The labels of the data sets under that reading."""

    @property
    def condition(self) -> str:
        """The label, where there is one data set alone."""
        (label,) = self.conditions
        return label


@dataclass(frozen=True)
class ResultsView:
    """The results of a run, as claims look at them."""

    rows: Sequence[Row]
    points: Sequence[CurvePoint]
    learners: Mapping[str, Family]
    datasets: Mapping[str, DatasetFamily]
    """Every data set of the config under each of its readings, with its options, run or not."""
    folder: Path
    """Where the files of published values are, relative to the config."""

    @property
    def last_epoch(self) -> int:
        """The last epoch of the run."""
        return max(row.epoch for row in self.rows)

    def repetitions(self) -> dict[str, Repetition]:
        """What each permutation repeats, by the label of the data set."""
        return {row.condition: row.repetition for row in self.rows}

    def place(self, label: str) -> Place:
        """One data set alone, by the label of its condition."""
        dataset = self.datasets[label]
        return Place(dataset.dataset, dataset.reading, (label,))

    def values(self, dataset: str, epoch: int, quantity: Quantity) -> Values:
        """The quantity in each permutation; blanks are left out."""
        if quantity.round is not None:
            return self._on_curve(dataset, quantity)
        found = {}
        for row in self.rows:
            if (row.condition, row.learner, row.epoch) == (dataset, quantity.learner, epoch):
                value = measured(row, quantity.metric)
                if value is not None:
                    found[row.permutation] = value
        return found

    def curve(self, dataset: str, learner: str) -> dict[int, list[CurvePoint]]:
        """The learning curve of each permutation."""
        curves: dict[int, list[CurvePoint]] = {}
        for point in self.points:
            if (point.condition, point.learner) == (dataset, learner):
                curves.setdefault(point.permutation, []).append(point)
        return curves

    def _on_curve(self, dataset: str, quantity: Quantity) -> Values:
        """The value at the last checkpoint that is not after the round."""
        found = {}
        for permutation, curve in self.curve(dataset, quantity.learner).items():
            before = [point for point in curve if point.round <= (quantity.round or 0)]
            if before and (value := measured(before[-1], quantity.metric)) is not None:
                found[permutation] = value
        return found
