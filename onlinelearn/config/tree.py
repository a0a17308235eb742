"""Plain values, each with the place where it was given."""

from collections.abc import Mapping
from dataclasses import dataclass

from onlinelearn.base.error_text import KeyPath, shown
from onlinelearn.base.plain_values import plain
from onlinelearn.config.messages import Place, Problem, report

Scalar = str | int | float | bool | None
Plain = Scalar | list["Plain"] | dict[str, "Plain"]

MAX_DEPTH = 32
MAX_NODES = 100_000
MAX_NUMBER = 1e300
"""Bounds far above any real experiment, so that no input eats the machine."""


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

    Text is one printable line: it ends up in tables, figures and file names. Numbers are what JSON has.
    """
    if isinstance(value, str) and not value.isprintable():
        strange = next(c for c in value if not c.isprintable())
        return f"text with the character {strange!r}; only printable ones are allowed"
    if isinstance(value, int | float) and not abs(value) < MAX_NUMBER:
        return f"expected a finite number below {MAX_NUMBER:g}"
    return None


def tree(source: Mapping[str, object], where: str) -> Node:
    """The tree of what a Python user hands in: it has no lines."""
    return _Copier(where).node(source, ())


class _Copier:
    """Copies nested Python values into nodes, and counts them."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.made = 0

    def node(self, value: object, path: KeyPath) -> Node:
        self.made += 1
        if len(path) > MAX_DEPTH:
            raise report(self.where, [Problem(0, path[:3], "nested too deep, or within itself")])
        if self.made > MAX_NODES:
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
