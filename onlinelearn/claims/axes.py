"""Axes: the parameters, options and rounds along which a quantity rises or falls."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from onlinelearn.base.error_text import shown
from onlinelearn.claims import inference
from onlinelearn.claims.outline import Outline, varied
from onlinelearn.claims.quantity import Quantity
from onlinelearn.claims.results_view import Family, Place, ResultsView, Values

ROUND = "round"
"""The name of the axis that is the stream itself: the rounds of the learning curve."""

Points = list[tuple[float, Values]]
"""The values of a quantity at the places along an axis, in ascending order."""


@dataclass(frozen=True)
class Axis:
    """A quantity along `over`: the rounds, a parameter of the learner, or an option of the data sets."""

    quantity: Quantity
    over: str

    def problems(self, outline: Outline) -> Iterator[str]:
        """What it names and the experiment does not have; `over` must be a parameter or an option."""
        yield from outline.unknown_learners([self.quantity.learner], families=True)
        yield from outline.unknown_metrics([self.quantity.metric])
        yield from self._missing_values(outline)
        if self.quantity.round is not None:
            yield from outline.missing_on_curves([self.quantity.metric])

    def _missing_values(self, outline: Outline) -> Iterator[str]:
        """Why `over` does not take several values, the same under every reading."""
        learner, over = self.quantity.learner, self.over
        if over in outline.learner_axes().get(learner, ()):
            written = _settings(outline.learners, over)
            for condition in outline.conditions:
                if _settings(condition.learners, over) != written:
                    yield f"the reading {shown(condition.reading)} has other values of {shown(over)}"
            return
        axes = outline.dataset_axes()
        if not any(over in names for families in axes.values() for names in families.values()):
            yield f"{shown(learner)} has no grid over {shown(over)}, nor have the data sets"
        for condition in outline.conditions:
            name = condition.dataset.name
            if over in axes[""].get(name, ()) and over not in axes[condition.reading].get(name, ()):
                yield f"the reading {shown(condition.reading)} leaves no grid over {shown(over)}"

    def places(self, datasets: Sequence[str], run: ResultsView) -> list[Place]:
        """The data sets to judge on; where they are the axis themselves, the first stands for all."""
        if not self._over_datasets(run):
            return [run.place(label) for label in datasets]
        first: dict[str, str] = {}
        for label in datasets:
            if self.over in run.datasets[label].parameters:
                first.setdefault(run.datasets[label].name, label)
        return [run.place(label) for label in first.values()]

    def points(self, run: ResultsView, dataset: str, epoch: int) -> Iterator[Points]:
        """The quantity along the axis; where another parameter varies too, once for each of its values."""
        if self.over == ROUND:
            curves = run.curve(dataset, self.quantity.learner)
            rounds = sorted({point.round for curve in curves.values() for point in curve})
            yield [(t, run.values(dataset, epoch, replace(self.quantity, round=t))) for t in rounds]
        elif self._over_datasets(run):
            for grid in _grids(run.datasets, run.datasets[dataset].name, self.over):
                yield [(x, run.values(label, epoch, self.quantity)) for x, label in grid]
        else:
            for grid in _grids(run.learners, self.quantity.learner, self.over):
                yield [
                    (x, run.values(dataset, epoch, replace(self.quantity, learner=label)))
                    for x, label in grid
                ]

    def _over_datasets(self, run: ResultsView) -> bool:
        """Whether the axis is an option of the data sets; a parameter of the learner comes first."""
        grids = varied(run.learners.values())
        return self.over != ROUND and self.over not in grids.get(self.quantity.learner, ())


def _settings(learners: Mapping[str, Family], name: str) -> dict[str, object]:
    return {label: learner.parameters.get(name) for label, learner in learners.items()}


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


def log_slopes(axis: Sequence[tuple[float, Values]]) -> Values:
    """The growth rate in each permutation with two points or more; zeros have no logarithm."""
    slopes, runs = {}, {}
    for permutation in sorted({p for _, values in axis for p in values}):
        points = [(x, values[permutation]) for x, values in axis if permutation in values]
        logs = [(math.log(x), math.log(y)) for x, y in points if x > 0.0 and y > 0.0]
        if len(logs) > 1:
            slopes[permutation] = inference.slope([x for x, _ in logs], [y for _, y in logs])
            runs[permutation] = tuple(values.run(permutation) for _, values in axis)
    return Values(slopes, runs)
