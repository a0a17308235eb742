"""A reader of YAML that keeps the line of every value, and refuses what is not safe.

PyYAML's scanner and parser do the reading. Its composer and constructors are left out: they follow tags,
recurse without bound, keep the last of two equal keys, and read `no` as false and `1e-3` as text.
"""

import re
from collections.abc import Callable
from typing import NoReturn

import yaml
from yaml.parser import Parser
from yaml.reader import Reader, ReaderError
from yaml.scanner import Scanner

from onlinelearn.base.error_text import shorten, shown
from onlinelearn.config.config_tree import MAX_DEPTH, MAX_NODES, Node, Place, Problem, Scalar, fault, report

# YAML 1.2, core schema. Longer integers become floats: int() refuses thousands of digits.
_NULL = re.compile(r"(?:~|null|Null|NULL)?")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,300}")
_OCTAL = re.compile(r"0o[0-7]{1,300}")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]{1,200}")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


def yaml_tree(text: str, where: str, place: Callable[[int], Place] = lambda line: line) -> Node:
    """The tree of the one document in `text`; `place` makes of a line number the place that errors name."""
    return _Builder(text, where, place).document()


def resolved(text: str) -> Scalar:
    """The value of a scalar without quotes."""
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text) or _FALSE.fullmatch(text):
        return text[0] in "tT"
    if _DECIMAL.fullmatch(text):
        return int(text)
    if _OCTAL.fullmatch(text) or _HEXADECIMAL.fullmatch(text):
        return int(text, base=0)
    if _FLOAT.fullmatch(text):
        # float() takes `inf` and `nan` in any case, without YAML's dot.
        return float(re.sub(r"\.(?=[iInN])", "", text))
    return text


class _Events(Reader, Scanner, Parser):
    """PyYAML's pure Python parser, up to events."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


class _Builder:
    """Builds nodes from events, within bounds."""

    def __init__(self, text: str, where: str, place: Callable[[int], Place]) -> None:
        self.where = where
        self.place = place
        self.anchors: dict[str, tuple[Node, int] | None] = {}
        self.n_nodes = 0
        try:
            self.events = _Events(text)
        except ReaderError as error:
            line = text.count("\n", 0, error.position) + 1
            self.fail(line, f"the character {text[error.position]!r} is not allowed in YAML")

    def document(self) -> Node:
        self.next()
        if isinstance(self.next(), yaml.StreamEndEvent):
            self.fail(0, "empty; name a data set and learners")
        root = self.node(self.next(), 0)
        self.next()
        if not isinstance(event := self.next(), yaml.StreamEndEvent):
            self.fail(_line(event), "a second document starts; a config is one document")
        return root

    def next(self) -> yaml.Event:
        try:
            event: yaml.Event = self.events.get_event()  # type: ignore[no-untyped-call]
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            self.fail(mark.line + 1 if mark else 0, f"not YAML: {error.problem or error.context}")
        except (ValueError, OverflowError):
            # PyYAML lets int() and chr() fail on absurd escapes and version numbers.
            self.fail(self.events.line + 1, "not YAML: a number out of range")
        return event

    def node(self, event: yaml.Event, depth: int) -> Node:
        line = _line(event)
        self.count(1, line)
        if depth > MAX_DEPTH:
            self.fail(line, f"nested more than {MAX_DEPTH} levels deep")
        if isinstance(event, yaml.AliasEvent):
            return self.aliased(event)
        assert isinstance(event, yaml.NodeEvent)
        if tag := getattr(event, "tag", None):
            self.fail(line, f"the tag {shown(tag)} is not allowed; write plain values")
        before = self.n_nodes
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        if isinstance(event, yaml.ScalarEvent):
            node = Node(self.scalar(event), self.place(line))
        elif isinstance(event, yaml.SequenceStartEvent):
            node = Node(self.sequence(depth), self.place(line))
        else:
            node = Node(self.mapping(depth), self.place(line))
        if event.anchor is not None:
            self.anchors[event.anchor] = node, self.n_nodes - before
        return node

    def aliased(self, event: yaml.AliasEvent) -> Node:
        name = shorten(str(event.anchor), 40)
        if event.anchor not in self.anchors:
            self.fail(_line(event), f"'*{name}' stands for nothing: no '&{name}' before it")
        if (anchored := self.anchors[event.anchor]) is None:
            self.fail(_line(event), f"'*{name}' stands within the value that it stands for")
        node, size = anchored
        self.count(size, _line(event))
        return Node(node.value, self.place(_line(event)))

    def scalar(self, event: yaml.ScalarEvent) -> Scalar:
        value = event.value if event.style else resolved(event.value)
        if wrong := fault(value):
            self.fail(_line(event), wrong)
        return value

    def sequence(self, depth: int) -> tuple[Node, ...]:
        children = []
        while not isinstance(event := self.next(), yaml.SequenceEndEvent):
            children.append(self.node(event, depth + 1))
        return tuple(children)

    def mapping(self, depth: int) -> dict[str, Node]:
        children: dict[str, Node] = {}
        while not isinstance(event := self.next(), yaml.MappingEndEvent):
            key, line = self.key(event), _line(event)
            if key in children:
                self.fail(line, f"the key {shown(key)} stands here twice")
            # The key's line, not the value's: that is where a reader looks for the setting.
            children[key] = Node(self.node(self.next(), depth + 1).value, self.place(line))
        return children

    def key(self, event: yaml.Event) -> str:
        """A key is taken as it is written: every key of a config is a name."""
        line = _line(event)
        if not isinstance(event, yaml.ScalarEvent) or event.tag or event.anchor:
            self.fail(line, "expected a key, as plain text without tag, anchor or alias")
        if event.value == "<<" and not event.style:
            self.fail(line, "merge keys ('<<') are not supported; write the keys out")
        if wrong := fault(event.value):
            self.fail(line, wrong)
        return event.value

    def count(self, nodes: int, line: int) -> None:
        self.n_nodes += nodes
        if self.n_nodes > MAX_NODES:
            self.fail(line, f"more than {MAX_NODES:,} values, aliases written out")

    def fail(self, line: int, text: str) -> NoReturn:
        raise report(self.where, [Problem(self.place(line), (), text)])


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 0
