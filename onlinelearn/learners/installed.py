"""Learners that installed packages bring, by entry points of the group `onlinelearn.learners`."""

from functools import cache
from importlib import metadata

from onlinelearn.base import code_digest
from onlinelearn.base.error_text import described, one_line, shown
from onlinelearn.base.errors import ConfigError
from onlinelearn.learners.catalog import LearnerEntry, built_in, own_entry
from onlinelearn.learners.plugins import learner_name, learners_in, send_by_value

GROUP = "onlinelearn.learners"


@cache
def installed() -> dict[str, LearnerEntry]:
    """The learners by name: an entry point is a class, or a module of them. Raises ConfigError."""
    found: dict[str, LearnerEntry] = {}
    for point in sorted(metadata.entry_points(group=GROUP)):
        for entry in _entries(point):
            other = built_in(entry.name) or found.get(entry.name)
            if other is not None:
                raise ConfigError(
                    one_line(
                        f"learner {shown(entry.name)}: both {other.origin} and {entry.origin} have it; "
                        "uninstall one"
                    )
                )
            found[entry.name] = entry
    return found


def _entries(point: metadata.EntryPoint) -> list[LearnerEntry]:
    """The learners of one entry point; what decides their results is the version and the source."""
    package = f"{point.dist.name} {point.dist.version}" if point.dist else point.value
    try:
        thing = point.load()
    except Exception as error:  # the code of a package may raise anything
        text = f"the installed package {package} brings learners that can't be loaded: {described(error)}"
        raise ConfigError(one_line(text)) from error
    classes = {point.name: thing} if isinstance(thing, type) else None
    if classes is None:
        classes = {learner_name(each): each for each in learners_in(thing)}
    return [_entry(name, cls, package) for name, cls in classes.items()]


def _entry(name: str, cls: type, package: str) -> LearnerEntry:
    if not code_digest.has_source(cls.__module__):
        return own_entry(name, cls, package, f"{package} {cls.__module__}.{cls.__qualname__}")
    send_by_value(cls.__module__)
    digest = code_digest.digest(cls.__module__)
    return own_entry(name, cls, package, f"{package} {cls.__module__}.{cls.__qualname__} {digest}")
