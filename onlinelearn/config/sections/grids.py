"""Grids: every combination of values of a learner's parameters, or a data set's options; and their labels."""

import json
import math
from collections.abc import Hashable, Iterator, Mapping
from itertools import product
from typing import Any, TypeVar

from onlinelearn.config.config_value import ConfigValue

GRID = "grid"

MOST = 10_000
"""How many learners, and data sets, a config may have: far above any real experiment, so that a typing
error does not exhaust the machine."""

LONGEST_LABEL = 80

FORMULA = "=+-@＝＋－＠"
"""The signs with which a formula begins in a spreadsheet, which takes their wide forms for the same."""

Name = TypeVar("Name", bound=Hashable)


def grid_points(
    parameters: Mapping[Name, ConfigValue], owner: ConfigValue, most: int, kind: str
) -> Iterator[dict[Name, ConfigValue]]:
    """The points of the grids among the parameters: the values that vary, the last changing fastest.

    Without a grid there is one point, in which nothing varies. A wrong grid has no points, nor has one
    with more than `most` points, the number of things of that `kind` that the config may still have.
    """
    axes = {name: _axis(value, grid) for name, value in parameters.items() if (grid := value.child(GRID))}
    if math.prod(len(axis) for axis in axes.values()) > most:
        owner.fail(f"too many {kind}: a config may have {MOST:,}, all grids written out")
        return
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def _axis(parameter: ConfigValue, grid: ConfigValue) -> list[ConfigValue]:
    """The values that a grid gives a parameter."""
    if isinstance(parameter.node.value, dict) and len(parameter.node.value) > 1:
        parameter.fail("a grid has no other keys")
        return []
    if grid.node.value == ():
        grid.fail("an empty grid; give at least one value")
    return choosable(grid)


def choosable(values: ConfigValue) -> list[ConfigValue]:
    """The items of a list of values; a text that a spreadsheet would take for a formula is a problem."""
    items = values.items("a list of values")
    for item in items:
        text = item.node.value
        if isinstance(text, str):
            _check_no_formula("a text", text.lstrip(), item)
    return items


def check_label(label: str, value: ConfigValue) -> None:
    """Add a problem unless the label fits in tables; all text of a config is printable anyway."""
    if not label or label != label.strip():
        value.fail("a label must not be empty, nor begin or end with a space")
    elif len(label) > LONGEST_LABEL:
        value.fail(f"a label of {len(label)} characters; expected at most {LONGEST_LABEL}")
    else:
        _check_no_formula("a label", label, value)


def _check_no_formula(what: str, text: str, value: ConfigValue) -> None:
    if text and text[0] in FORMULA:
        value.fail(f"{what} must not begin with {text[0]!r}: spreadsheets would take it for a formula")


def point_label(label: str, values: Mapping[str, object]) -> str:
    """The label of one point of a grid: `IELLIP b=0.1 c=0.5`."""
    return " ".join([label, *_settings(values)])


def value_text(value: object) -> str:
    """A value as labels show it: `0.1`, `standardize,bias value=2`, `none` for an empty list."""
    match value:
        case str():
            return value
        case [*items]:
            return ",".join(value_text(each) for each in items) or "none"
        case {**entries}:
            names = [str(entries.pop(key)) for key in ("learner", "name") if key in entries]
            return " ".join([*names, *_settings(entries)]) or "none"
    return json.dumps(value)


def _settings(values: Mapping[Any, object]) -> list[str]:
    return [f"{name}={value_text(value)}" for name, value in values.items()]
