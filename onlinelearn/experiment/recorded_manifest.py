"""Manifests that earlier runs wrote, read again: checked, and held against the files beside them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from onlinelearn.base import files
from onlinelearn.base.error_text import one_line
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.file_digests import changed_files
from onlinelearn.base.json_files import parsed_json
from onlinelearn.base.roles import Role
from onlinelearn.config import Experiment, parse_config
from onlinelearn.experiment.manifest import FILES, FORMAT, FORMAT_KEY, MANIFEST
from onlinelearn.learners.catalog import Catalog
from onlinelearn.render.tables import RUNS, folder_digest


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class _Readings(_Part):
    named: dict[str, Any] = {}


class _Config(_Part):
    learners: dict[str, dict[str, Any]]
    protocol: dict[str, Any]
    preprocess: Any
    readings: _Readings = _Readings()


class _Cell(_Part):
    dataset: str
    learner: str
    permutation: int
    key: str | None


class _Versions(_Part):
    onlinelearn: str


class _Times(_Part):
    begun: str
    ended: str


class _Lock(_Part):
    file: str


class _Manifest(_Part):
    """The keys of a manifest that comparisons and archives read."""

    result_digest: str
    config: _Config
    cells: list[_Cell]
    data_digests: dict[str, str]
    versions: _Versions | None = None
    times: _Times | None = None
    files: dict[str, str] = {}
    failures: dict[str, str] = {}
    repetitions: dict[str, str] = {}
    roles: dict[str, Annotated[Role, Field(strict=False)]] = {}
    lock: _Lock | None = None


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of the run that wrote this folder, whose files are all as it wrote them."""
    try:
        found = read_record(folder / MANIFEST)
    except FileNotFoundError:
        raise ConfigError(f"{folder} has no {MANIFEST}; name a folder that olrun wrote") from None
    check_files(folder, found)
    return found


def read_record(path: Path) -> dict[str, Any]:
    """The manifest in this file, whatever is beside it. FileNotFoundError if it is not there."""
    try:
        found: dict[str, Any] = parsed_json(files.read(path))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ConfigError(f"{path} can't be read: {error.strerror}; run its config again") from None
    except ValueError as error:
        raise ConfigError(f"{path} is damaged ({error}); run its config again") from None
    if not _is_manifest(found):
        raise ConfigError(f"{path} is not a manifest that this version writes; run its config again")
    if not isinstance(version := found.get(FORMAT_KEY, 1), int) or version > FORMAT:
        raise ConfigError(f"{path} was written by a later version; install a newer onlinelearn")
    return found


def check_files(folder: Path, manifest: Mapping[str, Any]) -> None:
    """Raise ConfigError unless every file of the run is as it was written, and has the result digest."""
    recorded = manifest.get(FILES, {})
    for file, what in changed_files(folder, recorded).items():
        raise ConfigError(one_line(f"{folder / file} {what}; run its config again"))
    if RUNS not in recorded:  # of the first version
        return
    if folder_digest(folder, recorded) != manifest["result_digest"]:
        raise ConfigError(f"{folder / RUNS} has not the result digest of its manifest; run its config again")


def recorded_experiment(folder: Path, catalog: Catalog | None = None) -> Experiment:
    """The experiment whose results are in the folder, as its manifest records it."""
    config = read_manifest(folder)["config"]
    return parse_config(
        config, name=folder.name, where=str(folder / MANIFEST), folder=folder, catalog=catalog
    )


def _is_manifest(found: Any) -> bool:
    """Whether the value has all that is read of it without a further look, each of its kind."""
    try:
        manifest = _Manifest.model_validate(found)
    except ValidationError:
        return False
    return RUNS in manifest.files or found.get(FORMAT_KEY, 1) == 1
