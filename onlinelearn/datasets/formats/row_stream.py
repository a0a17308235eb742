"""A file's rows in chunks, for one that is larger than memory: the same numbers as if it were read whole."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Labels
from onlinelearn.datasets.example_table import Column
from onlinelearn.datasets.formats.checks import Place
from onlinelearn.datasets.formats.read_options import ReadOptions, Task
from onlinelearn.datasets.formats.targets import check_present, class_labels, real_targets


class Coded(NamedTuple):
    """Some values: the different ones, and the number of one of them for each row."""

    values: Sequence[object]
    codes: Ints


class Chunk(NamedTuple):
    """Some rows of a file: attributes, dense or sparse, and targets, which are coded unless they are real."""

    X: Any
    targets: Coded | Floats


@dataclass(frozen=True)
class ColumnMeaning:
    """A column after its last row, and the value that each of its codes stands for, where it has codes."""

    column: Column
    values: Floats | None = None


@dataclass(frozen=True, eq=False)
class RowStream:
    """The rows of a file, to be read once, and then what its columns mean; none of rows without names."""

    chunks: Iterator[Chunk]
    columns: Callable[[], Sequence[ColumnMeaning]] = tuple


RowStreamer = Callable[[Path, ReadOptions], RowStream]


class TargetStream:
    """The targets of a file while its rows come: class labels as numbers in the order of their first rows."""

    def __init__(self, path: Path, task: Task | None, name: str) -> None:
        self.path, self.task, self.name = path, task, name
        self.numbers: dict[str, int] = {}
        self.rows = 0

    def add(self, targets: Coded | Floats) -> Labels:
        """Some more targets, as they are to be kept: numbers of class labels, or real values."""
        if not isinstance(targets, Coded):
            kept: Labels = real_targets(self.path, self.name, targets, self._place)
        else:
            place = self._first_row(targets.codes)
            check_present(self.path, self.name, targets.values, place)
            kept = self._kept(targets.values, place)[targets.codes]
        self.rows += len(kept)
        return kept

    def _kept(self, values: Sequence[object], place: Place) -> Labels:
        if self.task == "regression":
            return real_targets(self.path, self.name, values, place)
        texts = [str(value) for value in values]
        return np.array([self.numbers.setdefault(each, len(self.numbers)) for each in texts], np.int64)

    def labels(self) -> Labels:
        """The class label of each number."""
        return class_labels(self.path, self.task, self.name, list(self.numbers), self.rows)

    def _place(self, row: int) -> str:
        return f"row {self.rows + row + 1}"

    def _first_row(self, codes: Ints) -> Place:
        return lambda code: self._place(int(np.argmax(codes == code)))


def coded(values: Any) -> Coded:
    """A NumPy array as different values and their numbers."""
    found, codes = np.unique(values, return_inverse=True)
    return Coded(found.tolist(), codes)
