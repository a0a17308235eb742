"""The places of the shipped configs and references: in a checkout, or in an installed wheel."""

import re
from pathlib import Path

from onlinelearn.base import files
from onlinelearn.base.code_digest import FOLDER
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.lookups import known

WHEEL = FOLDER / "shipped"
CHECKOUT = FOLDER.parent
SCHEMA_LINE = re.compile(r"\A# yaml-language-server:.*\n")
"""The line that tells editors of the schema beside the shipped configs: in a copy it would lead nowhere."""


def configs() -> dict[str, Path]:
    """The shipped configs by name, in alphabetical order."""
    return {
        path.stem: path for path in sorted(_place(WHEEL / "configs", CHECKOUT / "configs").glob("*.yaml"))
    }


def titles() -> dict[str, str]:
    """The titles of the shipped configs, by name."""
    import yaml

    return {name: yaml.safe_load(path.read_bytes())["title"] for name, path in configs().items()}


def references() -> Path:
    """The folder of the references of the shipped configs."""
    return _place(WHEEL / "reference", CHECKOUT / "results/reference")


def _place(in_wheel: Path, in_checkout: Path) -> Path:
    return in_wheel if in_wheel.is_dir() else in_checkout


def copy_config(name: str, folder: Path) -> list[Path]:
    """Copy a shipped config here, with the published values that it names; say which files are new.

    Nothing is overwritten: a config that is here is an error, published values that are here stay.
    """
    source = known("example", name, configs())
    target = folder / source.name
    if target.exists():
        raise ConfigError(f"{target.name} is here already, and is not overwritten; move it away first")
    text = source.read_text(encoding="utf-8")
    written = []
    for needed in dict.fromkeys(re.findall(r"published/[\w.-]+\.csv", text)):
        if not (folder / needed).exists():
            files.write(folder / needed, (source.parent / needed).read_text(encoding="utf-8"))
            written.append(folder / needed)
    files.write(target, SCHEMA_LINE.sub("", text))
    return [target, *written]
