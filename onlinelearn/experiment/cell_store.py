"""The store of finished cells: each process that runs cells appends them to a file of its own, line by line.

What is written stays: a process that is killed loses at most the line that it was writing, and a
damaged line costs its own cell alone. No file has two writers, so any number of runs may share a store.
"""

import fcntl
import logging
import os
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from onlinelearn.base import files
from onlinelearn.base.errors import OlrunError
from onlinelearn.experiment.cell_lines import KeptCell, decode, encode, key_of
from onlinelearn.experiment.protocol import Outcome

log = logging.getLogger(__name__)

CELLS = ".cells"
"""The folder, beside the results, where finished cells are kept."""

SUFFIX = ".cells"
SYNC_EVERY = 1.0
"""Seconds between two calls that make sure of what was written: a crash of the machine costs no more."""


class LinePlace(NamedTuple):
    """Where a line stands."""

    file: Path
    start: int
    length: int


class Store:
    """A folder of outcomes, each under the hash of all that decides it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._places: dict[str, LinePlace] | None = None
        self._file: int | None = None
        self._synced = 0.0

    def get(self, key: str) -> Outcome | None:
        """The outcome for this key; None if there is none, or a damaged one: its cell then runs anew."""
        for _ in range(2):
            if self._places is None:
                self._places = self._listed()
            if (place := self._places.get(key)) is None:
                return None
            try:
                return _outcome_at(place, key)
            except FileNotFoundError:  # a prune has put it elsewhere, or let it go
                self._places = None
        return None

    def get_all(self, keys: Collection[str], whole: Collection[str] = ()) -> dict[str, Outcome]:
        """The outcomes of those of these keys that have one, in one pass over the store; few of them whole.

        Where a key has two, the later one counts, even if it is damaged: as for `get`.
        """
        while True:
            listed = self.files()
            found: dict[str, Outcome] = {}
            for path in listed:
                with _passing_over(path), path.open("rb") as file:
                    for line in file:
                        key = key_of(line)
                        if key is not None and key in keys and line.endswith(b"\n"):
                            found.pop(key, None)
                            outcome = _outcome_of(line, key, path, shortened=key not in whole)
                            if outcome is not None:
                                found[key] = outcome
            if all(map(Path.exists, listed)):  # else a prune has put some elsewhere meanwhile
                return found

    def _listed(self) -> dict[str, LinePlace]:
        """Where the line of each key stands; listed again if a prune removes a file meanwhile."""
        while True:
            listed = self.files()
            places = {key: place for key, place in self.places() if key}
            if all(map(Path.exists, listed)):
                return places

    def put(self, key: str, outcome: Outcome) -> None:
        """Keep the outcome under this key."""
        rest = encode(KeptCell(key, int(time.time()), outcome))
        try:
            if self._file is None:
                self._file = new_file(self.folder)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            if time.monotonic() > self._synced + SYNC_EVERY:
                self.sync()
        except OSError as error:
            self.close()  # what is half written ends this file; the next cell begins another
            raise OlrunError(f"cannot write {self.folder}: {error.strerror or error}") from error

    def sync(self) -> None:
        """Make sure of what was written."""
        if self._file is not None:
            os.fsync(self._file)
            self._synced = time.monotonic()

    def close(self) -> None:
        """Make sure of what was written, and let the file go; what was put is found from then on."""
        self._places = None
        if self._file is not None:
            file, self._file = self._file, None
            try:
                os.fsync(file)
            except OSError as error:
                log.warning("cannot make sure of the cells in %s (%s)", self.folder, error)
            finally:
                os.close(file)

    def files(self) -> list[Path]:
        """The files of the store, the oldest first."""
        try:
            found = [each for each in self.folder.iterdir() if each.suffix == SUFFIX and each.is_file()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            log.warning("cannot read the cells in %s (%s)", self.folder, error)
            return []
        return sorted(found)

    def places(self) -> Iterator[tuple[str | None, LinePlace]]:
        """Every line with its key as it says; None for what is no line of a cell."""
        for path in self.files():
            with _passing_over(path):
                for line, place in whole_lines(path):
                    yield key_of(line), place


def store_beside(results: Path) -> Store:
    """The store of the runs whose results are in this folder."""
    return Store(results / CELLS)


@contextmanager
def _passing_over(path: Path) -> Iterator[None]:
    """A file of the store that can't be read is passed over."""
    try:
        yield
    except FileNotFoundError:
        pass  # pruned since
    except OSError as error:
        log.warning("cannot read %s (%s); its cells run anew", path, error)


def _outcome_at(place: LinePlace, key: str) -> Outcome | None:
    """The outcome of this key at this place; None if it is damaged. FileNotFoundError if the file is gone."""
    try:
        line = read_line(place)
    except FileNotFoundError:
        raise
    except OSError as error:
        log.warning("cannot read %s (%s); its cells run anew", place.file, error)
        return None
    return _outcome_of(line, key, place.file)


def _outcome_of(line: bytes, key: str, file: Path, *, shortened: bool = False) -> Outcome | None:
    """The outcome of this key in a line of this file; None if it is damaged."""
    try:
        cell = decode(line, shortened=shortened)
        if cell.key != key:
            raise ValueError("another cell's")
        return cell.outcome
    except (ValueError, KeyError, TypeError) as error:
        log.warning("a cell in %s is damaged (%s); it runs anew", file, error)
        return None


def whole_lines(path: Path) -> Iterator[tuple[bytes, LinePlace]]:
    """Every line of a file with its place, but for a last one whose writer was killed, or writes it now."""
    with path.open("rb") as file:
        start = 0
        for line in file:
            if line.endswith(b"\n"):
                yield line, LinePlace(path, start, len(line))
            start += len(line)


def read_line(place: LinePlace) -> bytes:
    """The line at this place."""
    with place.file.open("rb") as file:
        file.seek(place.start)
        return file.read(place.length)


def new_file(folder: Path) -> int:
    """A new file of the store, named by the time; whoever prunes leaves it alone while it is locked."""
    folder.mkdir(parents=True, exist_ok=True)
    stamp = time.strftime("%Y%m%d-%H%M%S-", time.gmtime())
    while True:
        file, _ = tempfile.mkstemp(dir=folder, prefix=stamp, suffix=SUFFIX)
        os.chmod(file, files.default_mode())
        fcntl.flock(file, fcntl.LOCK_SH)
        if os.fstat(file).st_nlink:
            return file
        os.close(file)  # pruned between its making and its lock
