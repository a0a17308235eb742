"""The manifest of a run: what it takes to get the same bytes again, and where the run was made."""

import hashlib
import os
import shlex
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from onlinelearn.base.file_digests import file_digest
from onlinelearn.base.raised_places import place_raised
from onlinelearn.base.roles import Role
from onlinelearn.config import Experiment
from onlinelearn.datasets.resplit import DataSource
from onlinelearn.experiment.cells import cell_code_digest, cell_modules
from onlinelearn.experiment.environment import git_state, lock_record, machine, versions
from onlinelearn.experiment.result import Result
from onlinelearn.experiment.run_costs import RunStart, costs
from onlinelearn.experiment.unseeded import unseeded
from onlinelearn.learners.catalog import BUILT_IN, LearnerEntry
from onlinelearn.render.tables import chosen_csv

MANIFEST = "manifest.json"
"""Its file, in the folder of the results."""

CONFIG_FILE = "config_file"
"""The manifest's key of the config that the results come from."""

FILES = "files"
"""The manifest's key of the digests of all files of the run."""

FORMAT_KEY = "format"
FORMAT = 2
"""The version of the manifest's format; what has no such key is of the first."""


def manifest(
    result: Result, loaded: Mapping[str, DataSource], since: RunStart, arguments: tuple[str, ...]
) -> dict[str, Any]:
    """The record of this run. `arguments` are what the command line said beside the config."""
    experiment = result.experiment
    choices = [choice for condition in experiment.conditions for choice in condition.learners]
    used = dict(sorted({each.learner: each.entry for each in choices}.items()))
    command = " ".join(["olrun", shlex.quote(str(experiment.file)), *arguments])
    return {
        FORMAT_KEY: FORMAT,
        "name": experiment.name,
        "command": command if experiment.file else None,  # None: given from Python, without a file
        CONFIG_FILE: config_file(experiment, result.folder),
        "config": experiment.resolved(),
        "result_digest": result.digest,
        **_chosen(result),
        "verdicts": {each.claim.id: each.verdict.value for each in result.verdicts if not each.claim.timed},
        "looks": result.levels.looks,
        "complete": not result.failures,
        "failures": {
            what: f"{type(error).__name__}: {error}{place_raised(error)}"
            for what, error in result.failures.items()
        },
        "data_digests": {label: dataset.digest for label, dataset in loaded.items()},
        "published_digests": _published(experiment),
        "repetitions": {
            label: source.repetition.streamed(experiment.protocol.order).covers
            for label, source in loaded.items()
        },
        "code_digests": {
            name: cell_code_digest(*cell_modules(entry.compiled)) for name, entry in used.items()
        },
        "learners": {
            name: {
                "origin": entry.origin,
                "identity": entry.identity,
                "unseeded": [*unseeded(each for each in choices if each.learner == name)],
            }
            for name, entry in used.items()
            if entry.origin != BUILT_IN
        },
        "plugins": _plugins(used.values()),
        "cells": [
            {
                "dataset": cell.dataset.label,
                "learner": cell.learner.label,
                "permutation": cell.task.permutation,
                "key": key,
            }
            for cell, key in result.keys.items()
        ],
        "seeds": {"protocol": experiment.protocol.seed},
        "versions": versions(),
        "lock": lock_record(experiment.folder),
        "git": git_state(),
        "machine": machine(),
        "times": {
            "begun": since.begun.isoformat(timespec="seconds"),
            "ended": datetime.now(UTC).isoformat(timespec="seconds"),
            "cells_from_cache": result.n_cached,
        },
        "costs": costs(since),
    }


def _published(experiment: Experiment) -> dict[str, str | None]:
    """The digest of each file of published values; None for one that is gone by now."""
    found: dict[str, str | None] = {}
    for name in sorted(experiment.published_files):
        try:
            found[name] = file_digest(experiment.folder / name)
        except OSError:
            found[name] = None
    return found


def _plugins(used: Iterable[LearnerEntry]) -> dict[str, dict[str, Any]]:
    """The plugins that learners of the run come from, by what the command line called them."""
    found: dict[str, dict[str, Any]] = {}
    for entry in used:
        if entry.from_plugin:
            plugin = found.setdefault(entry.origin, {"digest": entry.identity, "learners": []})
            plugin["learners"].append(entry.name)
    return found


def _chosen(result: Result) -> dict[str, Any]:
    """The digest of chosen.csv, and the role of each learner that is not simply given."""
    roles = {
        each.label: each.role.value for each in result.experiment.learners if each.role is not Role.GIVEN
    }
    text = chosen_csv(result.candidates).encode()
    digest = {"chosen_digest": hashlib.sha256(text).hexdigest()} if result.candidates else {}
    return {**digest, "roles": roles}


def config_file(experiment: Experiment, folder: Path) -> str | None:
    """The experiment's config file, seen from the folder of its results: both may move together."""
    if experiment.file is None:
        return None
    file = experiment.file.resolve()
    try:
        return Path(os.path.relpath(file, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return file.as_posix()
