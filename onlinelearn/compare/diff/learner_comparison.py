"""Two learners compared on the stream of their experiments: the same data, in the same order."""

from dataclasses import dataclass, replace
from typing import Any

from onlinelearn.base.errors import ConfigError
from onlinelearn.compare.diff.first_difference import FirstDifference, comparable, first_difference
from onlinelearn.compare.diff.ready_cells import ReadyCell, ready_cells, shared_task
from onlinelearn.compare.diff.sides import ConfigLearner, PythonLearner, Side
from onlinelearn.compare.diff.stream_followers import ComparedBy


@dataclass(frozen=True)
class StreamComparison:
    """Two learners on the stream of one data set, and where they first differ, if they do."""

    dataset: str
    classes: tuple[str, ...]
    rounds: int
    by: ComparedBy
    difference: FirstDifference | None


@dataclass(frozen=True)
class LearnerComparison:
    """Two learners compared on each data set that their experiments share, in the first permutation."""

    one: str
    other: str
    streams: tuple[StreamComparison, ...]

    @property
    def same(self) -> bool:
        """Whether they never differ."""
        return all(each.difference is None for each in self.streams)


def compare_learners(one: Side, other: Side, by: ComparedBy | None = None) -> LearnerComparison:
    """Stream both, side by side. A learner that is not ours takes the stream of the other side."""
    cells = [_cell_by_dataset(each) for each in (one, other) if isinstance(each, ConfigLearner)]
    if not cells:
        raise ConfigError(f"{one.name}, {other.name}: one side must be a config, to say what to stream")
    here, there = cells[0], cells[-1]
    shared = [dataset for dataset in here if dataset in there]
    if not shared:
        sides = f"{one.name} learns {', '.join(here)}, {other.name} {', '.join(there)}"
        raise ConfigError(f"{sides}; give both a data set in common")
    streams = [
        compare_on_stream(
            _learner(one, here[each]), _learner(other, there[each]), here[each], there[each], by
        )
        for each in shared
    ]
    return LearnerComparison(one.name, other.name, tuple(streams))


def _learner(side: Side, cell: ReadyCell) -> Any:
    return side.learner if isinstance(side, PythonLearner) else cell.learner


def compare_on_stream(
    one: Any, other: Any, cell: ReadyCell, other_cell: ReadyCell, by: ComparedBy | None = None
) -> StreamComparison:
    """Two learners on the stream that two cells share."""
    chosen = by or comparable(one, other)
    task = shared_task(cell, other_cell)
    data = cell.job.data
    if data.multilabel:
        raise ConfigError(
            f"{cell.dataset} has sets of labels; olrun diff compares on data with one label each"
        )
    difference = first_difference(one, other, data, task, chosen)
    return StreamComparison(cell.dataset, cell.classes, task.epochs * len(data.y_train), chosen, difference)


def _cell_by_dataset(side: ConfigLearner) -> dict[str, ReadyCell]:
    """The learner's cell in the first permutation, by data set."""
    once = side.experiment.protocol.model_copy(update={"permutations": 1})
    conditions = tuple(
        replace(
            condition,
            learners=tuple(each for each in condition.learners if each.label == side.learner.label),
        )
        for condition in side.experiment.written
    )
    alone = replace(side.experiment, conditions=conditions, protocol=once)
    return {name.dataset: cell for name, cell in ready_cells(alone).items()}
