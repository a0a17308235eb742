"""A value of a config while it is read: its path, and the list that collects the config's problems."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import ValidationError

from onlinelearn.base.error_text import LONGEST_LIST, KeyPath, shorten, shown, unknown
from onlinelearn.base.parameters import Parameters
from onlinelearn.base.rejections import rejections
from onlinelearn.config.config_tree import Node, Plain, Problem

Model = TypeVar("Model", bound=Parameters)
Built = TypeVar("Built")


MOST_PROBLEMS = 50
"""How many problems are looked for: one is shown, and to find the nearest name for each takes time."""


class TooManyProblemsError(Exception):
    """A config has so many problems that the rest need not be read."""


@dataclass(frozen=True, slots=True)
class ConfigValue:
    """A node of the config with its path; all values of a config share one list of problems."""

    node: Node
    path: KeyPath
    problems: list[Problem]

    def fail(self, text: str) -> None:
        """Add a problem of this value; TooManyProblemsError if there are enough."""
        self.problems.append(Problem(self.node.place, self.path, text))
        if len(self.problems) >= MOST_PROBLEMS:
            raise TooManyProblemsError

    def expected(self, what: str) -> None:
        """Add the problem that something else should stand here."""
        self.fail(f"expected {what}, got {shown(self.node.value)}")

    def child(self, part: str | int) -> "ConfigValue | None":
        """The value under a key or an index, if there is one."""
        value = self.node.value
        if isinstance(value, dict) and isinstance(part, str) and part in value:
            return ConfigValue(value[part], (*self.path, part), self.problems)
        if isinstance(value, tuple) and isinstance(part, int) and part < len(value):
            return ConfigValue(value[part], (*self.path, part), self.problems)
        return None

    def entries(self, what: str) -> dict[str, "ConfigValue"]:
        """The entries of a mapping; none, and a problem, if it is no mapping."""
        if not isinstance(self.node.value, dict):
            self.expected(what)
            return {}
        return {
            key: ConfigValue(node, (*self.path, key), self.problems) for key, node in self.node.value.items()
        }

    def items(self, what: str) -> list["ConfigValue"]:
        """The items of a list; none, and a problem, if it is no list."""
        if not isinstance(self.node.value, tuple):
            self.expected(what)
            return []
        return [ConfigValue(node, (*self.path, i), self.problems) for i, node in enumerate(self.node.value)]

    def name(self, kind: str, known: Collection[str]) -> str | None:
        """One of the known names; None, and a problem, if it is none of them."""
        value = self.node.value
        if not isinstance(value, str):
            self.expected(f"the name of a {kind}")
            return None
        if value not in known:
            self.fail(unknown(kind, value, known))
            return None
        return value

    def names(self, kind: str, known: Collection[str]) -> tuple[str, ...]:
        """A list of known names, each once."""
        names: list[str] = []
        for item in self.items(f"a list of {kind}s"):
            if (name := item.name(kind, known)) in names:
                item.fail(f"the {kind} {shown(name)} is named twice")
            elif name is not None:
                names.append(name)
        return tuple(names)

    def named(
        self, kind: str, key: str, known: Collection[str]
    ) -> tuple[str, dict[str, "ConfigValue"]] | None:
        """A known name with its options: given alone, or as a mapping with the name under `key`."""
        if isinstance(self.node.value, str):
            name, options = self.name(kind, known), {}
        else:
            options = self.entries(f"the name of a {kind}, or a mapping with '{key}' and its options")
            if key not in options:
                if isinstance(self.node.value, dict):
                    self.fail(f"'{key}' is missing; choose from {shorten(', '.join(known), LONGEST_LIST)}")
                return None
            name = options.pop(key).name(kind, known)
        return None if name is None else (name, options)


def validated(
    model: type[Model], values: Mapping[str, ConfigValue], owner: ConfigValue, kind: str = "parameter"
) -> Model | None:
    """The model with these values; None, and problems, if they don't fit."""
    # As JSON, because a config has only lists and text where a model may want a tuple or a path.
    return built(lambda plain: model.model_validate_json(json.dumps(plain)), model, values, owner, kind)


def built(
    build: Callable[[dict[str, Plain]], Built],
    model: type[Parameters],
    values: Mapping[str, ConfigValue],
    owner: ConfigValue,
    kind: str = "parameter",
) -> Built | None:
    """What `build` makes of the values, which `model` checks; None, and problems, if they don't fit.

    A value may stand elsewhere than its name says (in a grid). A missing value is a problem of `owner`.
    """
    plain = {name: value.node.plain() for name, value in values.items()}
    try:
        return build(plain)
    except ValidationError as error:
        for rejection in rejections(error, model, plain, kind):
            _at(rejection.path, values, owner).fail(rejection.text)
        return None


def _at(path: KeyPath, values: Mapping[str, ConfigValue], owner: ConfigValue) -> ConfigValue:
    """The value that the path leads to."""
    value = owner
    for depth, key in enumerate(path):
        child = values.get(str(key)) if depth == 0 else value.child(key)
        assert child is not None, "a rejection leads to a value that is there"
        value = child
    return value
