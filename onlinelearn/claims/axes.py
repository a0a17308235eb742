"""Axes: the parameters, options and rounds along which a quantity rises or falls."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from onlinelearn.claims import inference
from onlinelearn.claims.results_view import Family, ResultsView, Values
from onlinelearn.claims.statement import Growth, Trend

ROUND = "round"
"""What a growth rate over the stream is called: the rounds of the learning curve."""


def in_grid(statement: Trend | Growth, run: ResultsView) -> bool:
    """Whether the axis is a learner's parameter (or the rounds), and not an option of the data sets."""
    mine = [each.parameters for each in run.learners.values() if each.name == statement.quantity.learner]
    values = {repr(each[statement.over]) for each in mine if statement.over in each}
    return statement.over == ROUND or len(values) > 1


def axes(
    statement: Trend | Growth, run: ResultsView, dataset: str, epoch: int
) -> Iterator[list[tuple[float, Values]]]:
    """The quantity along the axis that the statement names, in ascending order.

    The axis is the rounds of the stream, a parameter of the learner's grid, or an option that tells
    data sets apart. Where another parameter varies too, each of its values has an axis of its own.
    """
    quantity, over = statement.quantity, statement.over
    if over == ROUND:
        curves = run.curve(dataset, quantity.learner)
        rounds = sorted({point.round for curve in curves.values() for point in curve})
        yield [(t, run.values(dataset, epoch, replace(quantity, round=t))) for t in rounds]
        return
    if in_grid(statement, run):
        grids = _grids(run.learners, quantity.learner, over)
        for grid in grids:
            yield [(x, run.values(dataset, epoch, replace(quantity, learner=label))) for x, label in grid]
        return
    for grid in _grids(run.datasets, run.datasets[dataset].name, over):
        yield [(x, run.values(label, epoch, quantity)) for x, label in grid]


def _grids(families: Mapping[str, Family], name: str, over: str) -> list[list[tuple[float, str]]]:
    """The members of a family in the order of a parameter, one list for each value of the others."""
    grids: dict[str, list[tuple[float, str]]] = {}
    for label, family in families.items():
        value = family.parameters.get(over)
        if family.name == name and isinstance(value, int | float):
            others = repr(
                sorted((key, repr(family.parameters[key])) for key in family.parameters if key != over)
            )
            grids.setdefault(others, []).append((float(value), label))
    return [sorted(grid) for grid in grids.values()]


def log_slopes(axis: Sequence[tuple[float, Values]]) -> dict[int, float]:
    """The growth rate in each permutation that has two points at least; zeros have no logarithm."""
    slopes = {}
    for permutation in sorted({p for _, values in axis for p in values}):
        points = [(x, values[permutation]) for x, values in axis if permutation in values]
        logs = [(math.log(x), math.log(y)) for x, y in points if x > 0.0 and y > 0.0]
        if len(logs) > 1:
            slopes[permutation] = inference.slope([x for x, _ in logs], [y for _, y in logs])
    return slopes
