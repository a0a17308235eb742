"""The folder of an experiment's results: two experiments never share one."""

import hashlib
import json
import os
import re
import tempfile
from dataclasses import replace
from pathlib import Path

from onlinelearn.base import files
from onlinelearn.base.errors import ConfigError, OlrunError
from onlinelearn.base.json_files import parsed_json
from onlinelearn.config import Experiment
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


def make_writable(out: Path) -> None:
    """Make the folder for results; raise OlrunError before anything ran if nothing can be kept there."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=out):
            pass
    except OSError as error:
        raise OlrunError(f"cannot write {out}: {error.strerror or error}; use another --out") from error


def recorded_config_file(folder: Path) -> str | None:
    """The config file that the manifest names; None where there is none that can be read."""
    try:
        record = parsed_json(files.read(folder / MANIFEST))
    except (OSError, ValueError):
        return None
    found = record.get(CONFIG_FILE) if isinstance(record, dict) else None
    return found if isinstance(found, str) else None
