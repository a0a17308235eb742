"""Learners of other packages: `sklearn:SGDClassifier`, `river:linear_model.PAClassifier`, `vw`."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from onlinelearn.base.error_text import one_line, shown, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.learners.peers.row_by_row import learns_in_rows, learns_row_by_row
from onlinelearn.learners.peers.target_kinds import says_its_kind
from onlinelearn.learners.peers.vowpal_wabbit import VowpalWabbit

SKLEARN, RIVER, VW = "sklearn", "river", "vw"

PRIVATE = ("_", "tests", "externals", "conftest", "experimental")
"""How the modules of scikit-learn begin that hold nothing for users."""


@dataclass(frozen=True)
class Peer:
    """A class of another package that learns online."""

    cls: type
    package: str
    """The package with its version."""
    check: Callable[[Mapping[str, object]], None] | None = None


@dataclass(frozen=True)
class SklearnCheck:
    """What scikit-learn itself says of the values of parameters."""

    cls: type

    def __call__(self, parameters: Mapping[str, object]) -> None:
        made: Any = self.cls(**parameters)
        made._validate_params()


def find_peer(name: str) -> Peer | None:
    """The class that a name such as `sklearn:SGDClassifier` means; None if the name is not of that form.

    Raises ConfigError if the package is not installed, or has no such learner.
    """
    package, colon, path = name.partition(":")
    if name == VW:
        return Peer(VowpalWabbit, _version("vowpalwabbit", name))
    if not colon:
        return None
    if package == SKLEARN:
        version, cls = _version("scikit-learn", name), _sklearn_class(path)
        return Peer(cls, version, SklearnCheck(cls))
    if package == RIVER:
        version = _version("river", name)
        return Peer(_river_class(path), version)
    raise ConfigError(one_line(f"{unknown('package', package, [SKLEARN, RIVER])} (in learner {shown(name)})"))


def version_here(package: str) -> str:
    """A package with its version, or nothing if it is not installed."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        return ""


def _version(package: str, learner: str) -> str:
    if found := version_here(package):
        return found
    raise ConfigError(
        one_line(f"learner {shown(learner)} needs a package that is missing: pip install {package}")
    )


def _sklearn_class(name: str) -> type:
    """The public class of that name in any public module of scikit-learn."""
    import sklearn

    module, _, last = name.rpartition(".")
    modules = [module] if module else [m.name for m in pkgutil.iter_modules(sklearn.__path__)]
    found: dict[str, type] = {}
    for each in modules:
        if each.startswith(PRIVATE):
            continue
        try:
            home = importlib.import_module(f"sklearn.{each}")
        except ImportError:
            continue
        if last in vars(home):
            return _online(f"{SKLEARN}:{name}", last, vars(home))
        # Not by getattr: what is experimental refuses to be looked at.
        found |= {key: vars(home)[key] for key in getattr(home, "__all__", ()) if key in vars(home)}
    return _online(f"{SKLEARN}:{name}", last, found)


def _river_class(path: str) -> type:
    """The class at that path below the package, such as `linear_model.PAClassifier`."""
    module, _, last = path.rpartition(".")
    try:
        home = importlib.import_module(f"river.{module}" if module else "river")
    except ImportError:
        import river

        public = [m.name for m in pkgutil.iter_modules(river.__path__)]
        raise ConfigError(one_line(unknown("module of river", module, public))) from None
    return _online(f"{RIVER}:{path}", last, {key: getattr(home, key) for key in home.__all__})


def _online(full: str, name: str, public: Mapping[str, Any]) -> type:
    """The public class of that name; ConfigError if there is none, or if it does not learn online."""
    able = {
        key: each
        for key, each in public.items()
        if isinstance(each, type) and (learns_in_rows(each) or learns_row_by_row(each))
    }
    if name in public and name not in able:
        raise ConfigError(one_line(f"{full} does not learn online: it has no partial_fit, nor a learn_one"))
    if name not in able:
        raise ConfigError(
            one_line(unknown("learner", full, [full.removesuffix(name) + each for each in able]))
        )
    if not says_its_kind(able[name]):
        raise ConfigError(one_line(f"{full} is neither a classifier nor a regressor"))
    return able[name]
