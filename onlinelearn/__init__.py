"""Online learners, and experiments with them that anyone can run again.

    from onlinelearn import IELLIP, PassiveAggressive, load_dataset, run

Every learner that `olrun list learners` shows is here under its class's name, as a scikit-learn
estimator. Nothing heavy is imported before it is asked for. Type checkers read `__init__.pyi`.
"""

import importlib
from typing import Any

from onlinelearn.base import moved_modules
from onlinelearn.base.public_names import PUBLIC_NAMES

__version__ = "0.1.0"

moved_modules.install()


def _learners() -> dict[str, Any]:
    from onlinelearn.learners import registry

    return {learner.__name__: learner for learner in registry().values()}


def __getattr__(name: str) -> Any:
    if name in PUBLIC_NAMES:
        thing = getattr(importlib.import_module(PUBLIC_NAMES[name]), name)
    elif f"{__name__}.{name}" in moved_modules.MOVED:
        thing = importlib.import_module(f"{__name__}.{name}")
    elif name[:1].isupper() and name in _learners():
        from onlinelearn.learners.estimators import estimator_class

        thing = estimator_class(_learners()[name])
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = thing
    return thing


def __dir__() -> list[str]:
    return sorted([*globals(), *PUBLIC_NAMES, *_learners()])
