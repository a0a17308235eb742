"""The data that go into an archive: what may be passed on, and what may not, with the reason."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from onlinelearn import datasets
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.datasets.choice import own
from onlinelearn.datasets.registry import ENTRIES, RegistryEntry
from onlinelearn.datasets.sources import locate
from onlinelearn.replication.relocation import dataset_entries, own_files

DATA = "data"
"""The folder of the data inside an archive."""


@dataclass(frozen=True)
class PackedFile:
    """A file of data, and the licence that lets it be passed on; None for one's own."""

    path: Path
    licence: str | None


@dataclass
class PackedData:
    """The files of data by their names in the archive, and why the other data sets are not in it."""

    files: dict[str, PackedFile] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)


def packed_data(config: Mapping[str, Any], digests: Mapping[str, str], *, own_data: bool) -> PackedData:
    """The data of a recorded config; DataError or ConfigError if some are not those of the run any more.

    Registered sets go in where their licence allows; the user's own files, only if that is said.
    """
    found = PackedData()
    for name in sorted(set(_registered(dataset_entries(config)))):
        _add_registered(found, ENTRIES[name])
    named = own_files(config)
    if not own_data:
        found.left_out |= {str(path): "a file of your own; --own-data puts it in" for path in named}
        return found
    _check_own(config, set(digests.values()))
    for path, name in zip(named, _short_names(named), strict=True):
        found.files[f"{DATA}/{name}"] = PackedFile(path, None)
    return found


def _registered(value: Any) -> Iterator[str]:
    """The registered sets that an entry names, also within: drift goes from one set to another."""
    if isinstance(value, Mapping):
        if "path" not in value and (name := value.get("name")) in ENTRIES:
            yield str(name)
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _registered(each)


def _add_registered(found: PackedData, entry: RegistryEntry) -> None:
    if entry.library is not None:
        found.left_out[entry.name] = entry.source
    elif not entry.may_be_passed_on:
        found.left_out[entry.name] = f"licence: {entry.licence}; get it from {entry.source}"
    elif (place := locate.file(entry)) is None:
        found.left_out[entry.name] = f"its file is not here; get it from {entry.source}"
    else:
        locate.read(entry, *place)
        for name in (place[0].name, *entry.companions):
            found.files[f"{DATA}/{name}"] = PackedFile(place[0].parent / name, entry.licence)


def _check_own(config: Mapping[str, Any], digests: set[str]) -> None:
    """Raise ConfigError unless the user's files still hold the data of the run."""
    for entry in dataset_entries(config):
        if "path" in entry:
            try:
                digest = datasets.at_hand(own(entry)).digest
            except DataError as error:
                raise ConfigError(
                    f"{error}; put the data of the run back, or leave out --own-data"
                ) from error
            if digest not in digests:
                raise ConfigError(f"{entry['path']} was changed since the run; run its config again")


def _short_names(paths: list[Path]) -> list[str]:
    """The ends of these paths that tell them apart: their names, where one folder has them all."""
    if not paths:
        return []
    shared = Path(os.path.commonpath([path.parent for path in paths]))
    return [path.relative_to(shared).as_posix() for path in paths]
