"""Where each registered set is, and whether it is what it should be: the facts behind `olrun data`."""

from dataclasses import dataclass
from typing import Literal

from onlinelearn.datasets import cache, sources
from onlinelearn.datasets.registry import Entry
from onlinelearn.errors import DataError


@dataclass(frozen=True)
class Status:
    """One line of the table; `detail` says what is wrong, and is empty when nothing is."""

    name: str
    examples: int
    attributes: int
    classes: int
    where: str
    state: Literal["ok", "missing", "damaged"]
    detail: str = ""


def status(entry: Entry) -> Status:
    """The state of the set on this machine; its file is read in full, nothing is downloaded."""
    shape = entry.name, entry.examples, entry.attributes, entry.n_classes
    found = sources.file(entry)
    if found is not None:
        try:
            sources.read(entry, *found)
        except DataError as error:
            return Status(*shape, str(found[0]), "damaged", str(error))
        return Status(*shape, str(found[0]), "ok")
    if cache.read(entry.digest) is not None:
        return Status(*shape, str(cache.path_of(entry.digest)), "ok")
    return Status(*shape, "", "missing", sources.way_out(entry))


def fetch(entry: Entry) -> Status:
    """Get what is missing, and the state after it. DataError if it cannot be had."""
    sources.table(entry)
    return status(entry)
