"""The cells of some runs as one file, with the manifests that say how each is computed."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from onlinelearn.base import files
from onlinelearn.base.errors import ConfigError
from onlinelearn.experiment.cell_store import CELLS, LinePlace, Store, read_line, store_beside
from onlinelearn.experiment.cell_store_care import sound
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.experiment.recorded_manifest import read_manifest
from onlinelearn.replication.zip_archive import write_archive

RESULTS = "results"
"""The folder, inside an archive, that is laid out as a folder of results is."""

CELL_FILE = f"{RESULTS}/{CELLS}/all.cells"


@dataclass(frozen=True)
class Exported:
    """What a file of cells holds."""

    cells: int
    runs: int


def export_cells(file: Path, runs: Sequence[Path]) -> Exported:
    """Write the cells of these result folders to one file. ConfigError if some are not kept any more."""
    contents: dict[str, bytes | Path] = {}
    lines: dict[str, LinePlace] = {}
    for folder in runs:
        name = f"{RESULTS}/{folder.resolve().name}/{MANIFEST}"
        if name in contents:
            raise ConfigError(f"two of the runs are called {folder.resolve().name}; export them one by one")
        lines |= kept_lines(folder, read_manifest(folder))
        contents[name] = files.read(folder / MANIFEST)
    with tempfile.TemporaryDirectory() as place:
        contents[CELL_FILE] = gathered(lines.values(), Path(place) / "cells")
        write_archive(file, contents)
    return Exported(len(lines), len(runs))


def runs_below(results: Path) -> list[Path]:
    """The folders of the runs whose results are in this folder; ConfigError if there are none."""
    found = sorted(path.parent for path in results.glob(f"*/{MANIFEST}"))
    if not found:
        raise ConfigError(f"{results} has no results of a run; name the folder that runs wrote to with --out")
    return found


def kept_lines(folder: Path, manifest: Mapping[str, Any]) -> dict[str, LinePlace]:
    """Where the line of each of a run's cells is, by its key, in the manifest's order."""
    wanted = list(dict.fromkeys(cell["key"] for cell in manifest["cells"] if cell["key"]))
    kept = sound_lines(store_beside(folder.parent), set(wanted))
    if missing := [key for key in wanted if key not in kept]:
        raise ConfigError(
            f"{len(missing)} of the {len(wanted)} cells of {folder} are not kept; run its config again"
        )
    return {key: kept[key] for key in wanted}


def sound_lines(store: Store, wanted: set[str]) -> dict[str, LinePlace]:
    """The last sound line of each of these keys."""
    return {key: place for key, place in store.places() if key in wanted and sound(place) is not None}


def gathered(places: Iterable[LinePlace], file: Path) -> Path:
    """Write the lines at these places to a file."""
    with file.open("wb") as target:
        for place in places:
            target.write(read_line(place))
    return file
