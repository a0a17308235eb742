"""Files of one's own data that have moved since a run: found by the end of the path that they had."""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

DATASETS = "datasets"
PATHS = ("path", "test")
"""The keys of own data that name a file."""


def relocated(config: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The recorded config, with the files of own data taken from the folder as far as it has them."""
    found = dict(config)
    if isinstance(entries := config.get(DATASETS), list):
        found[DATASETS] = [_moved(entry, folder) for entry in entries]
    readings = config.get("readings")
    named = readings.get("named") if isinstance(readings, Mapping) else None
    if isinstance(named, Mapping):
        found["readings"] = {"named": {name: _reading(each, folder) for name, each in named.items()}}
    return found


def _reading(changes: Any, folder: Path) -> Any:
    if not isinstance(changes, Mapping):
        return changes
    return {
        key: _moved(value, folder) if key.startswith(f"{DATASETS}.") else value
        for key, value in changes.items()
    }


def _moved(entry: Any, folder: Path) -> Any:
    if not isinstance(entry, Mapping):
        return entry
    given = {key: entry[key] for key in PATHS if isinstance(entry.get(key), str)}
    return {**entry, **{key: str(moved_file(path, folder)) for key, path in given.items()}}


def moved_file(recorded: str, folder: Path) -> Path:
    """The file in the folder that has the longest end of the recorded path; else, that path itself."""
    windows = "\\" in recorded
    parts = (PureWindowsPath if windows else PurePosixPath)(recorded).parts
    names = [part for part in parts[1 if recorded != parts[-1] else 0 :] if "\0" not in part]
    if ".." in names:
        return Path(recorded)
    ends = (folder.joinpath(*names[start:]) for start in range(len(names)))
    return next((end for end in ends if end.is_file()), Path(recorded))


def own_files(config: Mapping[str, Any]) -> list[Path]:
    """The files of own data that a recorded config names, readings included."""
    readings = config.get("readings", {}).get("named", {})
    entries = [
        *config[DATASETS],
        *(
            value
            for changes in readings.values()
            for key, value in changes.items()
            if key.startswith(DATASETS)
        ),
    ]
    named = (entry.get(key) for entry in entries if "path" in entry for key in PATHS)
    return sorted({Path(each) for each in named if each})
