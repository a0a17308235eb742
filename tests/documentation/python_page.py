"""The page of the Python interface, from signatures and docstrings."""

import importlib
import inspect
from collections.abc import Iterable, Iterator, Mapping
from textwrap import indent
from typing import Any

from onlinelearn.base.metrics import METRICS
from onlinelearn.base.public_names import PUBLIC_NAMES
from onlinelearn.experiment.run import run
from onlinelearn.experiment.run_options import RunOptions
from onlinelearn.learners import registry
from onlinelearn.learners.estimators import interface
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator
from onlinelearn.learners.estimators.stubs import left_by_a_fit
from tests.documentation.markdown import code, page, prose, table, verbatim
from tests.documentation.written_code import Attribute, fields, properties, signature
from tests.interpreted import interpreted

OPENING = """\
`from onlinelearn import ...` offers the names on this page, and every [learner](../learners/index.md) as a
class. Nothing heavy is imported before it is asked for. A learner is a scikit-learn estimator. Every name
has types.\
"""

ATTRIBUTES = {
    "classes_": "the labels, in order",
    "n_rounds_": "rounds so far",
    "n_mistakes_": "mistakes so far; a tie counts as one",
    "n_updates_": "rounds that changed the model",
    "n_features_in_": "the number of features",
}

FROM_THE_COMMAND_LINE = {"arguments"}
"""The options of a run that only `olrun` has a use for."""


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
        "Some learners leave more:",
        table(("attribute", "meaning", "learners"), _measured()),
        *map(_interface, bases),
    )


def _public(name: str) -> str:
    thing = getattr(importlib.import_module(PUBLIC_NAMES[name]), name)
    parts = [f"## {name}"]
    if inspect.isfunction(thing):
        parts.append(code(signature(name, thing), "python"))
    parts.append(_words(thing))
    if inspect.isclass(thing):
        parts.append(_attributes([*fields(thing), *properties(thing)]))
    if thing is run:
        known = {*inspect.signature(run).parameters, *FROM_THE_COMMAND_LINE}
        further = [each for each in fields(RunOptions) if each.name not in known]
        parts += ["`options` are any of these:", _attributes(further, "option")]
    return "\n\n".join(part.strip("\n") for part in parts if part)


def _attributes(found: Iterable[Attribute], kind: str = "attribute") -> str:
    rows = [(verbatim(each.name), verbatim(each.type), prose(each.meaning)) for each in found]
    return table((kind, "type", "meaning"), rows) if rows else ""


def _measured() -> Iterator[tuple[str, str, str]]:
    """What only some learners leave: an attribute, its meaning as a metric, and who has it."""
    found: dict[str, list[str]] = {}
    with interpreted():
        for learner in registry().values():
            for attribute in left_by_a_fit(learner):
                found.setdefault(attribute, []).append(learner.__name__)
    for attribute, learners in found.items():
        metric = METRICS[attribute.removeprefix("n_").removesuffix("_")]
        yield verbatim(attribute), prose(metric.meaning), ", ".join(learners)


def _interface(base: type[OnlineEstimator]) -> str:
    """What one kind of estimator has, beside what its bases have, and which learners are of it."""
    learners = [cls.__name__ for cls in registry().values() if interface(cls) is base]
    return "\n\n".join(
        [
            f"### {base.__name__}",
            _words(base),
            f"Learners: {', '.join(learners)}.",
            *(
                f"It has all that [{other.__name__}](#{other.__name__.lower()}) has."
                for other in base.__bases__
                if issubclass(other, OnlineEstimator) and _methods(other)
            ),
            *(
                _definition(f"{each.name}: {each.type}", prose(_meaning(each.meaning)))
                for each in properties(base)
            ),
            *(
                _definition(signature(name, method), _words(method))
                for name, method in _methods(base).items()
            ),
        ]
    )


def _methods(base: type) -> Mapping[str, Any]:
    """The public methods that a class defines itself."""
    return {
        name: method
        for name, method in sorted(vars(base).items())
        if inspect.isfunction(method) and not name.startswith("_") and method.__doc__
    }


def _definition(term: str, words: str) -> str:
    """A name and what it is; what goes on in further paragraphs still belongs to it."""
    return f"`{term}`\n:   {indent(words, '    ').lstrip()}"


def _words(thing: Any) -> str:
    """The docstring of a class or a function."""
    return prose(_meaning(inspect.getdoc(thing) or ""))


def _meaning(doc: str) -> str:
    """A docstring without its examples."""
    return doc.partition(">>>")[0].strip()
