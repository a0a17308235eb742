"""Names and options that a user asks for: the thing itself, or a one-line error that names the way out."""

import difflib
from collections.abc import Mapping
from typing import TypeVar

from pydantic import ValidationError

from onlinelearn.errors import ConfigError
from onlinelearn.parameters import Parameters

Thing = TypeVar("Thing")
Model = TypeVar("Model", bound=Parameters)


def known(kind: str, name: str, things: Mapping[str, Thing]) -> Thing:
    """The thing of that name; the error for an unknown one suggests the nearest name."""
    if name in things:
        return things[name]
    near = difflib.get_close_matches(name, things, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(things)}"
    raise ConfigError(f"unknown {kind} {name!r}; {hint}")


def validated(owner: str, model: type[Model], values: Mapping[str, object]) -> Model:
    """The values as a model; the error names the first wrong one and what was expected."""
    try:
        return model.model_validate(dict(values))
    except ValidationError as error:
        wrong = error.errors()[0]
    where = [str(part) for part in wrong["loc"]]
    if wrong["type"] == "extra_forbidden":
        known(f"option of {owner}", where[-1], model.model_fields)
    place = f"{owner}: {'.'.join(where)}={wrong['input']!r}" if where else owner
    raise ConfigError(f"{place}: {wrong['msg'].removeprefix('Value error, ')}")
