"""Files of one's own data that have moved since a run: found by the end of the path that they had."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

DATASETS = "datasets"
PATHS = ("path", "test")
"""The keys of own data that name a file."""

Config = Mapping[str, Any]


def relocated(config: Config, folders: Sequence[Path]) -> dict[str, Any]:
    """The recorded config, with the files of own data taken from these folders as far as they are there."""
    return _with_paths(config, lambda recorded: str(moved_file(recorded, folders)))


def moved_paths(config: Config, places: Mapping[str, str]) -> dict[str, Any]:
    """The recorded config with other paths of own data, by those that it has."""
    return _with_paths(config, lambda recorded: places.get(recorded, recorded))


def own_files(config: Config) -> list[Path]:
    """The files of own data that a recorded config names."""
    entries = [entry for entry in dataset_entries(config) if "path" in entry]
    return sorted(
        {Path(each) for entry in entries for key in PATHS if isinstance(each := entry.get(key), str)}
    )


def dataset_entries(config: Config) -> list[Mapping[str, Any]]:
    """The entries of data sets in a recorded config, those of readings included."""
    found: list[Mapping[str, Any]] = []

    def note(entry: Any) -> Any:
        if isinstance(entry, Mapping):
            found.append(entry)
        return entry

    _with_entries(config, note)
    return found


def moved_file(recorded: str, folders: Sequence[Path]) -> Path:
    """The file in one of the folders with the longest end of the recorded path; else, that path itself."""
    path = PureWindowsPath(recorded) if "\\" in recorded else PurePosixPath(recorded)
    names = [part for part in path.parts if part != path.anchor]
    if ".." in names or "\0" in recorded:
        return Path(recorded)
    ends = (folder.joinpath(*names[start:]) for start in range(len(names)) for folder in folders)
    return next((end for end in ends if end.is_file()), Path(recorded))


def _with_paths(config: Config, moved: Callable[[str], str]) -> dict[str, Any]:
    def changed(entry: Any) -> Any:
        if not isinstance(entry, Mapping) or "path" not in entry:
            return entry
        return {**entry, **{key: moved(entry[key]) for key in PATHS if isinstance(entry.get(key), str)}}

    return _with_entries(config, changed)


def _with_entries(config: Config, changed: Callable[[Any], Any]) -> dict[str, Any]:
    """The config with every entry of a data set changed. It may be anybody's, and hold anything anywhere."""
    found = dict(config)
    if isinstance(entries := config.get(DATASETS), list):
        found[DATASETS] = [changed(entry) for entry in entries]
    readings = config.get("readings")
    if isinstance(readings, Mapping) and isinstance(named := readings.get("named"), Mapping):
        changes = {
            name: {key: changed(value) if _is_dataset(key) else value for key, value in each.items()}
            if isinstance(each, Mapping)
            else each
            for name, each in named.items()
        }
        found["readings"] = {**readings, "named": changes}
    return found


def _is_dataset(key: str) -> bool:
    return key.startswith(f"{DATASETS}.")
