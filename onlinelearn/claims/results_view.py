"""The results that claims are held against: rows and curves, learners and data sets of a run."""

from collections.abc import Hashable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path

from onlinelearn.base.repetitions import Repetition
from onlinelearn.base.result_rows import CurvePoint, ReadingKind, Row, measured
from onlinelearn.claims.quantity import Quantity

RunId = Hashable
"""What tells runs apart: two permutations with the same one are copies of one run."""


class Values(dict[int, float]):
    """A quantity in each permutation, and the run that each value was measured in."""

    def __init__(self, values: Mapping[int, float], runs: Mapping[int, RunId] | None = None) -> None:
        super().__init__(values)
        self._runs = runs or {}

    def run(self, permutation: int) -> RunId:
        """The run behind a value: one of its own, unless it is known to be the copy of another."""
        return self._runs.get(permutation, permutation)

    @classmethod
    def constant(cls, value: float, like: "Values") -> "Values":
        """The same number in the permutations of other values; it has no run."""
        return cls(dict.fromkeys(like, value), dict.fromkeys(like))


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
    reading_kind: ReadingKind = "written"
    source: str = ""
    """What its examples are drawn from; sets of one source are variants of one. Empty: nothing else is."""


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
    copies: Mapping[tuple[str, str], Mapping[int, int]] = field(default_factory=dict)
    """By condition and learner, the permutations that repeat an earlier one's run, and which they repeat."""
    as_written: Mapping[str, Set[str]] = field(default_factory=dict)
    """By condition, the learners whose runs its reading leaves as the config is written."""
    _rows: Mapping[tuple[str, str, int], Sequence[Row]] = field(init=False, repr=False, compare=False)
    """The rows by condition, learner and epoch: claims look up every cell, and a run may have 100,000."""
    _curves: Mapping[tuple[str, str], Mapping[int, Sequence[CurvePoint]]] = field(
        init=False, repr=False, compare=False
    )
    """The learning curves by condition and learner, and by permutation."""

    def __post_init__(self) -> None:
        rows: dict[tuple[str, str, int], list[Row]] = {}
        for row in self.rows:
            rows.setdefault((row.condition, row.learner, row.epoch), []).append(row)
        curves: dict[tuple[str, str], dict[int, list[CurvePoint]]] = {}
        for point in self.points:
            curve = curves.setdefault((point.condition, point.learner), {})
            curve.setdefault(point.permutation, []).append(point)
        # The one way to set a field of a frozen class.
        object.__setattr__(self, "_rows", rows)
        object.__setattr__(self, "_curves", curves)

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

    def is_as_written(self, place: Place, learners: Set[str]) -> bool:
        """Whether a reading leaves all runs of these learners or grids as written; none named means all."""
        named = {
            label for label, each in self.learners.items() if not learners or {label, each.name} & learners
        }
        same = [self.as_written.get(each, frozenset()) for each in place.conditions]
        return bool(place.reading and named) and all(named <= each for each in same)

    def values(self, dataset: str, epoch: int, quantity: Quantity) -> Values:
        """The quantity in each permutation; blanks are left out."""
        copies = self.copies.get((dataset, quantity.learner))
        if quantity.round is not None:
            return Values(self._on_curve(dataset, quantity), copies)
        found = {
            row.permutation: value
            for row in self._rows.get((dataset, quantity.learner, epoch), ())
            if (value := measured(row, quantity.metric)) is not None
        }
        return Values(found, copies)

    def curve(self, dataset: str, learner: str) -> Mapping[int, Sequence[CurvePoint]]:
        """The learning curve of each permutation."""
        return self._curves.get((dataset, learner), {})

    def _on_curve(self, dataset: str, quantity: Quantity) -> dict[int, float]:
        """The value at the last checkpoint that is not after the round."""
        found = {}
        for permutation, curve in self.curve(dataset, quantity.learner).items():
            before = [point for point in curve if point.round <= (quantity.round or 0)]
            if before and (value := measured(before[-1], quantity.metric)) is not None:
                found[permutation] = value
        return found
