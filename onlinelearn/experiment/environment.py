"""The environment of a run: versions, machine, the checkout of the code, and the project's lock file.

Nothing here may change a result. It is recorded so that, where two results differ, one can say why.
"""

import hashlib
import os
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import onlinelearn
from onlinelearn.base.code_digest import FOLDER

PACKAGES = ("onlinelearn", "numpy", "scipy", "numba", "llvmlite", "pandas", "matplotlib", "scikit-learn")

LOCKS = ("uv.lock", "pdm.lock", "poetry.lock", "pixi.lock", "requirements.lock", "requirements.txt")
"""The names of files that say which versions are to be installed, the most exact first."""

ROOT_MARKS = (".git", "pyproject.toml")
"""What the outermost folder of a project has."""

LONGEST_DIFF = 100_000
"""Characters of the changes to the code that a manifest holds; of longer ones, it has the digest alone."""


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that compute or draw."""
    return {"python": platform.python_version()} | {name: metadata.version(name) for name in PACKAGES}


def machine() -> dict[str, Any]:
    """The machine of the run."""
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


def git_state() -> dict[str, Any] | None:
    """The commit of the checkout that the code runs from, and its changes since; None outside one.

    The checkout of a config is not asked: git runs commands that a repository's own settings name, and a
    config alone must never run code. Ours is trusted, since its code runs here.
    """
    here = Path(onlinelearn.__file__).parent

    def ask(*arguments: str) -> str:
        command = ["git", "-C", str(here), *arguments]
        # Without it, `git status` would write to the checkout.
        quiet = os.environ | {"GIT_OPTIONAL_LOCKS": "0"}
        done = subprocess.run(command, capture_output=True, check=True, timeout=10, env=quiet)
        return done.stdout.decode(errors="replace").strip()

    try:
        # An environment inside somebody else's checkout would give that one's commit.
        if Path(ask("rev-parse", "--show-toplevel")) != here.parent:
            return None
        commit, changed = ask("rev-parse", "HEAD"), ask("status", "--porcelain", ".")
        if not changed:
            return {"commit": commit, "changed": False}
        diff = ask("diff", "--no-ext-diff", "--no-textconv", "--no-color", "HEAD", "--", ".")
    except (OSError, subprocess.SubprocessError):
        return None
    return {
        "commit": commit,
        "changed": True,
        "untracked": [line[3:] for line in changed.splitlines() if line.startswith("??")],
        "diff_digest": hashlib.sha256(diff.encode()).hexdigest(),
        "diff": diff if len(diff) <= LONGEST_DIFF else None,
    }


def lock_file(config_folder: Path) -> Path | None:
    """The lock file of the config's project; else that of the checkout that the code runs from."""
    inside = [config_folder.resolve(), *config_folder.resolve().parents]
    root = next((each for each in inside if any((each / mark).exists() for mark in ROOT_MARKS)), inside[0])
    return next((root / name for name in LOCKS if (root / name).is_file()), _own_lock())


def _own_lock() -> Path | None:
    found = FOLDER.parent / "requirements.lock"
    return found if found.is_file() else None


def lock_record(config_folder: Path) -> dict[str, str] | None:
    """The lock file's name and digest; None where there is none that can be read."""
    path = lock_file(config_folder)
    if path is None:
        return None
    try:
        return {"file": path.name, "digest": hashlib.sha256(path.read_bytes()).hexdigest()}
    except OSError:
        return None
