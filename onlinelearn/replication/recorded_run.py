"""A run as its manifest records it, as far as it takes to run it again."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from onlinelearn.base.error_text import dotted, one_line, shown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.file_digests import MISSING, changed_files
from onlinelearn.config import Experiment, parse_config
from onlinelearn.experiment.manifest import FILES, MANIFEST
from onlinelearn.experiment.recorded_manifest import check_files, read_record
from onlinelearn.learners.catalog import FROM_PYTHON, Catalog
from onlinelearn.replication.relocation import relocated

SHORT_DIGEST = 16
JUDGED_AND_DRAWN = ("claims", "figures")


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class LearnerRecord(_Record):
    """A learner that is not ours: where it came from, and what decides its results, if that is known."""

    origin: str
    identity: str | None


class PluginRecord(_Record):
    """A plugin: the digest of its code, and the learners that the run took from it."""

    digest: str
    learners: tuple[str, ...] = Field(strict=False)


class RunRecord(_Record):
    """The keys of a manifest that a rerun reads."""

    name: str | None = None
    config: dict[str, Any]
    config_file: str | None = None
    published_digests: dict[str, str | None] = {}
    chosen_digest: str | None = None
    verdicts: dict[str, str] = {}
    looks: int = Field(1, ge=1, le=1000)
    learners: dict[str, LearnerRecord] = {}
    plugins: dict[str, PluginRecord] = {}


@dataclass(frozen=True, eq=False)
class RecordedRun:
    """A run that can be repeated."""

    path: Path
    """The file of its manifest."""
    shown: str
    """What messages call it."""
    manifest: Mapping[str, Any]
    record: RunRecord
    added: Path | None = None
    """The folder of the files that somebody added to the archive; None if the run is in no archive."""

    @property
    def folder(self) -> Path:
        """The folder that the manifest is in."""
        return self.path.parent

    @property
    def config_folder(self) -> Path:
        """The folder that the config was in, as the manifest says; the working folder, if it had none."""
        named = self.record.config_file
        if named is None or "\0" in named:
            return Path.cwd()
        return Path(os.path.normpath(self.folder / named)).parent

    @property
    def name(self) -> str:
        """The name of the experiment: in older manifests, that of their folder."""
        return self.record.name or self.path.resolve().parent.name

    def experiment(self, catalog: Catalog, files: Sequence[Path]) -> Experiment:
        """The experiment as recorded; `files` are folders of the files that its config names.

        Raises ConfigError if it needs code that the catalog lacks, or files that are not there.
        """
        return self._parsed(self.record.config, self._folder_of_published(files), catalog, files)

    def measured_part(self, catalog: Catalog, files: Sequence[Path]) -> Experiment:
        """The same without claims and figures, which decide no cell, and so without published values."""
        config = {key: value for key, value in self.record.config.items() if key not in JUDGED_AND_DRAWN}
        return self._parsed(config, self.folder, catalog, files)

    def _parsed(
        self, config: dict[str, Any], folder: Path, catalog: Catalog, files: Sequence[Path]
    ) -> Experiment:
        self._check_learners(catalog)
        return parse_config(
            relocated(config, files), name=self.name, where=self.shown, folder=folder, catalog=catalog
        )

    def _check_learners(self, catalog: Catalog) -> None:
        """Raise ConfigError unless the plugins of the run are there, and are the same code."""
        missing = {
            plugin: learner
            for plugin, recorded in self.record.plugins.items()
            for learner in recorded.learners
            if learner not in catalog.own
        }
        if missing:
            ways = "; ".join(
                f"the run took {shown(learner)} from a plugin{self._way_to(plugin)}"
                for plugin, learner in missing.items()
            )
            raise _error(ways)
        for recorded in self.record.plugins.values():
            for learner in recorded.learners:
                entry = catalog.own[learner]
                if entry.identity != recorded.digest:
                    here, then = (str(each)[:SHORT_DIGEST] for each in (entry.identity, recorded.digest))
                    raise _error(
                        f"--plugin {entry.origin} is not the plugin of the run: its code has the digest "
                        f"{here}, and that of the run had {then}"
                    )
        for name, learner_record in self.record.learners.items():
            if learner_record.origin == FROM_PYTHON and name not in catalog.own:
                raise _error(
                    f"the learner {shown(name)} was given from Python, and its code is not recorded; "
                    "name a file that has it: --plugin FILE.py"
                )

    def _way_to(self, plugin: str) -> str:
        """What to do about a plugin that the command line lacks: no archive runs code of its own."""
        if self.added is None:
            return f"; name it: --plugin {plugin}"
        name = Path(plugin).name
        if "\0" not in name and (self.added / name).is_file():
            packed = f"{self.added.name}/{name}"
            out_of = f"take it out (unzip {self.shown} {packed}), read it"
            return f" of the archive; {out_of}, and name it: --plugin {packed}"
        return f", which is not in the archive; get it from whoever ran it, and name it: --plugin {name}"

    def _folder_of_published(self, files: Sequence[Path]) -> Path:
        """The folder that holds the published values as the run had them.

        A manifest may name any folder: one is used only if all of these files have the recorded content.
        """
        wanted = {name: digest or "" for name, digest in self.record.published_digests.items()}
        places = (*files, self.folder, self.config_folder)
        for place in places:
            if not changed_files(place, wanted):
                return place
        file, what = next(iter(changed_files(places[0], wanted).items()))
        raise _error(f"{file} {what}; name the folder of the config's files: --files DIR")


def _error(text: str) -> ConfigError:
    return ConfigError(one_line(text))


def read_run(path: Path, called: str | None = None, added: Path | None = None) -> RecordedRun:
    """The run whose manifest this file, or a folder's, is. ConfigError if it or files beside it are damaged.

    A manifest may stand alone. Where one of the run's files is beside it, all must be there, unchanged.
    That of an archive is `called` by its name, with the folder of what was `added` to it.
    """
    if path.is_dir():
        path /= MANIFEST
    try:
        manifest = read_record(path)
    except FileNotFoundError:
        raise _error(f"{path}: no such file; name a {MANIFEST}, or an archive that olrun pack made") from None
    changed = changed_files(path.parent, recorded := manifest.get(FILES, {}))
    if any(changed.get(name) != MISSING for name in recorded):
        check_files(path.parent, manifest)
    try:
        record = RunRecord.model_validate(manifest)
    except ValidationError as error:
        where = dotted(error.errors()[0]["loc"])
        raise _error(f"{path} is damaged (at {where}); run its config again") from None
    return RecordedRun(path, called or str(path), manifest, record, added)
