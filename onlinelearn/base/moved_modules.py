"""Old import paths, which earlier versions documented, and the modules that they lead to now."""

from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

MOVED = {
    "onlinelearn.learners.linear": "onlinelearn.learners.engine.linear",
    "onlinelearn.parameters": "onlinelearn.base.parameters",
    "onlinelearn.shor": "onlinelearn.numerics.shor",
    "onlinelearn.types": "onlinelearn.base.arrays",
}
"""The new path of each old one."""


class MovedModules:
    """Finder and loader of old paths, which `onlinelearn` asks: each has the names of the new one."""

    @classmethod
    def find_spec(cls, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """The spec of an old path; None for every other name."""
        if name not in MOVED:
            return None
        now = find_spec(MOVED[name])
        assert now is not None
        # The origin is for code digests, which read the source of all that a learner's file imports.
        return ModuleSpec(name, cls, origin=now.origin)  # type: ignore[arg-type]  # a loader by duck typing

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """A plain new module will do."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Fill it with what the module at the new path has."""
        found = vars(import_module(MOVED[module.__name__]))
        vars(module).update({name: found[name] for name in found if not name.startswith("__")})
