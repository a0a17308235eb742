"""Rows of attributes that lie in files: a matrix of which a block at a time is in memory."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from onlinelearn.base.arrays import Ints, size_in_bytes
from onlinelearn.base.large_arrays import made_by, parts, taken
from onlinelearn.datasets.stored.number_file import NumberFile

BLOCK_BYTES = 2**20
"""About how many bytes of rows a block has."""

Change = Callable[[Any], Any]
"""A function of some rows that gives as many others, each made of its own row alone."""


class RowFiles(Protocol):
    """Rows as files hold them."""

    shape: tuple[int, int]
    row_bytes: int
    """The bytes of a row, about."""

    def read(self, rows: slice) -> Any:
        """These rows, in a matrix."""

    def gather(self, rows: Ints) -> Any:
        """These rows, in the order given."""


class DenseFiles:
    """Rows with all their numbers, one after the other."""

    def __init__(self, values: NumberFile) -> None:
        self.values = values
        self.shape: tuple[int, int] = values.numbers.shape
        self.row_bytes = 8 * self.shape[1]

    def read(self, rows: slice) -> Any:
        """These rows where they lie in the file."""
        return self.values.read(rows)

    def gather(self, rows: Ints) -> Any:
        """A copy of these rows."""
        return self.values.gather(rows)


class SparseFiles:
    """Compressed sparse rows; `first` is the number that the file gives to the first feature."""

    def __init__(
        self, values: NumberFile, features: NumberFile, starts: NumberFile, first: int, width: int
    ) -> None:
        self.values, self.features, self.starts, self.first = values, features, starts, first
        self.shape = (len(starts) - 1, width)
        self.row_bytes = 16 * (len(values) // self.shape[0] + 1)

    def read(self, rows: slice) -> Any:
        """These rows."""
        starts = np.array(self.starts.numbers[rows.start : rows.stop + 1])
        inside = slice(int(starts[0]), int(starts[-1]))
        return self._matrix(self.values.read(inside), self.features.read(inside), starts - starts[0])

    def gather(self, rows: Ints) -> Any:
        """These rows, in the order given."""
        begin = self.starts.gather(rows)
        lengths = self.starts.gather(rows + 1) - begin
        starts = np.concatenate([[0], np.cumsum(lengths)])
        inside = np.repeat(begin - starts[:-1], lengths) + np.arange(starts[-1])
        return self._matrix(self.values.gather(inside), self.features.gather(inside), starts)

    def _matrix(self, values: Any, features: Any, starts: Ints) -> Any:
        from scipy.sparse import csr_matrix

        X: Any = csr_matrix((len(starts) - 1, self.shape[1]))
        X.data, X.indices, X.indptr = values, features.astype(np.int64) - self.first, starts
        X.has_canonical_format = True
        return X


@dataclass(frozen=True, eq=False)
class StoredRows:
    """A matrix of rows that lie in files. `X[rows]` has some of them in memory, with all changes made.

    `chosen` are the rows of the files that it consists of. `digest` tells it, with the labels beside it,
    from every other.
    """

    files: RowFiles
    digest: str
    chosen: Ints | slice
    changes: tuple[Change, ...] = ()

    ndim = 2

    @property
    def shape(self) -> tuple[int, int]:
        """The count of rows, and that of their attributes after all changes."""
        n = self.chosen.stop - self.chosen.start if isinstance(self.chosen, slice) else len(self.chosen)
        return n, int(self.example.shape[1])

    @cached_property
    def example(self) -> Any:
        """A row as all are after the changes."""
        return self._changed(self.files.read(slice(0, 1)))

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: slice | Ints) -> Any:
        """These rows, in memory."""
        inside = _within(self.chosen, rows, len(self))
        if isinstance(inside, slice):
            return self._changed(self.files.read(inside)) if inside.stop > inside.start else self.example[:0]
        return self._changed(self.files.gather(inside)) if len(inside) else self.example[:0]

    def _changed(self, rows: Any) -> Any:
        for change in self.changes:
            rows = change(rows)
        return rows

    @cached_property
    def block_rows(self) -> int:
        """How many rows a block has."""
        return max(BLOCK_BYTES // max(self.files.row_bytes, size_in_bytes(self.example), 1), 1)

    def blocks(self) -> Iterator[slice]:
        """All rows in order, block by block."""
        for start in range(0, len(self), self.block_rows):
            yield slice(start, min(start + self.block_rows, len(self)))

    def only(self, rows: Ints | slice) -> "StoredRows":
        """The matrix of these rows alone."""
        told = str(rows) if isinstance(rows, slice) else hashlib.sha256(rows.data).hexdigest()
        return replace(self, digest=_hashed(self.digest, told), chosen=_within(self.chosen, rows, len(self)))

    def then(self, change: Change, told: str = "") -> "StoredRows":
        """The matrix with one more change of its rows; `told` is for the digest."""
        return replace(self, digest=_hashed(self.digest, told), changes=(*self.changes, change))


def each_row(X: Any, change: Change, told: str = "") -> Any:
    """X with this change of its rows: now, or for those in files when they are read."""
    return X.then(change, told) if isinstance(X, StoredRows) else change(X)


def in_a_row(rows: Ints) -> Ints | slice:
    """The same rows; a slice where each is the one after that before, which is read faster."""
    if len(rows) == 0 or rows[-1] - rows[0] != len(rows) - 1:
        return rows
    pairs = parts(len(rows) - 1)
    if all(bool((rows[each.start + 1 : each.stop + 1] > rows[each]).all()) for each in pairs):
        return slice(int(rows[0]), int(rows[-1]) + 1)
    return rows


def _within(chosen: Ints | slice, rows: Ints | slice, n: int) -> Ints | slice:
    """These of the chosen rows."""
    if isinstance(rows, slice):
        begin, end, _ = rows.indices(n)
        end = max(begin, end)
        if isinstance(chosen, slice):
            return slice(chosen.start + begin, chosen.start + end)
        return chosen[begin:end]
    if not isinstance(chosen, slice):
        return taken(chosen, rows)
    shift = chosen.start
    return made_by(len(rows), np.int64, lambda part: rows[part] + shift) if shift else rows


def _hashed(*told: str) -> str:
    return hashlib.sha256(" ".join(told).encode()).hexdigest()
