"""What every experiment learns from: a training part and a test part, frozen."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from onlinelearn.datasets.table import Table, content_digest, frozen
from onlinelearn.errors import DataError
from onlinelearn.types import Floats, Labels


@dataclass(frozen=True, eq=False)
class Dataset:
    """Two parts of examples with their original labels, not preprocessed.

    The arrays are read-only, C-ordered, finite. Every label of the test part occurs in training.
    """

    name: str
    X_train: Floats
    y_train: Labels
    X_test: Floats
    y_test: Labels

    def __post_init__(self) -> None:
        for field in ("X_train", "X_test"):
            object.__setattr__(self, field, frozen(getattr(self, field)))
        for field in ("y_train", "y_test"):
            view = getattr(self, field).view()
            view.flags.writeable = False
            object.__setattr__(self, field, view)
        self._check()

    def _check(self) -> None:
        for part, X, y in (("training", self.X_train, self.y_train), ("test", self.X_test, self.y_test)):
            if X.ndim == 2 and len(X) == 0:
                raise DataError(f"{self.name}: the {part} part is empty; choose another share for training")
            if X.ndim != 2 or y.shape != X.shape[:1] or X.shape[1] == 0:
                raise DataError(f"{self.name}: the {part} part has attributes {X.shape} and labels {y.shape}")
            if not np.isfinite(X).all():
                raise DataError(f"{self.name}: the {part} part has values that are not finite")
        if self.X_train.shape[1] != self.X_test.shape[1]:
            raise DataError(
                f"{self.name}: {self.X_train.shape[1]} attributes in training, {self.X_test.shape[1]} in test"
            )
        if len(self.classes) < 2:
            raise DataError(
                f"{self.name}: all training examples are of class {self.classes[0]}; two are needed"
            )
        unseen = np.setdiff1d(self.y_test, self.classes)
        if len(unseen):
            raise DataError(f"{self.name}: label {unseen[0]} is in the test part, but not in training")

    @cached_property
    def classes(self) -> Labels:
        """The labels that occur, in ascending order."""
        classes = np.unique(self.y_train)
        classes.flags.writeable = False
        return classes

    @cached_property
    def digest(self) -> str:
        """sha256 of the content of both parts."""
        parts = content_digest(self.X_train, self.y_train), content_digest(self.X_test, self.y_test)
        return hashlib.sha256(" ".join(parts).encode()).hexdigest()


def from_tables(name: str, train: Table, test: Table) -> Dataset:
    """The data set with these two parts."""
    return Dataset(name, train.X, train.labels, test.X, test.labels)
