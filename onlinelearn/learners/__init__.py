"""The learners, and all that belongs to them.

`algorithms` has a small file for each, and `manifold` those of manifold regularization; `engine` is what
a step is made of and how it is compiled; `theory` has the bounds; `estimators` is scikit-learn's interface.
"""

import importlib
import pkgutil
from functools import cache

from onlinelearn.learners import algorithms, manifold
from onlinelearn.learners.engine.learner import Learner


@cache
def registry() -> dict[str, type[Learner]]:
    """Every learner by the name that configs use, in alphabetical order."""
    found: dict[str, type[Learner]] = {}
    for package in (algorithms, manifold):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for thing in vars(importlib.import_module(module.name)).values():
                if isinstance(thing, type) and issubclass(thing, Learner) and "name" in vars(thing):
                    found[thing.name] = thing
    return dict(sorted(found.items()))
