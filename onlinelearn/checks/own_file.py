"""A learner's class from a file of one's own."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.lookups import known
from onlinelearn.checks.raised import described_error
from onlinelearn.learners.engine.learner import Learner

PAIRS = (("partial_fit", "predict"), ("learn_one", "predict_one"))
"""The methods by which a plain class learns and predicts."""


def load_learner(text: str) -> type:
    """The class that `FILE.py` or `FILE.py:Class` names; without a class, the only learner of the file."""
    file, _, name = text.partition(":") if not Path(text).exists() else (text, "", "")
    path = Path(file)
    if not path.exists():
        raise ConfigError(f"{file}: no such file")
    if path.suffix != ".py" or not path.is_file():
        raise ConfigError(f"{file} is no Python file; expected FILE.py or FILE.py:Class")
    found = {cls.__name__: cls for cls in _classes(_module(path)) if is_learner(cls)}
    if name:
        return known(f"learner of {file}", name, found)
    if not found:
        raise ConfigError(
            f"{file} has no learner: no class with a step, with partial_fit and predict, "
            "or with learn_one and predict_one"
        )
    if len(found) > 1:
        raise ConfigError(f"{file} has several learners: {', '.join(found)}; name one: {file}:{[*found][-1]}")
    return next(iter(found.values()))


def is_learner(cls: type) -> bool:
    """Whether the class learns and predicts, compiled or plain; a base that lacks a step does not."""
    if issubclass(cls, Learner):
        return hasattr(cls, "step")
    return any(all(callable(getattr(cls, method, None)) for method in pair) for pair in PAIRS)


def _classes(module: ModuleType) -> list[type]:
    """The classes that the module defines; those that it imports are others' learners."""
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type) and each.__module__ == module.__name__
    ]


def _module(path: Path) -> ModuleType:
    """The file, imported by its name, so that its objects can be pickled; its neighbours can be imported."""
    path = path.resolve()
    name = path.stem if path.stem not in sys.modules else f"{path.stem}_to_check"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # last, so that it stands for no installed module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a script may end itself
        raise ConfigError(f"{path.name} can't be imported: {described_error(error)}") from error
    return module
