"""The catalog of learners: all that a config may name, ours, a user's own, and those of other packages."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from onlinelearn.base.arrays import Kind
from onlinelearn.base.error_text import one_line, shown
from onlinelearn.base.errors import ConfigError
from onlinelearn.learners import registry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.peers import find_peer
from onlinelearn.learners.peers.row_by_row import RowByRow, learns_row_by_row
from onlinelearn.learners.peers.target_kinds import target_kinds

BUILT_IN = "built-in"
FROM_PYTHON = "given from Python"


@dataclass(frozen=True)
class LearnerEntry:
    """A learner that a config may name."""

    name: str
    origin: str
    """Where it comes from: built-in, the file of a plugin, a package."""
    cls: type
    """Its class: the constructor's signature says which parameters there are."""
    make: Callable[..., object]
    """What makes a learner from its parameters: the class, or an adapter around it."""
    identity: str | None
    """What decides its results beside our code and its parameters; None if that can't be known."""
    check: Callable[[Mapping[str, object]], None] | None = None
    """A further check of the parameters, which raises ValueError."""
    package: str = ""
    """The package of others, with its version, that computes it: the same wherever a cell is run."""
    from_plugin: bool = False
    """Whether a plugin that the command line names brings it."""

    @property
    def compiled(self) -> type[Learner] | None:
        """The class, if it is a learner with a compiled step; None for all others."""
        return self.cls if issubclass(self.cls, Learner) else None

    @property
    def kinds(self) -> frozenset[Kind]:
        """The kinds of targets that it learns."""
        if self.compiled is None:
            return target_kinds(self.cls)
        more: frozenset[Kind] = frozenset({"multilabel"} if self.compiled.multilabel else ())
        return more | {self.compiled.kind}

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (inspect.getdoc(self.cls) or "").partition("\n")[0]


class Catalog:
    """Our learners, those of other packages, and `own`."""

    def __init__(self, own: Iterable[LearnerEntry] = ()) -> None:
        self.own: dict[str, LearnerEntry] = {}
        for entry in own:
            for name in dict.fromkeys((entry.name, entry.cls.__name__)):
                if built_in(name):
                    raise ConfigError(one_line(f"learner {shown(name)}: a built-in one has that name"))
                known = self.own.setdefault(name, entry)
                if known is not entry and name == entry.name:
                    raise ConfigError(
                        one_line(f"learner {shown(name)}: both {known.origin} and {entry.origin} have it")
                    )

    @property
    def names(self) -> list[str]:
        """The names to choose from; those of other packages are too many to list."""
        return [*registry(), *self.own, *_installed()]

    def find(self, name: str) -> LearnerEntry | None:
        """The learner of that name, None if there is none; ConfigError if it needs what is not installed."""
        return self.own.get(name) or built_in(name) or _peer(name) or _installed().get(name)


def given_from_python(classes: Mapping[str, type]) -> tuple[LearnerEntry, ...]:
    """Entries for classes that a call of `run` brings: what decides their results can't be known."""
    return tuple(own_entry(name, cls, FROM_PYTHON, None) for name, cls in classes.items())


def own_entry(name: str, cls: type, origin: str, identity: str | None) -> LearnerEntry:
    """The entry of a class that is not ours: compiled, with `partial_fit`, or with `learn_one`."""
    return LearnerEntry(name, origin, cls, RowByRow(cls) if learns_row_by_row(cls) else cls, identity)


def built_in(name: str) -> LearnerEntry | None:
    """The built-in learner with that name in configs, or of that class."""
    return _built_in().get(name)


@cache
def _built_in() -> dict[str, LearnerEntry]:
    entries = [LearnerEntry(name, BUILT_IN, cls, cls, "") for name, cls in registry().items()]
    return {each.cls.__name__: each for each in entries} | {each.name: each for each in entries}


def _installed() -> dict[str, LearnerEntry]:
    from onlinelearn.learners.installed import installed  # it makes entries, and needs this file

    return installed()


@cache
def _peer(name: str) -> LearnerEntry | None:
    peer = find_peer(name)
    if peer is None:
        return None
    make = RowByRow(peer.cls) if learns_row_by_row(peer.cls) else peer.cls
    return LearnerEntry(
        name, peer.package, peer.cls, make, f"{peer.package} {name}", peer.check, peer.package
    )
