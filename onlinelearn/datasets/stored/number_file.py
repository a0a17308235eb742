"""A file of numbers, mapped into memory for reading; little of what was read stays mapped."""

import mmap
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from onlinelearn.base import files

READ_AHEAD = mmap.ALLOCATIONGRANULARITY * 1024
"""Bytes after a part in order that the system is asked to fetch meanwhile."""

MAPPED = 2**28
"""Bytes that may stay mapped. They are the system's, which takes them back when it needs them; but to map
them anew for every part costs more than to read it."""

AROUND = 2**16
"""Bytes that the system maps where one of them is read."""


class NumberFile:
    """The numbers of one file; to another process goes its path, not its content."""

    def __init__(self, path: Path, dtype: str, width: int | None = None) -> None:
        """A row has `width` numbers; without it, the numbers are in one dimension."""
        self._arguments = (path, dtype, width)
        self._map: mmap.mmap | None = None
        self._mapped = self._asked = 0
        if path.stat().st_size:
            with files.plain_file(path, sys.maxsize) as file:
                self._map = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        numbers = np.empty(0, dtype) if self._map is None else np.frombuffer(self._map, dtype)
        self.numbers: npt.NDArray[Any] = numbers if width is None else numbers.reshape(-1, width)

    def __reduce__(self) -> tuple[Any, ...]:
        return NumberFile, self._arguments

    def __len__(self) -> int:
        return len(self.numbers)

    def read(self, rows: slice) -> npt.NDArray[Any]:
        """These rows where they lie in the file; those that follow are fetched meanwhile."""
        found = self.numbers[rows]
        self._count(found.nbytes)
        if self._map is not None and len(found):
            size = self.numbers.itemsize * (self.numbers.shape[1] if self.numbers.ndim > 1 else 1)
            self._fetch_after(rows.stop * size // mmap.PAGESIZE * mmap.PAGESIZE)
        return found

    def _fetch_after(self, end: int) -> None:
        """Ask for the bytes after this one, unless many of them were asked for before: that costs, too."""
        assert self._map is not None
        if end < len(self._map) and not READ_AHEAD // 2 <= self._asked - end <= READ_AHEAD:
            self._map.madvise(mmap.MADV_WILLNEED, end, min(READ_AHEAD, len(self._map) - end))
            self._asked = end + READ_AHEAD

    def gather(self, rows: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """A copy of these rows, fetched in the order of the file."""
        self._count(len(rows) * AROUND)
        order = np.argsort(rows)
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        # `take` copies whole rows, which is several times as fast as an index.
        return self.numbers.take(rows[order], axis=0).take(place, axis=0)

    def _count(self, coming: int) -> None:
        """Let all go that is mapped, where with what is coming it would be too much."""
        if self._map is None or len(self._map) <= MAPPED:
            return
        self._mapped += coming
        if self._mapped > MAPPED:
            self._map.madvise(mmap.MADV_DONTNEED)
            self._mapped = coming
