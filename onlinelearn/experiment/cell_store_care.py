"""The care of a store of finished cells: how much is kept, whether it is sound, and what to let go."""

import fcntl
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from onlinelearn.base.errors import OlrunError
from onlinelearn.base.files import sweep
from onlinelearn.experiment.cell_lines import checked
from onlinelearn.experiment.cell_store import LinePlace, Store, new_file, read_line, whole_lines
from onlinelearn.experiment.mid_stream_states import SUFFIX as STATE_SUFFIX

STATE_AGE = 30 * 86400.0
"""Seconds after which the state of a cell that was interrupted is let go."""


@dataclass(frozen=True)
class CacheContent:
    """What a store holds."""

    cells: int
    bytes: int
    files: int
    damaged: int
    """Lines that are no sound cell: those run anew when they are needed."""
    unreadable: int
    """Files that could not be read: nothing is known of their cells."""
    oldest: int | None
    """When the oldest cell was kept, in seconds since 1970."""


@dataclass(frozen=True)
class Pruned:
    """What a pruning took away, and what it left alone."""

    cells: int
    """How many cells are gone."""
    kept: int
    """How many cells are left in the files that were gone through."""
    bytes: int
    """How many bytes smaller the store is."""
    in_use: int
    """Files that were left alone, since a run is writing to them."""
    closed: int
    """Files that were left alone, since they may not be read and written."""


def content(store: Store) -> CacheContent:
    """What the store holds, every line checked. OlrunError if the store itself can't be read."""
    whens: dict[str, int] = {}
    damaged = unreadable = 0
    _refuse_unreadable(store.folder)
    files = store.files()
    for file in files:
        try:
            for _, place in whole_lines(file):
                cell = sound(place)
                if cell is None:
                    damaged += 1
                else:
                    whens[cell[0]] = cell[1]
        except FileNotFoundError:
            continue  # pruned since
        except OSError:
            unreadable += 1
    size = sum(file.stat().st_size for file in store.files())
    return CacheContent(len(whens), size, len(files), damaged, unreadable, min(whens.values(), default=None))


def _refuse_unreadable(folder: Path) -> None:
    try:
        next(folder.iterdir(), None)
    except (FileNotFoundError, NotADirectoryError):
        pass  # no cell was kept yet
    except OSError as error:
        raise OlrunError(f"cannot read {folder}: {error.strerror or error}") from error


def prune(
    store: Store, *, older_than: float | None = None, largest: int | None = None, now: float | None = None
) -> Pruned:
    """Let go of cells kept more than `older_than` seconds ago, and of the oldest beyond `largest` bytes.

    Damaged lines, second copies and what killed processes left go too. The cells that stay are written
    to one new file before the old ones are removed, so that a kill at any moment loses none.
    """
    now = time.time() if now is None else now
    files = store.files()
    _refuse_unreadable(store.folder)
    open_files = [file for file in files if os.access(file, os.R_OK | os.W_OK)]
    free = [file for file in open_files if _is_unused(file)]
    newest: dict[str, tuple[int, LinePlace]] = {}
    for place in _lines(free):
        if (cell := sound(place)) is not None:
            newest[cell[0]] = (cell[1], place)
    kept, size = [], 0
    for when, place in sorted(newest.values(), key=lambda each: each[0], reverse=True):
        size += place.length
        young = older_than is None or now - when <= older_than
        if young and (largest is None or size <= largest):
            kept.append(place)
    before = sum(file.stat().st_size for file in free)
    after = copy_lines(store, reversed(kept)) if kept else 0
    for file in free:
        file.unlink(missing_ok=True)
    _sweep(store.folder, now)
    in_use, closed = len(open_files) - len(free), len(files) - len(open_files)
    return Pruned(len(newest) - len(kept), len(kept), before - after, in_use, closed)


def _lines(files: list[Path]) -> Iterator[LinePlace]:
    """Every whole line of these files; OlrunError if one can't be read: what is not seen is not removed."""
    for path in files:
        try:
            yield from (place for _, place in whole_lines(path))
        except OSError as error:
            raise OlrunError(f"cannot read {path}: {error.strerror or error}; nothing was removed") from error


def sound(place: LinePlace) -> tuple[str, int] | None:
    """The key of a line and when it was kept; None if it is damaged."""
    try:
        return checked(read_line(place))
    except ValueError:
        return None


def _is_unused(file: Path) -> bool:
    """Whether no run is writing to the file: its one writer holds a lock as long as it may write."""
    try:
        handle = os.open(file, os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def copy_lines(store: Store, places: Iterable[LinePlace]) -> int:
    """Write these lines to a new file of the store, in this order, and return its size."""
    size = 0
    try:
        handle = new_file(store.folder)
        with os.fdopen(handle, "wb") as file:
            for place in places:
                size += file.write(read_line(place))
            file.flush()
            os.fsync(handle)
    except OSError as error:
        raise OlrunError(f"cannot write {store.folder}: {error.strerror or error}") from error
    return size


def _sweep(cells: Path, now: float) -> None:
    """Remove the temporary files that killed processes left, and states that nobody went on from."""
    for folder in (cells, *(runs.parent for runs in cells.parent.glob("*/runs.csv"))):
        sweep(folder)
    for file in cells.glob(f"*{STATE_SUFFIX}"):
        with suppress(OSError):  # somebody else's, or gone
            if file.stat().st_mtime < now - STATE_AGE:
                file.unlink(missing_ok=True)
