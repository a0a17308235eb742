"""The record of a run: what it takes to get the same bytes again, and where it was made."""

import os
import platform
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import onlinelearn

PACKAGES = ("onlinelearn", "numpy", "scipy", "numba", "llvmlite", "pandas", "matplotlib", "scikit-learn")


def environment() -> dict[str, Any]:
    """Versions, git state and machine."""
    return {"versions": versions(), "git": git_state(), "machine": machine()}


def versions() -> dict[str, str]:
    """Of Python and of the packages that compute or draw."""
    return {"python": platform.python_version()} | {name: metadata.version(name) for name in PACKAGES}


def git_state() -> dict[str, Any] | None:
    """The commit of the checkout that the code runs from, and whether it was changed; None outside one."""
    here = Path(onlinelearn.__file__).parent

    def ask(*arguments: str) -> str:
        command = ["git", "-C", str(here), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()

    try:
        # An environment inside somebody else's checkout would give that one's commit.
        if Path(ask("rev-parse", "--show-toplevel")) != here.parent:
            return None
        return {"commit": ask("rev-parse", "HEAD"), "changed": bool(ask("status", "--porcelain", "."))}
    except (OSError, subprocess.SubprocessError):
        return None


def machine() -> dict[str, Any]:
    """What it ran on. Nothing here may change a result."""
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
