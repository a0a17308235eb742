"""A file that is written by one thread and hashed by another, while the next part of it is made."""

import hashlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Self

AHEAD = 2
"""Parts that may wait to be written: they are in memory."""


class HashedFile:
    """A file for parts that come one after the other."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._hash = hashlib.sha256()
        self._tasks: tuple[Callable[[memoryview], object], ...] = self._file.write, self._hash.update
        self._threads = [ThreadPoolExecutor(1) for _ in self._tasks]
        self._waiting: deque[Future[object]] = deque()

    def write(self, part: memoryview) -> None:
        """Write the part, some time soon; it must not be changed. What failed before is raised here."""
        for thread, task in zip(self._threads, self._tasks, strict=True):
            self._waiting.append(thread.submit(task, part))
        while len(self._waiting) > AHEAD * len(self._tasks):
            self._waiting.popleft().result()

    @property
    def digest(self) -> str:
        """The sha256 of what was written."""
        return self._hash.hexdigest()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        for thread in self._threads:
            thread.shutdown(cancel_futures=raised[0] is not None)
        self._file.close()
        if raised[0] is None:
            for each in self._waiting:
                each.result()
