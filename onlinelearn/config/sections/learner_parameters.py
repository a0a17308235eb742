"""The parameters of one learner, checked: by the model of ours, by the signature of others."""

import inspect
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, TypeAdapter, ValidationError

from onlinelearn.base.error_text import described, one_line, unknown
from onlinelearn.base.parameters import model
from onlinelearn.config.config_tree import Node, Plain
from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.learners.catalog import LearnerEntry

SIMPLE = (bool, int, float, str, NoneType)
"""The types that are checked; a value for any other annotation is left to the class."""


def checked_parameters(
    learner: LearnerEntry, parameters: Mapping[str, ConfigValue], entry: ConfigValue
) -> dict[str, Plain] | None:
    """The learner's parameters, checked, with their defaults; None, and a problem, if one is wrong."""
    if learner.compiled:
        read = validated(model(learner.compiled), parameters, entry)
        if read is None:
            return None
        try:
            learner.compiled(**read.model_dump()).constants()
        except Exception as error:  # each is in its range; a learner of another's may raise anything
            entry.fail(described(error).removeprefix(f"{learner.name}: "))
            return None
        return read.model_dump(mode="json")
    return _checked_by_signature(learner, parameters, entry)


def _checked_by_signature(
    learner: LearnerEntry, given: Mapping[str, ConfigValue], entry: ConfigValue
) -> dict[str, Plain] | None:
    """The values as they are given; None, and a problem, if the class takes no such parameter or type."""
    before = len(entry.problems)
    arguments = _arguments(learner.cls)
    anything = any(each.kind is each.VAR_KEYWORD for each in arguments.values())
    named = {
        name: each
        for name, each in arguments.items()
        if each.kind in (each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD)
    }
    hints = _hints(learner.cls)
    for name, value in given.items():
        if not _is_value(value.node):
            value.expected("text, a number, true, false, nothing, or a list of these")
        elif name in named:
            _check_type(value, hints.get(name))
        elif not anything:
            value.fail(unknown("parameter", name, named))
    for name, each in named.items():
        if each.default is each.empty and name not in given:
            entry.fail(f"'{name}' is missing; {learner.name} needs it")
    if len(entry.problems) > before:
        return None
    values = {name: value.node.plain() for name, value in given.items()}
    if learner.check is not None:
        try:
            learner.check(values)
        except (ValueError, TypeError) as error:
            entry.fail(one_line(str(error)))
            return None
    return values


def _arguments(cls: type) -> Mapping[str, inspect.Parameter]:
    try:
        return inspect.signature(cls).parameters
    except ValueError:  # written in C, without a signature: the class checks them itself
        return {"values": inspect.Parameter("values", inspect.Parameter.VAR_KEYWORD)}


def _hints(cls: type) -> dict[str, Any]:
    try:
        return get_type_hints(cls.__init__)  # type: ignore[misc]  # a constructor, no instance
    except Exception:  # annotations of other people's code may not be evaluable
        return {}


def _check_type(value: ConfigValue, hint: Any) -> None:
    if not _is_simple(hint):
        return
    try:
        TypeAdapter(hint, config=ConfigDict(strict=True)).validate_python(value.node.plain())
    except ValidationError:
        value.expected(inspect.formatannotation(hint).replace("NoneType", "None"))


def _is_simple(hint: Any) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return all(map(_is_simple, get_args(hint)))
    return hint in SIMPLE or get_origin(hint) is Literal


def _is_value(node: Node) -> bool:
    """Whether a learner that is not ours may get it: everything but mappings."""
    if isinstance(node.value, tuple):
        return all(_is_value(child) for child in node.value)
    return not isinstance(node.value, dict)
