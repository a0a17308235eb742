"""Digests of the files in a folder, to tell later whether they are still those that were written."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

MISSING = "is missing"


def file_digests(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """The sha256 of each of these files, by its name below the folder."""
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in sorted(names)}


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
        content = (folder / name).read_bytes()
    except FileNotFoundError:
        return MISSING
    except OSError as error:
        return f"cannot be read ({error.strerror or error})"
    return None if hashlib.sha256(content).hexdigest() == digest else "was changed since the run"
