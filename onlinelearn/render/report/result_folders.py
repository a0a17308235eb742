"""The result folders below a folder, and what can be read of each; damage is told, and never stops."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from onlinelearn.render.report.embedded_images import Image, Kind, read_images
from onlinelearn.render.report.json_records import Claims, Manifest, Notes
from onlinelearn.render.report.summary_table import read_summaries
from onlinelearn.render.tables import Summary
from onlinelearn.render.tables.display import shown

SKIPPED = "reference"
"""The folder of shipped numbers, which are no results; folders that begin with a dot aren't either."""

Read = TypeVar("Read")


@dataclass(frozen=True, eq=False)
class Folder:
    """One result folder. `manifest` is None where none can be read: `problems` then says why."""

    name: str
    manifest: Manifest | None
    claims: Claims
    notes: tuple[str, ...]
    summaries: tuple[Summary, ...]
    images: tuple[Image, ...]
    problems: tuple[str, ...]


def read_all(results: Path, kind: Kind) -> tuple[Folder, ...]:
    """Every result folder, by the order of their names."""
    found = []
    for path, folders, files in os.walk(results):
        if {"manifest.json", "runs.csv"} & {*files, *folders}:
            found.append(Path(path))
            folders.clear()
        folders[:] = [name for name in folders if name != SKIPPED and not name.startswith(".")]
    names = {path.relative_to(results).as_posix() if path != results else path.name: path for path in found}
    return tuple(_read(name, names[name], kind) for name in sorted(names))


def _read(name: str, folder: Path, kind: Kind) -> Folder:
    problems: list[str] = []

    def attempt(file: str, read: Callable[[bytes], Read], *, needed: bool = True) -> Read | None:
        """What `read` makes of a file; None, and perhaps a problem, if it is missing or damaged."""
        try:
            return read((folder / file).read_bytes())
        except FileNotFoundError:
            if needed:
                problems.append(f"{file} is missing")
        except (OSError, ValueError):
            problems.append(f"{file} is damaged")
        return None

    manifest = attempt("manifest.json", Manifest.model_validate_json)
    if manifest is None:
        return Folder(shown(name), None, Claims(), (), (), (), tuple(problems))
    summaries = attempt("summary.csv", read_summaries)
    claims = attempt("claims.json", Claims.model_validate_json, needed=False)
    notes = attempt("notes.json", Notes.validate_json, needed=False)
    named = [each.stem for each in manifest.shown.figures]
    images, broken = read_images(folder / "figures", named, kind)
    problems += broken
    return Folder(
        shown(name), manifest, claims or Claims(), notes or (), summaries or (), images, tuple(problems)
    )
