"""A file that is written and hashed by another thread, while the next part of it is made."""

import hashlib
from collections import deque
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
        self._thread = ThreadPoolExecutor(1)
        self._waiting: deque[Future[None]] = deque()

    def write(self, part: memoryview) -> None:
        """Write the part, some time soon; it must not be changed. What failed before is raised here."""
        self._waiting.append(self._thread.submit(self._written, part))
        if len(self._waiting) > AHEAD:
            self._waiting.popleft().result()

    def _written(self, part: memoryview) -> None:
        self._file.write(part)
        self._hash.update(part)

    @property
    def digest(self) -> str:
        """The sha256 of what was written."""
        return self._hash.hexdigest()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._thread.shutdown(cancel_futures=raised[0] is not None)
        self._file.close()
        if raised[0] is None:
            for each in self._waiting:
                each.result()
