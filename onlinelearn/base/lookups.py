"""Lookups by what a user asked for: a thing by its name, options as a model, or a one-line ConfigError."""

from collections.abc import Mapping
from typing import TypeVar

from pydantic import ValidationError

from onlinelearn.base.error_text import dotted, one_line, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.parameters import Parameters
from onlinelearn.base.plain_values import plain
from onlinelearn.base.rejections import rejections

Thing = TypeVar("Thing")
Options = TypeVar("Options", bound=Parameters)


def known(kind: str, name: str, things: Mapping[str, Thing]) -> Thing:
    """The thing of that name; the error for an unknown one suggests the nearest name."""
    if name not in things:
        raise ConfigError(one_line(unknown(kind, name, things)))
    return things[name]


def validated(owner: str, model: type[Options], values: Mapping[str, object]) -> Options:
    """The values, Python's or NumPy's, as the options of `owner`; the error names the first wrong one."""
    given = {name: _listed(plain(value)) for name, value in values.items()}
    try:
        return model.model_validate(given)
    except ValidationError as error:
        wrong = next(rejections(error, model, given, f"option of {owner}"))
    place = f"{owner}: {dotted(wrong.path)}" if wrong.path else owner
    raise ConfigError(one_line(f"{place}: {wrong.text}"))


def _listed(value: object) -> object:
    """A list or tuple as a list of plain values, since its items may be NumPy's, too."""
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value
