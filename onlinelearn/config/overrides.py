"""`--set KEY=VALUE`: one value of a config replaced, or added, before the config is checked."""

import re
from dataclasses import dataclass
from typing import NoReturn

from onlinelearn.config.messages import Problem, report
from onlinelearn.config.tree import MAX_DEPTH, Node, fault
from onlinelearn.config.yaml_tree import yaml_tree
from onlinelearn.wording import Path, shorten, shown

LONGEST_SHOWN = 100


TWINS = {"dataset": "datasets", "datasets": "dataset"}
"""Keys of which a config has one; giving the other takes its place."""


def overridden(root: Node, text: str) -> Node:
    """The tree with the value that `text` (`learners.PA.C=10`, the value in YAML) gives it."""
    changed = _Override(place_of(text)).within(root, text, ())
    twin = TWINS.get(text.partition("=")[0])
    if twin is None or not isinstance(changed.value, dict):
        return changed
    return Node({key: node for key, node in changed.value.items() if key != twin}, changed.place)


def place_of(text: str) -> str:
    """What errors call the `--set` with this text."""
    return "--set " + shorten(text, LONGEST_SHOWN)


@dataclass(frozen=True)
class _Override:
    """One `--set`; `place` is what errors call it."""

    place: str

    def within(self, node: Node, rest: str, path: Path) -> Node:
        """The node, with that value set in it to which `rest`, what is left of KEY=VALUE, leads."""
        if len(path) > MAX_DEPTH:
            self.fail((), "a key of too many parts")
        node = _written_out(node, path)
        if not isinstance(node.value, dict | tuple):
            self.fail(path, f"{shown(node.value)} has no keys within")
        key, separator, rest = _next_key(node, rest)
        if not key or not separator:
            self.fail(path, "expected KEY=VALUE, such as protocol.epochs=3")
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

    def value(self, old: Node, separator: str, rest: str, path: Path) -> Node:
        """What takes the place of `old`: the value itself, or `old` with the value within it."""
        if separator == ".":
            return self.within(old, rest, path)
        return yaml_tree(rest or "null", self.place, lambda _: self.place)

    def index(self, key: str, length: int, path: Path) -> int:
        """An index into a list of that length, or of the item after its last."""
        if not re.fullmatch("[0-9]{1,6}", key) or int(key) > length:
            self.fail(path, f"expected an index from 0 to {length}, got {shown(key)}")
        return int(key)

    def fail(self, path: Path, text: str) -> NoReturn:
        raise report("", [Problem(self.place, path, text)])


def _next_key(node: Node, rest: str) -> tuple[str, str, str]:
    """The key that `rest` begins with, the dot or equals sign after it, and what follows.

    A key that is there already may contain both signs; of several that fit, the longest is meant.
    """
    there = node.value if isinstance(node.value, dict) else {}
    fitting = [key for key in there if rest.startswith((f"{key}.", f"{key}="))]
    key = max(fitting, key=len, default=re.split("[.=]", rest, maxsplit=1)[0])
    return key, rest[len(key) : len(key) + 1], rest[len(key) + 1 :]


def _written_out(node: Node, path: Path) -> Node:
    """A name alone as the mapping that it is short for, so that options can be set in it."""
    match path:
        case ("dataset",) | ("datasets" | "preprocess", int()):
            key = "name"
        case ("learners", _):
            key = "learner"
        case _:
            return node
    return Node({key: node}, node.place) if isinstance(node.value, str) else node
