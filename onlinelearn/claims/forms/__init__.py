"""The forms that a claim's statement may have, a module each; a new module here is a new form."""

import importlib
import pkgutil
from functools import cache

from onlinelearn.claims.statement import Statement


@cache
def forms() -> tuple[type[Statement], ...]:
    """Every form. A text has at most one of them, so their order does not matter."""
    modules = [importlib.import_module(each.name) for each in pkgutil.iter_modules(__path__, f"{__name__}.")]
    return tuple(
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Statement) and thing.__module__ == module.__name__
    )
