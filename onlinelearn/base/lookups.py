"""Names and options that a user asks for: the thing itself, or a one-line error that names the way out."""

from collections.abc import Mapping
from typing import TypeVar

from pydantic import ValidationError

from onlinelearn.base.error_text import dotted, one_line, rejections, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.parameters import Parameters
from onlinelearn.base.plain_values import plain

Thing = TypeVar("Thing")
Model = TypeVar("Model", bound=Parameters)


def known(kind: str, name: str, things: Mapping[str, Thing]) -> Thing:
    """The thing of that name; the error for an unknown one suggests the nearest name."""
    if name not in things:
        raise ConfigError(one_line(unknown(kind, name, things)))
    return things[name]


def validated(owner: str, model: type[Model], values: Mapping[str, object]) -> Model:
    """The values, Python's or NumPy's, as a model; the error names the first wrong one."""
    given = {name: _listed(plain(value)) for name, value in values.items()}
    try:
        return model.model_validate(given)
    except ValidationError as error:
        wrong = next(rejections(error, model, given, f"option of {owner}"))
    place = f"{owner}: {dotted(wrong.path)}" if wrong.path else owner
    raise ConfigError(one_line(f"{place}: {wrong.text}"))


def _listed(value: object) -> object:
    """A list's items may be NumPy's, too."""
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value
