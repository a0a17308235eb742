"""A data set as every experiment takes it: a training part and a test part, frozen."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from onlinelearn.base.arrays import Floats, Labels, is_real, is_set, stored
from onlinelearn.base.errors import DataError
from onlinelearn.base.large_arrays import all_finite, different
from onlinelearn.base.repetitions import ONE_ORDER, ORDERS, Repetition
from onlinelearn.datasets.example_table import Column, ExampleTable, Texts, frozen
from onlinelearn.datasets.stored.stored_rows import StoredRows


@dataclass(frozen=True, eq=False)
class Dataset:
    """Two parts of examples with their original labels, not preprocessed.

    Labels of floats are real targets; a matrix (n, K) of 0 and 1 marks the set of labels of each example.

    The arrays are read-only, C-ordered, finite; rows may be sparse. Every label of the test part occurs
    in training.

    Own data may need preprocessing before they can be learnt from; `columns` then says what X holds.
    In a column with categories a value is the number of one of them. In a column with a gap a value
    that is missing is NaN. Texts stand beside X, in `texts_train` and `texts_test`.
    """

    name: str
    X_train: Floats
    """The training part: a row for each example."""
    y_train: Labels
    X_test: Floats
    y_test: Labels
    target: Floats | None = None
    """The unit vector that the labels were made by, where it is known."""
    ordered: bool = False
    """Whether the examples are streamed as they stand, whatever the permutation."""
    columns: tuple[Column, ...] = ()
    """What each column of X holds, where that is known."""
    texts_train: Texts | None = None
    """A text for each example of own data that have texts."""
    texts_test: Texts | None = None
    tested: bool = True
    """Whether there is a test part; without one, only the stream is measured."""
    changes: tuple[int, ...] = ()
    """The numbers of the training rows at which the distribution changes, where that is known."""

    def __post_init__(self) -> None:
        for field in ("X_train", "X_test", *(["target"] if self.target is not None else [])):
            object.__setattr__(self, field, frozen(getattr(self, field)))
        for field in ("y_train", "y_test"):
            object.__setattr__(self, field, frozen_labels(getattr(self, field)))
        self._check()

    def _check(self) -> None:
        for part, X, y in (("training", self.X_train, self.y_train), ("test", self.X_test, self.y_test)):
            if X.ndim == 2 and X.shape[0] == 0 and (self.tested or part == "training"):
                raise DataError(f"{self.name}: the {part} part is empty; choose another share for training")
            empty = X.ndim == 2 and X.shape[1] == 0 and self.texts_train is None
            if X.ndim != 2 or y.shape[:1] != X.shape[:1] or empty:
                raise DataError(f"{self.name}: the {part} part has attributes {X.shape} and labels {y.shape}")
            if not self._finite(X):
                raise DataError(f"{self.name}: the {part} part has values that are not finite")
        if self.X_train.shape[1] != self.X_test.shape[1]:
            raise DataError(
                f"{self.name}: {self.X_train.shape[1]} attributes in training, {self.X_test.shape[1]} in test"
            )
        if self.target is not None and self.target.shape != self.X_train.shape[1:]:
            raise DataError(
                f"{self.name}: {self.X_train.shape[1]} attributes, but a target of shape {self.target.shape}"
            )
        if is_real(self.y_train):
            if not (all_finite(self.y_train) and all_finite(self.y_test)):
                raise DataError(f"{self.name}: there are targets that are not finite")
            return
        if is_set(self.y_train):
            self._check_sets()
            return
        if len(self.classes) < 2:
            raise DataError(
                f"{self.name}: all training examples are of class {self.classes[0]}; two are needed"
            )
        unseen = np.setdiff1d(different(self.y_test), self.classes)
        if len(unseen):
            raise DataError(f"{self.name}: label {unseen[0]} is in the test part, but not in training")

    def _finite(self, X: Floats) -> bool:
        """Whether all numbers are finite, but for the gaps of columns that have some."""
        if isinstance(X, StoredRows):
            return True  # each was looked at when it was stored
        finite = np.isfinite(stored(X))
        if finite.all() or not self.columns:
            return bool(finite.all())
        may_lack = np.array([bool(column.gap) for column in self.columns])
        return bool((finite | (np.isnan(X) & may_lack)).all())

    @property
    def repetition(self) -> Repetition:
        """Each permutation takes the same examples, in an order of its own unless they are a sequence."""
        return ONE_ORDER if self.ordered else ORDERS

    @property
    def train(self) -> ExampleTable:
        """The training part as a table."""
        return ExampleTable(self.X_train, self.y_train, None, self.columns, self.texts_train)

    @property
    def test(self) -> ExampleTable:
        """The test part as a table."""
        return ExampleTable(self.X_test, self.y_test, None, self.columns, self.texts_test)

    def _check_sets(self) -> None:
        """Sets of the same labels in both parts, and some order to learn."""
        K = self.y_train.shape[1]
        if self.y_test.shape[1:] != (K,):
            raise DataError(f"{self.name}: marks of {K} labels in training, {self.y_test.shape} in test")
        for y in (self.y_train, self.y_test):
            if not ((y == 0) | (y == 1)).all():
                raise DataError(f"{self.name}: the marks of a set of labels are 0 and 1")
        inside = self.y_train.sum(axis=1)
        if not ((inside > 0) & (inside < K)).any():
            raise DataError(f"{self.name}: every training example has all labels or none; nothing is to rank")

    @cached_property
    def classes(self) -> Labels:
        """The labels that occur, in ascending order; of sets 0 to K - 1; none where the targets are real."""
        if is_set(self.y_train):
            return frozen_labels(np.arange(self.y_train.shape[1]))
        return frozen_labels(different(self.y_train[:0] if is_real(self.y_train) else self.y_train))

    @cached_property
    def digest(self) -> str:
        """sha256 of the content of both parts, and of whether their order counts."""
        parts = [self.train.digest, self.test.digest]
        parts += ["ordered"] if self.ordered else []
        parts += [f"changes {self.changes}"] if self.changes else []
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()


def frozen_labels(labels: Labels) -> Labels:
    """A read-only view; the caller's own array stays as it was."""
    view = labels.view()
    view.flags.writeable = False
    return view


def from_tables(
    name: str, train: ExampleTable, test: ExampleTable, *, ordered: bool = False, tested: bool = True
) -> Dataset:
    """The data set with these two parts."""
    return Dataset(
        name,
        *(train.X, train.labels, test.X, test.labels),
        ordered=ordered,
        tested=tested,
        columns=train.columns,
        texts_train=train.texts,
        texts_test=test.texts,
    )
