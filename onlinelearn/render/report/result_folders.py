"""The result folders below a folder; a damaged file is noted as a problem, and the rest is still read."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from onlinelearn.base import files
from onlinelearn.base.file_digests import changed_files
from onlinelearn.render.report.embedded_images import EmbeddedImage, ImageKind, foreign_images, read_images
from onlinelearn.render.report.json_records import NOTES, ClaimsRecord, ManifestRecord
from onlinelearn.render.report.summary_table import WrittenSummary, read_summary
from onlinelearn.render.tables import RUNS, folder_digest
from onlinelearn.render.tables.display import shown

REFERENCE = "reference"
"""The folder of shipped numbers, which are no results; hidden folders are left out too."""

Read = TypeVar("Read")


@dataclass(frozen=True, eq=False)
class ReadFolder:
    """One result folder. `manifest` is None if it can't be read; `problems` then says why."""

    name: str
    manifest: ManifestRecord | None
    claims: ClaimsRecord
    notes: tuple[str, ...]
    summary: WrittenSummary
    images: tuple[EmbeddedImage, ...]
    problems: tuple[str, ...]


def read_result_folders(results: Path, kind: ImageKind, ids: str = "d") -> tuple[ReadFolder, ...]:
    """Every result folder, in the order of their names; the ids of its drawings begin with `ids`."""
    found = []
    for path, folders, names in os.walk(results):
        if {"manifest.json", "runs.csv"} & {*names, *folders}:
            found.append(Path(path))
            folders.clear()
        folders[:] = [name for name in folders if name != REFERENCE and not name.startswith(".")]
    named = {path.relative_to(results).as_posix() if path != results else path.name: path for path in found}
    return tuple(
        _read(name, named[name], kind, f"{ids}{number}") for number, name in enumerate(sorted(named))
    )


def _read(name: str, folder: Path, kind: ImageKind, ids: str) -> ReadFolder:
    problems: list[str] = []
    changed: dict[str, str] = {}

    def attempt(file: str, read: Callable[[bytes], Read], *, needed: bool = True) -> Read | None:
        """The content of a file, as `read` returns it; None, and a problem, if it is missing or damaged."""
        if file in changed:
            return None
        try:
            return read(files.read(folder / file))
        except FileNotFoundError:
            if needed:
                problems.append(f"{file} is missing")
        except (OSError, ValueError):
            problems.append(f"{file} is damaged")
        return None

    manifest = attempt("manifest.json", ManifestRecord.model_validate_json)
    if manifest is None:
        return ReadFolder(shown(name), None, ClaimsRecord(), (), WrittenSummary(), (), tuple(problems))
    changed |= changed_files(folder, manifest.files)
    problems += [f"{shown(file)} {what}" for file, what in changed.items()]
    if RUNS in manifest.files and not changed and not _has_digest(folder, manifest):
        problems.append(f"{RUNS} has not the result digest of its manifest")
    summary = attempt("summary.csv", read_summary)
    claims = attempt("claims.json", ClaimsRecord.model_validate_json, needed=False)
    notes = attempt("notes.json", NOTES.validate_json, needed=False)
    named = [each.stem for each in manifest.config_record.figures]
    left_out = {Path(file).name for file in changed}
    foreign = foreign_images(folder / "figures", manifest.files)
    problems += [f"figures/{shown(file)} is no file of the run" for file in foreign]
    images, broken = read_images(folder / "figures", named, kind, left_out, foreign, ids)
    problems += broken
    return ReadFolder(
        shown(name),
        manifest,
        claims or ClaimsRecord(),
        notes or (),
        summary or WrittenSummary(),
        images,
        tuple(dict.fromkeys(problems)),
    )


def _has_digest(folder: Path, manifest: ManifestRecord) -> bool:
    """Whether the tables have the result digest: the manifest's word on them may have been changed, too."""
    try:
        return folder_digest(folder, manifest.files) == manifest.result_digest
    except OSError:
        return False
