"""Grids: every combination of the values that a learner's parameters, or a data set's options, are given."""

import math
from collections.abc import Hashable, Iterator, Mapping
from itertools import product
from typing import TypeVar

from onlinelearn.config.config_value import ConfigValue

GRID = "grid"

MOST = 10_000
"""How many learners, and data sets, a config may have: far above any real experiment, so that a typing
error does not eat the machine."""

Name = TypeVar("Name", bound=Hashable)


def grid_points(
    parameters: Mapping[Name, ConfigValue], owner: ConfigValue, most: int, kind: str
) -> Iterator[dict[Name, ConfigValue]]:
    """What the grids among the parameters vary, point by point, the last parameter changing fastest.

    Without a grid that is one point that varies nothing. A grid that is wrong has no points, nor has one
    with more than `most`, what is left of the things of that kind that a config may have.
    """
    axes = {name: _axis(spot, grid) for name, spot in parameters.items() if (grid := spot.child(GRID))}
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
    return grid.items("a list of values")
