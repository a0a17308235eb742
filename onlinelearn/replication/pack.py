"""A replication archive: config, data, lock, cells and results of a run, in a file that describes itself."""

import hashlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from onlinelearn.base import files
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.file_digests import changed_files
from onlinelearn.datasets.registry_entry import OPEN_LICENCES
from onlinelearn.experiment.environment import lock_file, lock_record
from onlinelearn.experiment.manifest import FILES, MANIFEST
from onlinelearn.experiment.recorded_manifest import read_manifest
from onlinelearn.replication.cell_export import CELL_FILE, RESULTS, gathered, kept_lines
from onlinelearn.replication.packed_data import DATA, PackedData, packed_data
from onlinelearn.replication.recorded_run import RecordedRun, read_run
from onlinelearn.replication.relocation import moved_paths
from onlinelearn.replication.ro_crate import METADATA, Crate, CrateFile, metadata_text
from onlinelearn.replication.zip_archive import MOST_BYTES, write_archive

CONFIG, LOCK, MORE = "config", "lock", "more"
"""The folders of an archive: the config with its published values, the lock file, and what was added."""


@dataclass(frozen=True)
class Packed:
    """An archive that was written."""

    file: Path
    files: int
    left_out: Mapping[str, str]
    """Data sets and plugins that are not in it, and why."""


@dataclass
class _Contents:
    """The contents of an archive by their names, each with a word on what it is."""

    parts: dict[str, bytes | Path] = field(default_factory=dict)
    described: list[CrateFile] = field(default_factory=list)

    def add(
        self,
        name: str,
        content: bytes | Path,
        about: str,
        *,
        came_in: bool | None = None,
        licence: str | None = None,
    ) -> None:
        """Add a part. ConfigError if there is one of that name."""
        if name in self.parts:
            raise ConfigError(f"two files of the archive would be called {name}; rename one")
        self.parts[name] = content
        self.described.append(CrateFile(name, about, *_size_and_digest(content), came_in, licence))


def pack(
    folder: Path, to: Path, *, own_data: bool = False, cells: bool = True, more: Sequence[Path] = ()
) -> Packed:
    """Write the archive of the run in this folder, whose files must be as the run left them.

    The same run gives the same bytes. Raises OlrunError if a part of it is not there any more.
    """
    read_manifest(folder)  # unlike for a rerun, its files must be there
    run = read_run(folder)
    if not run.manifest.get("complete"):
        raise ConfigError(f"{folder} has the results of a run that did not succeed; run its config again")
    if not run.manifest.get("versions") or not run.manifest.get("times"):
        raise ConfigError(f"{run.path} does not say what ran, and when; run its config again")
    contents = _Contents()
    data = packed_data(run.record.config, run.manifest.get("data_digests", {}), own_data=own_data)
    _add_config(contents, run, data)
    _add_lock(contents, run)
    for name, packed in data.files.items():
        contents.add(name, packed.path, "data", came_in=True, licence=packed.licence)
    for file in (MANIFEST, *run.manifest[FILES]):
        contents.add(f"{RESULTS}/{run.name}/{file}", folder / file, "a result of the run", came_in=False)
    for path in more:
        contents.add(f"{MORE}/{path.name}", path, "added by whoever made the archive")
    with tempfile.TemporaryDirectory() as place:
        if cells:
            lines = kept_lines(folder, run.manifest).values()
            contents.add(CELL_FILE, gathered(lines, Path(place) / "cells"), "finished cells, one a line")
        contents.parts[METADATA] = metadata_text(_crate(run, contents, data)).encode()
        write_archive(to, contents.parts)
    added = {path.name for path in more}
    plugins = [each for each in run.record.plugins if Path(each).name not in added]
    without = dict.fromkeys(plugins, "a plugin, which a rerun needs; --add puts its file in")
    return Packed(to, len(contents.parts), {**data.left_out, **without})


def _size_and_digest(content: bytes | Path) -> tuple[int, str]:
    if isinstance(content, bytes):
        return len(content), hashlib.sha256(content).hexdigest()
    with files.plain_file(content, MOST_BYTES) as file:
        return content.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest()


def _add_config(contents: _Contents, run: RecordedRun, data: PackedData) -> None:
    """Add the resolved config, with the archive's data by their new places, and the published values."""
    places = {str(each.path): f"../{name}" for name, each in data.files.items()}
    text = yaml.safe_dump(moved_paths(run.record.config, places), sort_keys=False, allow_unicode=True)
    contents.add(f"{CONFIG}/{run.name}.yaml", text.encode(), "the config, with every default", came_in=True)
    here, published = run.config_folder, run.record.published_digests
    for file, what in changed_files(here, {name: digest or "" for name, digest in published.items()}).items():
        raise ConfigError(f"{here / file} {what}; run its config again")
    for file in published:
        contents.add(f"{CONFIG}/{file}", here / file, "published values", came_in=True)


def _add_lock(contents: _Contents, run: RecordedRun) -> None:
    """Add the lock file that the run had. ConfigError if it is another one by now."""
    recorded = run.manifest.get("lock")
    if not recorded:
        return
    path = lock_file(run.config_folder)
    if path is None or lock_record(run.config_folder) != recorded:
        raise ConfigError(f"{recorded['file']} is not the lock file that the run had; run its config again")
    contents.add(f"{LOCK}/{path.name}", path, "the versions that were to be installed", came_in=True)


def _crate(run: RecordedRun, contents: _Contents, data: PackedData) -> Crate:
    manifest: Mapping[str, Any] = run.manifest
    title = str(run.record.config.get("title", run.name))
    return Crate(
        title=title,
        about=f"{title}. The result digest is {manifest['result_digest']}. "
        f"To run it again: olrun rerun {run.name}.zip. The data are in {DATA}/, as far as licences allow.",
        version=str(manifest["versions"]["onlinelearn"]),
        begun=str(manifest["times"]["begun"]),
        ended=str(manifest["times"]["ended"]),
        command=manifest.get("command"),
        files=tuple(sorted(contents.described, key=lambda each: each.name)),
        licences=OPEN_LICENCES,
        left_out=data.left_out,
    )
