"""A file of numbers, mapped into memory for reading; what was read does not stay resident."""

import mmap
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

READ_AHEAD = mmap.ALLOCATIONGRANULARITY * 1024
"""Bytes after a part in order that the system is asked to fetch meanwhile."""


class NumberFile:
    """The numbers of one file; to another process goes its path, not its content."""

    def __init__(self, path: Path, dtype: str, width: int | None = None) -> None:
        """A row has `width` numbers; without it, the numbers are in one dimension."""
        self._arguments = (path, dtype, width)
        self._map: mmap.mmap | None = None
        if path.stat().st_size:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        numbers = np.empty(0, dtype) if self._map is None else np.frombuffer(self._map, dtype)
        self.numbers: npt.NDArray[Any] = numbers if width is None else numbers.reshape(-1, width)

    def __reduce__(self) -> tuple[Any, ...]:
        return NumberFile, self._arguments

    def __len__(self) -> int:
        return len(self.numbers)

    def read(self, rows: slice) -> npt.NDArray[Any]:
        """These rows where they lie in the file; those that follow are fetched meanwhile."""
        self.let_go()
        found = self.numbers[rows]
        if self._map is not None and len(found):
            size = self.numbers.itemsize * (self.numbers.shape[1] if self.numbers.ndim > 1 else 1)
            end = rows.stop * size // mmap.PAGESIZE * mmap.PAGESIZE
            if end < len(self._map):
                self._map.madvise(mmap.MADV_WILLNEED, end, min(READ_AHEAD, len(self._map) - end))
        return found

    def gather(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """A copy of these rows, fetched in the order of the file."""
        order = np.argsort(rows, kind="stable")
        found = np.empty((len(rows), *self.numbers.shape[1:]), self.numbers.dtype)
        found[order] = self.numbers[rows[order]]
        self.let_go()
        return found

    def let_go(self) -> None:
        """Take the pages that were read out of this process's memory; the system may still have them."""
        if self._map is not None:
            self._map.madvise(mmap.MADV_DONTNEED)
