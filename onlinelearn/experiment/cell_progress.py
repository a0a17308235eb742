"""The progress of a cell that takes long: kept from time to time, so that a kill costs minutes, and bounded.

A cell learns in blocks of about a second. Between two blocks it may be kept, or found to be over its
timeout. Where a stream is cut changes no bit of its result.
"""

import logging
import os
import pickle
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from onlinelearn.base.arrays import Ints
from onlinelearn.base.errors import CellTimeoutError

if TYPE_CHECKING:
    from onlinelearn.experiment.protocol import Outcome

log = logging.getLogger(__name__)

KEEP_EVERY = 180.0
"""Seconds between two times that a cell is kept, and before the first."""
BLOCK_SECONDS = 1.0
"""How long a block takes, about."""
SHARE = 0.05
"""The largest share of the time that keeping may take: a state of gigabytes is kept less often,"""
LONGEST = 10
"""but no more seldom than this many times less."""


class StateFile(Protocol):
    """A place for the state of one cell."""

    def read(self) -> bytes | None:
        """What was written there last; None if there is nothing that can be trusted."""

    def write(self, state: bytes) -> None:
        """Put a state in the place of the one before."""


class CellProgress:
    """How far a cell is: the outcomes of its runs that have ended, and the present run.

    A cell has one run, or some for each candidate of a tuned learner.
    """

    def __init__(self, file: StateFile | None = None, timeout: float | None = None) -> None:
        """Go on from what `file` holds; without one, from the beginning, and nothing is kept."""
        self._file, self._timeout = file, timeout
        self._every = float(os.environ.get("OLRUN_KEEP_EVERY") or KEEP_EVERY)
        self._begun = time.monotonic()
        self._keep_at = self._begun + self._every
        self._row_seconds = 0.0
        self._ended: list[Outcome] = []
        self._taken = 0
        self._snapshot: Any = None
        found = file.read() if file else None
        if found is not None:
            try:
                self._ended, self._snapshot = pickle.loads(found)  # sealed by its user # nosec B301
            except Exception as error:  # a learner's own class may raise anything there
                log.warning("the state of a cell can't be read (%s); it runs from the beginning", error)

    def ended_run(self) -> "Outcome | None":
        """The outcome of the next run of the cell, if it ended before the cell was interrupted."""
        if self._taken == len(self._ended):
            return None
        self._taken += 1
        return self._ended[self._taken - 1]

    def snapshot(self) -> Any:
        """The snapshot that the present run goes on from; None if it has to begin."""
        snapshot, self._snapshot = self._snapshot, None
        return snapshot

    def end_run(self, outcome: "Outcome") -> None:
        """The present run has ended."""
        self._ended.append(outcome)
        self._taken += 1

    def blocks(self, rows: Ints, at_once: int, snapshot: Callable[[], Any]) -> Iterator[Ints]:
        """The rows in blocks that take about a second, each a multiple of `at_once`; a pause between two."""
        start = 0
        while start < len(rows):
            if start:
                self.pause(snapshot)
            end = start + self._rows(at_once)
            begun = time.perf_counter()
            yield rows[start:end]
            self._row_seconds = (time.perf_counter() - begun) / len(rows[start:end])
            start = end

    def _rows(self, at_once: int) -> int:
        """How many rows the next block has, by what the rows of the last one took."""
        seconds = min(BLOCK_SECONDS, self._every, self._timeout or BLOCK_SECONDS)
        many = seconds / max(self._row_seconds, 1e-9)
        return max(int(many) // at_once, 1) * at_once

    def pause(self, snapshot: Callable[[], Any]) -> None:
        """Keep a snapshot of the present run, if it is time; CellTimeoutError if the time is over."""
        now = time.monotonic()
        late = None if self._timeout is None or now - self._begun <= self._timeout else self._timeout
        if self._file is not None and (late is not None or now >= self._keep_at):
            self._keep(self._file, snapshot())
            took = time.monotonic() - now
            self._keep_at = now + took + max(self._every, min(took / SHARE, LONGEST * self._every))
        if late is not None:
            raise CellTimeoutError(late)

    def _keep(self, file: StateFile, snapshot: Any) -> None:
        import cloudpickle

        try:
            state = cloudpickle.dumps((self._ended, snapshot))
        except Exception as error:  # not every learner of another's can be pickled
            log.info("the state of a cell can't be kept (%s)", error)
            return
        file.write(state)
