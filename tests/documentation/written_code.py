"""Classes and functions as their source has them: fields with their docstrings, types as they are written."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent
from typing import Any


@dataclass(frozen=True)
class Attribute:
    """A field or a property of a class."""

    name: str
    type: str
    meaning: str


def fields(cls: type) -> Iterator[Attribute]:
    """The public fields of a class, each with the docstring below it."""
    body = _definition(cls).body
    for line, below in zip(body, [*body[1:], None], strict=True):
        if not (isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)):
            continue
        name, kind = line.target.id, _written(line.annotation)
        if not name.startswith("_") and not kind.startswith("ClassVar"):
            yield Attribute(name, kind, _docstring(below))


def properties(cls: type) -> Iterator[Attribute]:
    """The public properties that a class defines itself."""
    for name, value in vars(cls).items():
        if isinstance(value, property) and value.__doc__ and not name.startswith("_"):
            yield Attribute(name, _returned(value.fget), inspect.cleandoc(value.__doc__))


def signature(name: str, function: Any) -> str:
    """The signature of a function without `self`."""
    written = _definition(function).args
    types = {
        each.arg: each.annotation
        for each in [*written.args, *written.kwonlyargs, written.vararg, written.kwarg]
        if each is not None
    }
    found = inspect.signature(function)
    kept = [
        each.replace(annotation=_AsWritten(_written(types[each.name])))
        for each in found.parameters.values()
        if each.name != "self"
    ]
    returned = _AsWritten(_returned(function))
    return f"{name}{found.replace(parameters=kept, return_annotation=returned)}"


class _AsWritten(str):
    """A type, for a signature to show without quotes around it."""

    __slots__ = ()
    __repr__ = str.__str__


def _definition(thing: Any) -> Any:
    """The class or function in its source."""
    return ast.parse(dedent(inspect.getsource(thing))).body[0]


def _returned(function: Any) -> str:
    return _written(_definition(function).returns)


def _written(annotation: ast.expr | None) -> str:
    """A type as it is written; one in quotes, which is there for type checkers alone, without them."""
    assert annotation is not None, "a public name without a type"
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return ast.unparse(annotation).replace("'", '"')


def _docstring(line: ast.stmt | None) -> str:
    if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
        return inspect.cleandoc(str(line.value.value))
    return ""
