"""The source of a learner's step and of the functions that it calls, to be compared with the formula."""

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.primitives import is_abstract

ROOT = Path(__file__).parents[2]

Function = Callable[..., Any]


def step_sources(cls: type[Learner]) -> Iterator[tuple[str, str]]:
    """A file and what of it a round runs: first the step with the functions of its own file, then the others.

    The primitives of `geometry`, of which nearly every step is made, are left out.
    """
    step: Function = inspect.unwrap(cls.step)
    own = [step]
    for function in own:  # it grows on the way
        own += [each for each in _called(function) if each.__module__ == step.__module__ and each not in own]
    yield _file(step), _joined(own)
    others: dict[str, list[Function]] = {}
    for each in _called(step):
        if each.__module__ not in (step.__module__, geometry.__name__):
            function = _in_place_of(each, cls)
            others.setdefault(_file(function), []).append(function)
    for file, functions in others.items():
        yield file, _joined(functions)


def _in_place_of(function: Function, cls: type[Learner]) -> Function:
    """The function itself; for a primitive without a body, the one that the learner's defaults put there."""
    if not is_abstract(function):
        return function
    return next(layer[function] for layer in cls().step_layers() if function in layer)


def _called(function: Function) -> list[Function]:
    """The functions of this package that a function calls by their names, in the order of the calls."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    calls = [
        (node.lineno, node.col_offset, node.func.id)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    found = (
        inspect.unwrap(function.__globals__[name])
        for *_, name in sorted(calls)
        if name in function.__globals__
    )
    ours = (each for each in found if inspect.isfunction(each) and each.__module__.startswith("onlinelearn."))
    return list(dict.fromkeys(ours))


def _file(function: Function) -> str:
    return Path(inspect.getsourcefile(function) or "").relative_to(ROOT).as_posix()


def _joined(functions: list[Function]) -> str:
    return "\n\n".join(inspect.getsource(each) for each in functions)
