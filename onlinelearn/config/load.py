"""A config file into an Experiment."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from onlinelearn.base.error_text import nearest
from onlinelearn.base.errors import ConfigError
from onlinelearn.config.experiment import Experiment
from onlinelearn.config.messages import Problem, report
from onlinelearn.config.parse import parse_config

MAX_BYTES = 1_000_000


def load_config(
    path: Path, overrides: Sequence[str] = (), foreign: Mapping[str, type] = MappingProxyType({})
) -> Experiment:
    """The experiment that the file describes. Raises ConfigError, in one line."""
    return parse_config(
        _text(path), name=path.stem, where=str(path), folder=path.parent, overrides=overrides, foreign=foreign
    )


def _text(path: Path) -> str:
    content = _content(path)
    if len(content) > MAX_BYTES:
        raise _error(path, f"longer than {MAX_BYTES:,} bytes; that is no config")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _error(path, "not UTF-8; save the file as UTF-8 text", line) from None


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise _error(path, f"no such file{_neighbour(path)}") from None
    except IsADirectoryError:
        raise _error(path, "a folder; name a YAML file") from None
    except OSError as error:
        raise _error(path, f"cannot be read: {error.strerror}") from None
    except ValueError:
        raise _error(path, "no file can have this name") from None


def _neighbour(path: Path) -> str:
    """The config of that folder whose name is nearest."""
    try:
        names = sorted(name for name in os.listdir(path.parent) if name.endswith((".yaml", ".yml")))
    except OSError:
        return ""
    return nearest(path.name, names)


def _error(path: Path, text: str, line: int = 0) -> ConfigError:
    return report(str(path), [Problem(line, (), text)])
