"""The learners: a small file each, found by itself; the compiled primitives stand beside them."""

import importlib
import pkgutil
from functools import cache

from onlinelearn.learners.learner import Learner


@cache
def registry() -> dict[str, type[Learner]]:
    """Every learner by the name that configs use, in alphabetical order."""
    found: dict[str, type[Learner]] = {}
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        for thing in vars(importlib.import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, Learner) and "name" in vars(thing):
                found[thing.name] = thing
    return dict(sorted(found.items()))
