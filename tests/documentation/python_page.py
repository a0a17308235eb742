"""The page of the Python interface, from signatures and docstrings."""

import importlib
import inspect
from typing import Any

from onlinelearn.base.public_names import PUBLIC_NAMES
from onlinelearn.learners import registry
from onlinelearn.learners.estimators import interface
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator
from tests.documentation.markdown import code, page, table

OPENING = """\
`from onlinelearn import ...` offers the names on this page, and every [learner](../learners/index.md) as a
class. Nothing heavy is imported before it is asked for. A learner is a scikit-learn estimator. Every name
has types.\
"""

ATTRIBUTES = {
    "classes_": "the labels, in order",
    "coef_": "the weights of a linear learner: (1, d) for two classes, else (K, d)",
    "n_rounds_": "rounds so far",
    "n_mistakes_": "mistakes so far; a tie counts as one",
    "n_updates_": "rounds that changed the model",
    "n_features_in_": "the number of features",
}


def python_page() -> str:
    """The functions and classes of the package, and what estimators share."""
    bases = sorted({interface(learner) for learner in registry().values()}, key=lambda base: base.__name__)
    return page(
        "Python",
        OPENING,
        *(_public(name) for name in PUBLIC_NAMES),
        "## Estimators",
        "A fit leaves these attributes. Counters add up over the calls of `partial_fit`.",
        table(("attribute", "meaning"), [(f"`{name}`", meaning) for name, meaning in ATTRIBUTES.items()]),
        *map(_interface, bases),
    )


def _public(name: str) -> str:
    thing = getattr(importlib.import_module(PUBLIC_NAMES[name]), name)
    parts = [f"## {name}"]
    if inspect.isfunction(thing):
        parts.append(code(_signature(name, thing), "python"))
    parts.append(_words(thing))
    return "\n\n".join(parts)


def _interface(base: type[OnlineEstimator]) -> str:
    """The methods of one kind of estimator, and which learners are of it."""
    learners = [cls.__name__ for cls in registry().values() if interface(cls) is base]
    methods = [
        f"`{_signature(name, method)}`\n:   {_words(method)}"
        for name, method in inspect.getmembers(base, inspect.isfunction)
        if not name.startswith("_") and method.__module__.startswith("onlinelearn") and method.__doc__
    ]
    return "\n\n".join([f"### {base.__name__}", f"{_words(base)} {', '.join(learners)}.", *methods])


def _signature(name: str, function: Any) -> str:
    """The signature without `self`, with the types as they are written."""
    signature = inspect.signature(function)
    kept = [each for each in signature.parameters.values() if each.name != "self"]
    return f"{name}{signature.replace(parameters=kept)}".replace("typing.", "").replace("'", "")


def _words(thing: Any) -> str:
    """The docstring without its examples."""
    doc = (inspect.getdoc(thing) or "").partition(">>>")[0].strip()
    return doc.replace("_", "\\_").replace("<", "&lt;") if "`" not in doc else doc.replace("<", "&lt;")
