"""Grids: every combination of the values that a learner's parameters are given."""

import math
from collections.abc import Iterator, Mapping
from itertools import product

from onlinelearn.config.spot import Spot

GRID = "grid"

MAX_LEARNERS = 10_000
"""A bound far above any real experiment, so that a typing error does not eat the machine."""


def grid_points(parameters: Mapping[str, Spot], owner: Spot, most: int) -> Iterator[dict[str, Spot]]:
    """What the grids among the parameters vary, point by point, the last parameter changing fastest.

    Without a grid that is one point that varies nothing. A grid that is wrong has no points, nor has one
    with more than `most`, what is left of the learners that a config may have.
    """
    axes = {name: _axis(spot, grid) for name, spot in parameters.items() if (grid := spot.child(GRID))}
    if math.prod(len(axis) for axis in axes.values()) > most:
        owner.fail(f"too many learners: a config may have {MAX_LEARNERS:,}, all grids written out")
        return
    for values in product(*axes.values()):
        yield dict(zip(axes, values, strict=True))


def _axis(parameter: Spot, grid: Spot) -> list[Spot]:
    """The values that a grid gives a parameter."""
    if isinstance(parameter.node.value, dict) and len(parameter.node.value) > 1:
        parameter.fail("a grid has no other keys")
        return []
    if grid.node.value == ():
        grid.fail("an empty grid; give at least one value")
    return grid.items("a list of values")
