"""The machine and the versions that a measurement was made with."""

import platform
from importlib.metadata import PackageNotFoundError, version

from onlinelearn.experiment.environment import machine

PACKAGES = ("numba", "numpy", "scipy", "scikit-learn", "river", "vowpalwabbit")


def described() -> str:
    """One paragraph: the CPU, its cores, and the versions."""
    found = ", ".join(f"{name} {_version(name)}" for name in PACKAGES)
    here = machine()
    return f"{here['processor']}, {here['cores']} cores; Python {platform.python_version()}, {found}.\n"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(absent)"
