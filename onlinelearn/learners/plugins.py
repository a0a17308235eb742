"""Plugins: files and modules of the user's with learners of their own, named on the command line."""

import importlib
import importlib.util
import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from onlinelearn.base import code_digest
from onlinelearn.base.error_text import described, one_line, shown
from onlinelearn.base.errors import ConfigError
from onlinelearn.learners.catalog import Catalog, LearnerEntry, own_entry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.peers.row_by_row import learns_in_rows, learns_row_by_row


def catalog_with(plugins: Iterable[str]) -> Catalog:
    """The catalog with the learners of these plugins: files `FILE.py`, or names of modules."""
    return Catalog(entry for plugin in plugins for entry in load_plugin(plugin))


def load_plugin(plugin: str) -> tuple[LearnerEntry, ...]:
    """Run a plugin's code, and return the learners in it. Raises ConfigError, in one line."""
    try:
        module = _module_of_file(Path(plugin)) if plugin.endswith(".py") else importlib.import_module(plugin)
    except ConfigError:
        raise
    except Exception as error:  # the code of a plugin may raise anything
        raise ConfigError(f"--plugin {one_line(plugin)}: {described(error)}") from error
    classes = learners_in(module)
    if not classes:
        raise ConfigError(
            one_line(
                f"--plugin {plugin}: no learner in it; define a class with partial_fit and predict, "
                "with learn_one and predict_one, or a Learner with a step"
            )
        )
    send_by_value(module.__name__)
    digest = code_digest.digest(module.__name__)
    return tuple(
        replace(own_entry(learner_name(cls), cls, plugin, digest), from_plugin=True) for cls in classes
    )


def learners_in(module: ModuleType) -> list[type]:
    """The classes of learners that a module, or a package's modules, define; not what they import."""
    found = []
    for name, thing in vars(module).items():
        if not isinstance(thing, type) or name.startswith("_"):
            continue
        if f"{thing.__module__}.".startswith(f"{module.__name__}.") and _is_learner(thing):
            found.append(thing)
    return list(dict.fromkeys(found))


def learner_name(cls: type) -> str:
    """What configs call a learner: its `name`, or the name of its class in snake case."""
    name = vars(cls).get("name")
    if isinstance(name, str):
        return name
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", cls.__name__).lower()
    if issubclass(cls, Learner):
        cls.name = snake
    return snake


def _is_learner(cls: type) -> bool:
    if issubclass(cls, Learner):
        return hasattr(cls, "step")
    return learns_in_rows(cls) or learns_row_by_row(cls)


def _module_of_file(file: Path) -> ModuleType:
    """Run a file as a module of its name, with the modules beside it within reach.

    They come last: a file in its folder can't take the place of NumPy or of a module of Python's.
    """
    if not file.is_file():
        raise ConfigError(one_line(f"--plugin {file}: no such file"))
    file = file.resolve()
    known = sys.modules.get(file.stem)
    taken = known is not None and getattr(known, "__file__", None) != str(file)
    name = f"plugin_{file.stem}" if taken or not file.stem.isidentifier() else file.stem
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ConfigError(f"--plugin {shown(str(file))}: not a Python file")
    module = importlib.util.module_from_spec(spec)
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def send_by_value(module: str) -> None:
    """Let workers get the code of the module, and of what it imports from its folder, with each cell."""
    import cloudpickle

    for name in code_digest.closure(module):
        if not code_digest.is_ours(name) and name in sys.modules:
            cloudpickle.register_pickle_by_value(sys.modules[name])
