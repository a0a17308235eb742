"""Online learners, and experiments with them that anyone can run again.

    from onlinelearn import IELLIP, PassiveAggressive, load_dataset, run

Every learner that `olrun list learners` shows is here under its class's name, as a scikit-learn
estimator. Nothing at all is imported before it is asked for: an interrupt in that time would find no
command that could say so in a line. Type checkers read `__init__.pyi`.
"""

import sys

__version__ = "0.1.0"


class _OldPaths:
    """A finder for `sys.meta_path` that is asked last: it finds the import paths of earlier versions."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """The spec of an old path; None for every other name."""
        if not name.startswith(f"{__name__}."):
            return None
        from onlinelearn.base.moved_modules import MovedModules

        return MovedModules.find_spec(name, path, target)


sys.meta_path.append(_OldPaths)


def _learners():
    from onlinelearn.learners import registry

    return {learner.__name__: learner for learner in registry().values()}


def __getattr__(name):
    from importlib import import_module

    from onlinelearn.base.moved_modules import MOVED
    from onlinelearn.base.public_names import PUBLIC_NAMES

    if name in PUBLIC_NAMES:
        thing = getattr(import_module(PUBLIC_NAMES[name]), name)
    elif f"{__name__}.{name}" in MOVED:
        thing = import_module(f"{__name__}.{name}")
    elif name[:1].isupper() and name in _learners():
        from onlinelearn.learners.estimators import estimator_class

        thing = estimator_class(_learners()[name])
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = thing
    return thing


def __dir__():
    from onlinelearn.base.public_names import PUBLIC_NAMES

    return sorted([*globals(), *PUBLIC_NAMES, *_learners()])
