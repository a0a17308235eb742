"""Overrides: `--set KEY=VALUE`, or a reading, gives a config another value before it is checked."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from onlinelearn.base.error_text import KeyPath, dotted, shorten, shown
from onlinelearn.config.config_tree import MAX_DEPTH, Node, Place, Problem, fault, report
from onlinelearn.config.yaml_reader import yaml_tree

LONGEST_SHOWN = 100

REPLACES = {"dataset": "datasets", "datasets": "dataset"}
"""A config has one of these keys: setting the first removes the second."""


class KeyPathError(Exception):
    """A key that leads nowhere: the part of it that was found, and what is wrong after that."""

    def __init__(self, path: KeyPath, text: str) -> None:
        super().__init__(f"{dotted(path)}: {text}" if path else text)
        self.path = path
        self.text = text


def overridden(root: Node, text: str) -> Node:
    """The tree with the value set that `text` gives: `learners.PA.C=10`, the value in YAML."""
    place = place_of(text)
    form = "KEY=VALUE, such as protocol.epochs=3"
    setting = _Setting(lambda value: yaml_tree(value or "null", place, lambda _: place), place, form)
    try:
        return _without_replaced(setting.within(root, text, ()), text.partition("=")[0])
    except KeyPathError as error:
        raise report("", [Problem(place, error.path, error.text)]) from None


def replaced(root: Node, key: str, value: Node) -> Node:
    """The tree with this value at `key`, written as `--set` takes it. Raises KeyPathError."""
    form = "a key, such as learners.PA.C"

    def given(rest: str) -> Node:
        if rest:
            raise KeyPathError((), f"expected {form}")
        return value

    return _without_replaced(_Setting(given, value.place, form).within(root, f"{key}=", ()), key)


def _without_replaced(root: Node, key: str) -> Node:
    """The tree after `key` was set, without the key that it replaces."""
    removed = REPLACES.get(key)
    if removed is None or not isinstance(root.value, dict):
        return root
    return Node({key: node for key, node in root.value.items() if key != removed}, root.place)


def place_of(text: str) -> str:
    """The place that errors name for the `--set` with this text."""
    return "--set " + shorten(text, LONGEST_SHOWN)


@dataclass(frozen=True)
class _Setting:
    """A value to be set: `read` makes it of the text after the equals sign."""

    read: Callable[[str], Node]
    place: Place
    """Where it was given."""
    form: str
    """How it should be written, for errors."""

    def within(self, node: Node, rest: str, path: KeyPath) -> Node:
        """The node with the value set within it; `rest` is the part of KEY=VALUE that is not yet followed."""
        if len(path) > MAX_DEPTH:
            self.fail((), "a key of too many parts")
        node = _written_out(node, path)
        if not isinstance(node.value, dict | tuple):
            self.fail(path, f"{shown(node.value)} has no keys within")
        key, separator, rest = _next_key(node, rest)
        if not key or not separator:
            self.fail(path, f"expected {self.form}")
        if wrong := fault(key):
            self.fail(path, wrong)
        if isinstance(node.value, dict):
            old = node.value.get(key, Node({}, self.place))
            new = self.value(old, separator, rest, (*path, key))
            return Node({**node.value, key: new}, node.place)
        items, index = node.value, self.index(key, len(node.value), path)
        old = items[index] if index < len(items) else Node({}, self.place)
        new = self.value(old, separator, rest, (*path, index))
        return Node((*items[:index], new, *items[index + 1 :]), node.place)

    def value(self, old: Node, separator: str, rest: str, path: KeyPath) -> Node:
        """The new value in place of `old`: the value itself, or `old` with the value set within it."""
        return self.within(old, rest, path) if separator == "." else self.read(rest)

    def index(self, key: str, length: int, path: KeyPath) -> int:
        """An index into a list of that length; the index after the last adds an item."""
        if not re.fullmatch("[0-9]{1,6}", key) or int(key) > length:
            self.fail(path, f"expected an index from 0 to {length}, got {shown(key)}")
        return int(key)

    def fail(self, path: KeyPath, text: str) -> NoReturn:
        raise KeyPathError(path, text)


def _next_key(node: Node, rest: str) -> tuple[str, str, str]:
    """The key that `rest` begins with, the dot or equals sign after it, and what follows.

    A key of the node may itself contain both signs; of several keys that fit, the longest is meant.
    """
    there = node.value if isinstance(node.value, dict) else {}
    fitting = [key for key in there if rest.startswith((f"{key}.", f"{key}="))]
    key = max(fitting, key=len, default=re.split("[.=]", rest, maxsplit=1)[0])
    return key, rest[len(key) : len(key) + 1], rest[len(key) + 1 :]


def _written_out(node: Node, path: KeyPath) -> Node:
    """A name alone as the mapping that it is short for, so that options can be set in it."""
    match path:
        case ("dataset",) | ("datasets" | "preprocess", int()):
            key = "name"
        case ("learners", _):
            key = "learner"
        case ("learners", _, "ask"):
            key = "rule"
        case ("figures", int()):
            key = "figure"
        case _:
            return node
    return Node({key: node}, node.place) if isinstance(node.value, str) else node
