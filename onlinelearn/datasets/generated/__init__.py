"""Generators of data sets that are drawn, not read: a small file each, found by itself.

Such a file has one name, `GENERATOR`, that others look for.
"""

import pkgutil
from importlib import import_module

from onlinelearn.datasets.generated.generator import Generator

__all__ = ["GENERATORS", "Generator"]


def _found() -> dict[str, Generator]:
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    generators: list[Generator] = [module.GENERATOR for module in modules if hasattr(module, "GENERATOR")]
    return {each.name: each for each in generators}


GENERATORS = _found()
"""Every generator by the name that configs use, in alphabetical order."""
