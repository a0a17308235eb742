"""The folder of an experiment's results: two experiments never share one."""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from onlinelearn.base import files
from onlinelearn.base.errors import ConfigError, OlrunError
from onlinelearn.base.json_files import parsed_json
from onlinelearn.config import Experiment
from onlinelearn.experiment.cell_store import CELLS
from onlinelearn.experiment.manifest import CONFIG_FILE, MANIFEST, config_file

LONGEST_SLUG = 40


def named_by_content(experiment: Experiment) -> Experiment:
    """The experiment with a name of its own: its title's words, and eight digits that its config decides."""
    slug = re.sub(r"[^a-z0-9]+", "-", experiment.title.lower())[:LONGEST_SLUG].strip("-")
    content = json.dumps(experiment.resolved(), sort_keys=True).encode()
    return replace(experiment, name=f"{slug or 'experiment'}-{hashlib.sha256(content).hexdigest()[:8]}")


def refuse_folder_of_another(experiment: Experiment, out: Path) -> None:
    """Raise ConfigError if the folder of the experiment has the results of another config file."""
    folder = out / experiment.name
    ours, theirs = config_file(experiment, folder), recorded_config_file(folder)
    if ours and theirs and ours != theirs:
        other = os.path.normpath(folder / theirs)
        raise ConfigError(
            f"{folder} has the results of another config, {other}; rename one of them, or use another --out"
        )


def make_writable(out: Path, folder: Path, names: Iterable[str]) -> None:
    """Make the folder for results; raise OlrunError before anything ran if something can't be kept there.

    `names` are the files that the run may write to the experiment's own folder.
    """
    _try_folder(out)
    written = [folder / name for name in names]
    for place in (out / CELLS, *dict.fromkeys(path.parent for path in written)):
        if os.path.lexists(place):  # else it can be made
            _try_folder(place)
    for path in written:
        files.refuse_folder(path)


def _try_folder(place: Path) -> None:
    """Make the folder if it is missing, and write something to it that leaves no trace."""
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        if os.path.isfile(place):  # no error where that can not be seen
            raise OlrunError(f"cannot write {place}: a file is in its place; move it away") from error
        raise OlrunError(f"cannot write {place}: {error.strerror or error}; use another --out") from error


def recorded_config_file(folder: Path) -> str | None:
    """The config file that the manifest names; None where there is none that can be read."""
    try:
        record = parsed_json(files.read(folder / MANIFEST))
    except (OSError, ValueError):
        return None
    found = record.get(CONFIG_FILE) if isinstance(record, dict) else None
    return found if isinstance(found, str) else None
