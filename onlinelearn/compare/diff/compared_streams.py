"""Two learners on the stream of their experiments: the same data, in the same order."""

from dataclasses import dataclass, replace
from typing import Any

from onlinelearn.base.errors import ConfigError
from onlinelearn.compare.diff.first_difference import Parting, comparable, first_difference
from onlinelearn.compare.diff.named_sides import Chosen, Object
from onlinelearn.compare.diff.prepared_cells import Stage, shared_task, stages
from onlinelearn.compare.diff.watched_learners import By


@dataclass(frozen=True)
class Met:
    """Two learners on one data set, and where they part, if they do."""

    dataset: str
    classes: tuple[str, ...]
    rounds: int
    by: By
    parting: Parting | None


@dataclass(frozen=True)
class Streams:
    """Two learners compared on each data set that their experiments share, in the first permutation."""

    one: str
    other: str
    met: tuple[Met, ...]

    @property
    def same(self) -> bool:
        """Whether they never part."""
        return all(each.parting is None for each in self.met)


def compare_streams(one: Chosen | Object, other: Chosen | Object, by: By | None = None) -> Streams:
    """Stream both, side by side. A learner that is not ours takes the stream of the other side."""
    found = [_first(each) for each in (one, other) if isinstance(each, Chosen)]
    if not found:
        raise ConfigError(f"{one.name}, {other.name}: one side must be a config, to say what to stream")
    here, there = found[0], found[-1]
    shared = [label for label in here if label in there]
    if not shared:
        sides = f"{one.name} learns {', '.join(here)}, {other.name} {', '.join(there)}"
        raise ConfigError(f"{sides}; give both a data set in common")
    met = [
        meet(_learner(one, here[label]), _learner(other, there[label]), here[label], there[label], by)
        for label in shared
    ]
    return Streams(one.name, other.name, tuple(met))


def _learner(side: Chosen | Object, stage: Stage) -> Any:
    return side.learner if isinstance(side, Object) else stage.work.learner


def meet(one: Any, other: Any, stage: Stage, more: Stage, by: By | None = None) -> Met:
    """Two learners on the stream that two stages share."""
    chosen = by or comparable(one, other)
    task = shared_task(stage, more)
    data = stage.work.data
    if data.many:
        label = stage.work.cell.dataset.label
        raise ConfigError(f"{label} has sets of labels; olrun diff compares rounds with one label each")
    parting = first_difference(one, other, data, task, chosen)
    return Met(stage.work.cell.dataset.label, stage.classes, task.epochs * len(data.y_train), chosen, parting)


def _first(chosen: Chosen) -> dict[str, Stage]:
    """Its cell in the first permutation, by data set."""
    once = chosen.experiment.protocol.model_copy(update={"permutations": 1})
    conditions = tuple(
        replace(
            condition,
            learners=tuple(each for each in condition.learners if each.label == chosen.learner.label),
        )
        for condition in chosen.experiment.written
    )
    alone = replace(chosen.experiment, conditions=conditions, protocol=once)
    return {dataset: stage for (dataset, _, _), stage in stages(alone).items()}
