"""The tree of a config: plain values, each with the place where it was given, and errors about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from onlinelearn.base.error_text import KeyPath, dotted, one_line, shown
from onlinelearn.base.errors import ConfigError
from onlinelearn.base.plain_values import plain

Scalar = str | int | float | bool | None
Plain = Scalar | list["Plain"] | dict[str, "Plain"]

Place = int | str
"""Where a value was given: a line of the file, the `--set` that gave it, or 0 where there are no lines."""

MAX_DEPTH = 32
MAX_NODES = 100_000
MAX_NUMBER = 10**300
"""Bounds far above any real experiment, so that no input exhausts the machine."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where."""

    place: Place
    path: KeyPath
    text: str


def report(where: str, problems: Sequence[Problem]) -> ConfigError:
    """The error, in one line, that names the first of the problems and the number of the others."""
    first = min(problems, key=lambda problem: _order(problem.place))
    parts = [_position(where, first.place), dotted(first.path), first.text]
    text = ": ".join(part for part in parts if part)
    if len(problems) > 1:
        text += f" (and {len(problems) - 1} more)"
    return ConfigError(one_line(text))


def _order(place: Place) -> tuple[bool, int]:
    # Problems of the command line come after those of the file.
    return (True, 0) if isinstance(place, str) else (False, place)


def _position(where: str, place: Place) -> str:
    if isinstance(place, str):
        return place
    return f"{where}, line {place}" if place else where


@dataclass(frozen=True, slots=True)
class Node:
    """A scalar, a list or a mapping. Lists and mappings hold nodes again."""

    value: "Scalar | tuple[Node, ...] | dict[str, Node]"
    place: Place

    def plain(self) -> Plain:
        """The value alone, with lists and dicts inside."""
        if isinstance(self.value, tuple):
            return [child.plain() for child in self.value]
        if isinstance(self.value, dict):
            return {key: child.plain() for key, child in self.value.items()}
        return self.value


def fault(value: Scalar) -> str | None:
    """Why the scalar cannot be part of a config, or None.

    Text is one printable line: it ends up in tables, figures and file names. Numbers are those of JSON.
    """
    if isinstance(value, str) and not value.isprintable():
        strange = next(c for c in value if not c.isprintable())
        return f"text with the character {strange!r}; only printable ones are allowed"
    if isinstance(value, int | float) and not abs(value) < MAX_NUMBER:
        return f"expected a finite number below {MAX_NUMBER:g}"
    return None


def python_tree(source: Mapping[str, object], where: str) -> Node:
    """The tree of a mapping that a Python user hands in: it has no lines."""
    return _Copier(where).node(source, ())


class _Copier:
    """Copies nested Python values into nodes, and counts them."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.n_nodes = 0

    def node(self, value: object, path: KeyPath) -> Node:
        self.n_nodes += 1
        if len(path) > MAX_DEPTH:
            raise report(self.where, [Problem(0, path[:3], "nested too deep, or within itself")])
        if self.n_nodes > MAX_NODES:
            raise report(self.where, [Problem(0, (), f"more than {MAX_NODES:,} values")])
        value = plain(value)
        if isinstance(value, Mapping):
            return Node({self.key(k, path): self.node(v, (*path, str(k))) for k, v in value.items()}, 0)
        if isinstance(value, list | tuple):
            return Node(tuple(self.node(v, (*path, i)) for i, v in enumerate(value)), 0)
        if not isinstance(value, str | int | float | None):
            raise report(self.where, [Problem(0, path, shown(value))])
        self.check(value, path)
        return Node(value, 0)

    def key(self, key: object, path: KeyPath) -> str:
        if not isinstance(key, str):
            text = f"a key of type {type(key).__name__}; keys must be text"
            raise report(self.where, [Problem(0, path, text)])
        self.check(key, path)
        return key

    def check(self, scalar: Scalar, path: KeyPath) -> None:
        if wrong := fault(scalar):
            raise report(self.where, [Problem(0, path, wrong)])
