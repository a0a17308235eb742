"""The file formats that own data may come in: a small file each, found by itself.

Such a file has one name, `FORMAT`, that others look for.
"""

import pkgutil
from importlib import import_module
from pathlib import Path

from onlinelearn.datasets.formats.file_format import Format

__all__ = ["FORMATS", "Format", "format_of", "suffix_of"]


def _found() -> dict[str, Format]:
    modules = (import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__))
    formats: list[Format] = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    return {each.name: each for each in formats}


FORMATS = _found()
"""Every format by its name, in alphabetical order."""

_BY_SUFFIX = {suffix: each for each in FORMATS.values() for suffix in each.suffixes}


def format_of(path: Path) -> Format:
    """The format of a file, by the end of its name. ValueError if no format has that."""
    return _BY_SUFFIX[suffix_of(path).lower()]


def suffix_of(path: Path) -> str:
    """The end of a file's name that tells its format, as the name spells it."""
    fitting = [suffix for suffix in _BY_SUFFIX if path.name.lower().endswith(suffix)]
    if not fitting:
        raise ValueError(f"unknown format of {path.name!r}: use one of {', '.join(_BY_SUFFIX)}")
    return path.name[-len(max(fitting, key=len)) :]
