"""The manifest of a run: what it takes to get the same bytes again, and where the run was made."""

import hashlib
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import onlinelearn
from onlinelearn.base.roles import Role
from onlinelearn.config import Experiment
from onlinelearn.datasets.resplit import DataSource
from onlinelearn.experiment.cells import cell_code_digest, cell_modules
from onlinelearn.experiment.result import Result
from onlinelearn.learners.catalog import BUILT_IN
from onlinelearn.render.tables import chosen_csv

MANIFEST = "manifest.json"
"""Its file, in the folder of the results."""

CONFIG_FILE = "config_file"
"""The manifest's key of the config that the results come from."""

PACKAGES = ("onlinelearn", "numpy", "scipy", "numba", "llvmlite", "pandas", "matplotlib", "scikit-learn")


def manifest(
    result: Result, loaded: Mapping[str, DataSource], begun: datetime, arguments: tuple[str, ...]
) -> dict[str, Any]:
    """The record of this run. `arguments` are what the command line said beside the config."""
    experiment = result.experiment
    choices = [choice for condition in experiment.conditions for choice in condition.learners]
    used = dict(sorted({each.learner: each.entry for each in choices}.items()))
    command = " ".join(["olrun", shlex.quote(str(experiment.file)), *arguments])
    return {
        "command": command if experiment.file else None,  # None: given from Python, without a file
        CONFIG_FILE: config_file(experiment, result.folder),
        "config": experiment.resolved(),
        "result_digest": result.digest,
        **_chosen(result),
        "complete": not result.failures,
        "failures": {what: f"{type(error).__name__}: {error}" for what, error in result.failures.items()},
        "data_digests": {label: dataset.digest for label, dataset in loaded.items()},
        "repetitions": {
            label: source.repetition.streamed(experiment.protocol.order).covers
            for label, source in loaded.items()
        },
        "code_digests": {
            name: cell_code_digest(*cell_modules(entry.compiled)) for name, entry in used.items()
        },
        "learners": {
            name: {"origin": entry.origin, "identity": entry.identity}
            for name, entry in used.items()
            if entry.origin != BUILT_IN
        },
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
        "git": git_state(),
        "machine": machine(),
        "times": {
            "begun": begun.isoformat(timespec="seconds"),
            "ended": datetime.now(UTC).isoformat(timespec="seconds"),
            "cells_from_cache": result.n_cached,
        },
    }


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


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that compute or draw."""
    return {"python": platform.python_version()} | {name: metadata.version(name) for name in PACKAGES}


def git_state() -> dict[str, Any] | None:
    """The commit of the checkout that the code runs from, and whether it was changed; None outside one."""
    here = Path(onlinelearn.__file__).parent

    def ask(*arguments: str) -> str:
        command = ["git", "-C", str(here), *arguments]
        # Without it, `git status` would write to the checkout.
        quiet = os.environ | {"GIT_OPTIONAL_LOCKS": "0"}
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=10, env=quiet)
        return done.stdout.strip()

    try:
        # An environment inside somebody else's checkout would give that one's commit.
        if Path(ask("rev-parse", "--show-toplevel")) != here.parent:
            return None
        return {"commit": ask("rev-parse", "HEAD"), "changed": bool(ask("status", "--porcelain", "."))}
    except (OSError, subprocess.SubprocessError):
        return None


def machine() -> dict[str, Any]:
    """The machine of the run. Nothing here may change a result."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "byte_order": sys.byteorder,
    }


def _processor() -> str:
    """The CPU's name: Linux keeps it in a file, others tell Python."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
