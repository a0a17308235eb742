"""A buffer for one example: filled anew for each, so that no type changes and hardly anything is allocated.

`take` copies an example into it and says whether that is a valid one. What it doesn't take is for the
caller to look at more closely: to convert, to sort, or to refuse with a message.
"""

from collections.abc import Collection
from struct import Struct, error
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.bound_code import bound_code
from onlinelearn.learners.engine.linking import frozen, link
from onlinelearn.learners.engine.sparse import SparseRows, feature_numbers, partial_sums

NUMBERS = "fiub"
"""The kinds of arrays that hold real numbers."""
FLOAT = np.dtype(np.float64)


# Loops count to a shape: over the items of an array they would not become vector code. There is no early
# end, for the same reason.


def all_finite(values: Floats) -> bool:
    """Whether no value is infinite or no number."""
    strange = False
    for j in range(values.shape[0]):
        strange |= not abs(values[j]) < np.inf
    return not strange


def filled(x: Floats, row: Floats) -> bool:
    """Copy an example into the row; whether it is as long, and all its values are finite."""
    if x.shape[0] != row.shape[0]:
        return False
    for j in range(row.shape[0]):
        row[j] = x[j]
    strange = False
    for j in range(row.shape[0]):  # the numbers of x need not be side by side; those of the row are
        strange |= not abs(row[j]) < np.inf
    return not strange


def well_formed(X: SparseRows) -> bool:
    """Whether the only row's values are finite, and its features ascend and are among the d."""
    before = -1
    for t in range(X.starts[1]):
        if not (abs(X.values[t]) < np.inf and before < X.features[t] < X.d):
            return False
        before = X.features[t]
    return True


class RowBuffer:
    """A row for one example, dense or sparse.

    An example may also come as a mapping from the names of features to their values. Most have the names of
    the one before, in the same order. So where each value goes is found out once, by `arrange`.
    """

    X: Any
    """The row as a matrix."""
    rows: Any
    """The row as the loops read it."""
    held: int
    """How many values it holds."""

    def __init__(self) -> None:
        self.arrange([], np.zeros(0, np.int64))

    def matrix(self) -> Any:
        """The row as a matrix of NumPy's or SciPy's."""
        raise NotImplementedError

    def take(self, x: Any) -> bool:
        """Copy an array, or a row of SciPy's; whether it is a valid example."""
        raise NotImplementedError

    def arrange(self, names: list[Any], features: Ints) -> None:
        """The next mappings have these names. Their features are among the d, and none is there twice."""
        self.names = names
        self._order = features.argsort()
        self._features = features[self._order]
        self._values: Any = np.zeros(len(names))
        self._pack = Struct(f"{len(names)}d").pack_into

    def take_values(self, values: Collection[Any]) -> bool:
        """Copy the values of a mapping, one for each name; whether all are finite numbers."""
        try:
            self._pack(self._values, 0, *values)
        except (error, TypeError, ValueError, OverflowError):  # no real number, or too large for a float
            return False
        return self._fill_features(self._features, self._values[self._order])

    def _fill_features(self, features: Ints, values: Floats) -> bool:
        """Copy the values of these features, which ascend; the others are zero."""
        raise NotImplementedError


class DenseRowBuffer(RowBuffer):
    """An example as a row of all its features."""

    def __init__(self, d: int) -> None:
        super().__init__()
        self.held = d
        self.X = np.zeros((1, d))
        self.rows = frozen(self.X)
        self._row = self.X[0]
        self._shape = (d,)
        self._is_finite = bound_code(link(all_finite, "row"), (frozen(self._row),))
        anywhere = np.zeros((2, 2))[:, 0]  # a column of a matrix: its numbers are not side by side
        self._fill = bound_code(link(filled, "row"), (self._row,), before=anywhere)

    def matrix(self) -> Any:
        return self.X

    def take(self, x: Any) -> bool:
        """Copy a 1-D array of numbers; whether it is a valid example."""
        if x.dtype is FLOAT and x.ndim == 1:
            valid: bool = self._fill(x)
            return valid
        if x.shape != self._shape or x.dtype.kind not in NUMBERS:
            return False
        self._row[:] = x
        return bool(self._is_finite())

    def _fill_features(self, features: Ints, values: Floats) -> bool:
        self._row[:] = 0.0
        self._row[features] = values
        return bool(self._is_finite())


class SparseRowBuffer(RowBuffer):
    """An example as a row of those features that are not zero.

    It has the attributes of SciPy's compressed sparse rows, for whoever asks what the row holds.
    """

    def __init__(self, d: int, room: int = 64) -> None:
        super().__init__()
        self.shape = (1, d)
        self.X = self
        self.held = 0
        self.indptr = np.zeros(2, np.int64)
        self._make_room(room)

    def _make_room(self, room: int) -> None:
        number = np.int32 if self.shape[1] <= np.iinfo(np.int32).max else np.int64
        self.data, self.indices = np.zeros(room), np.zeros(room, number)
        arrays = (frozen(self.data), frozen(feature_numbers(self)), frozen(self.indptr))
        self.rows = SparseRows(*arrays, self.shape[1], partial_sums())
        self._is_well_formed = bound_code(link(well_formed, "row"), (self.rows,))

    def matrix(self) -> Any:
        """The row as a matrix of SciPy's."""
        return csr_array((self.data[: self.held], self.indices[: self.held], self.indptr), shape=self.shape)

    def take(self, x: Any) -> bool:
        """Copy a row of SciPy's; whether it is a valid example, with its features in ascending order."""
        if x.format != "csr" or x.shape != self.shape or x.data.dtype.kind not in NUMBERS:
            return False
        n, features = int(x.indptr[1]), x.indices
        if (
            n
            and features.dtype != self.indices.dtype
            and not 0 <= features.min() <= features.max() < x.shape[1]
        ):
            return False  # a number that is too large would become another one
        return self._fill(n, x.data, features)

    def _fill_features(self, features: Ints, values: Floats) -> bool:
        return self._fill(len(features), values, features)

    def _fill(self, n: int, values: Any, features: Any) -> bool:
        if n > len(self.data):
            self._make_room(2 * n)
        self.held = self.indptr[1] = n
        self.data[:n] = values[:n]
        self.indices[:n] = features[:n]
        return bool(self._is_well_formed())
