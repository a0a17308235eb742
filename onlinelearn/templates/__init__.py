"""Templates: files that a user begins with, written to a folder under a name of theirs."""

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Literal

from onlinelearn.base import files
from onlinelearn.base.errors import ConfigError
from onlinelearn.learners import registry

FOLDER = Path(__file__).parent
FILES: Mapping[str, Mapping[str, str]] = {
    "learner": {"{}.py": "learner.py.txt", "test_{}.py": "test_learner.py.txt"},
    "config": {"{}.yaml": "config.yaml.txt"},
}
"""The files of each kind, by the names that they get: {} stands for the user's."""


def write_template(kind: Literal["learner", "config"], name: str, folder: Path) -> list[Path]:
    """Write the files of a template, and say which; ConfigError where one would be overwritten."""
    if kind == "learner":
        _refuse_name(name)
    elif not re.fullmatch(r"[\w-]+", name):
        raise ConfigError(f"{name!r} is no name for a config; use letters, digits, - and _")
    texts = {folder / named.format(name): _text(template, name) for named, template in FILES[kind].items()}
    for path in texts:
        if path.exists():
            raise ConfigError(f"{path.name} is here already, and is not overwritten; choose another name")
    for path, text in texts.items():
        files.write(path, text)
    return list(texts)


def _refuse_name(name: str) -> None:
    """A learner's name is a Python module's and a config's, so it must be good for both, and not taken."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        raise ConfigError(f"{name!r} is no name for a learner; use small letters, digits and _")
    if name in registry():
        raise ConfigError(f"{name} is the name of a shipped learner; choose another")


def _text(template: str, name: str) -> str:
    words = name.split("_")
    filled = {"name": name, "cls": "".join(map(str.capitalize, words)), "title": " ".join(words).capitalize()}
    return Template((FOLDER / template).read_text(encoding="utf-8")).substitute(filled)
