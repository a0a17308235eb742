"""The places of a registered set: the cache, the installation, the folder OLRUN_DATA, the network."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from onlinelearn.base import user_cache
from onlinelearn.base.errors import DataError, MissingDataError
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.registry import RegistryEntry, TableReader
from onlinelearn.datasets.sources import table_cache
from onlinelearn.datasets.sources.download import download


def table(entry: RegistryEntry) -> ExampleTable:
    """The set's content, checked against its digest, from the fastest place that has it."""
    if entry.library is not None:
        return checked(entry, entry.library(), entry.source)
    kept = table_cache.read(entry.digest) if entry.cached else None
    if kept is not None:
        return kept
    found = file(entry)
    content = from_network(entry) if found is None else read(entry, *found)
    if entry.cached:
        table_cache.write(content)
    return content


def file(entry: RegistryEntry) -> tuple[Path, TableReader] | None:
    """The first file that holds the set, and its reader; None if there is none on this machine."""
    for folder in _folders(entry):
        for name, reader in entry.files.items():
            if all((folder / each).is_file() for each in (name, *entry.companions)):
                return folder / name, reader
    return None


def read(entry: RegistryEntry, path: Path, reader: TableReader) -> ExampleTable:
    """The file's content. DataError, with its name, if that is not the set."""
    return checked(entry, reader(path), str(path))


def checked(entry: RegistryEntry, content: ExampleTable, where: str) -> ExampleTable:
    """The content, whose digest must be the set's. DataError, with the place that it came from, if not."""
    if content.digest != entry.digest:
        raise DataError(f"{where} is damaged or another data set: its content is not that of {entry.name!r}")
    return content


def from_network(entry: RegistryEntry) -> ExampleTable:
    """The set's content, downloaded and checked before it is kept; MissingDataError if nothing came."""
    if entry.download is None and not entry.bundled:
        raise MissingDataError(f"{entry.name} is not here; get it from {entry.source}, and {way_out(entry)}")
    if entry.download is None:
        raise DataError(f"{next(iter(entry.files))} is missing from this installation; {way_out(entry)}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            path = download(entry.download, Path(folder))
        except MissingDataError as error:
            raise MissingDataError(f"{entry.name} is not here, and {error}; {way_out(entry)}") from error
        try:
            return read(entry, path, entry.files[entry.download.file])
        except DataError as error:
            # Its text names the temporary file, which tells a user nothing.
            raise DataError(
                f"what {entry.download.url} gave is not {entry.name!r}; {way_out(entry)}"
            ) from error


_more: list[Path] = []


@contextmanager
def also_in(folder: Path) -> Iterator[None]:
    """Look for registered sets in this folder, too, as long as the context lasts."""
    _more.append(folder)
    try:
        yield
    finally:
        _more.remove(folder)


def _folders(entry: RegistryEntry) -> Iterator[Path]:
    if entry.bundled:
        here = Path(__file__).parents[1]
        yield here / "bundled"
        yield here.parent.parent / "datasets"
    named = os.environ.get("OLRUN_DATA")
    if named:
        yield Path(named)
    yield from _more
    yield user_cache.folder()


def way_out(entry: RegistryEntry) -> str:
    """The advice to a user who lacks the set."""
    files = " and ".join([" or ".join(entry.files), *entry.companions])
    return f"put {files} into a folder and name it in OLRUN_DATA"
