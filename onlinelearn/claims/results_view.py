"""What claims are held against: the rows and curves of a run, its learners and its data sets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onlinelearn.base.result_rows import CurvePoint, Row, measured
from onlinelearn.claims.statement import Quantity

Values = Mapping[int, float]
"""A quantity in each permutation."""


@dataclass(frozen=True)
class Family:
    """A learner or data set: what it is one of, such as the points of a grid, and its parameters."""

    name: str
    parameters: Mapping[str, object]


@dataclass(frozen=True)
class DatasetFamily(Family):
    """A data set under a reading of the config; an empty reading is the config as written."""

    dataset: str
    reading: str = ""


@dataclass(frozen=True)
class ResultsView:
    """What the claims are held against."""

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
