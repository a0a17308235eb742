"""Digests of the files in a folder, to tell later whether they are still those that were written."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from onlinelearn.base import files

MISSING = "is missing"


def file_digests(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """The sha256 of each of these files, by its name below the folder."""
    return {name: file_digest(folder / name) for name in sorted(names)}


def file_digest(path: Path) -> str:
    """The sha256 of a file. OSError if it can't be read, or is a pipe or a device."""
    with files.plain_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def changed_files(folder: Path, recorded: Mapping[str, str]) -> dict[str, str]:
    """The files that are not as recorded, each with a word about it: "is missing", for example."""
    found = {}
    for name, digest in recorded.items():
        if (what := _changed(folder, name, digest)) is not None:
            found[name] = what
    return found


def _changed(folder: Path, name: str, digest: str) -> str | None:
    place = PurePosixPath(name)
    if place.is_absolute() or ".." in place.parts or "\0" in name:
        return "is no file of this folder"
    try:
        found = file_digest(folder / name)
    except FileNotFoundError:
        return MISSING
    except OSError as error:
        return f"cannot be read ({error.strerror or error})"
    return None if found == digest else "was changed since the run"
