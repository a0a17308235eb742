"""The cells of an experiment with their learners and data, ready to be streamed again."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from onlinelearn.base.errors import ConfigError
from onlinelearn.config import Experiment
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.protocol import Task
from onlinelearn.experiment.worklist import CellJob, make_worklist


class CellName(NamedTuple):
    """The names that tell the cells of an experiment apart."""

    dataset: str
    learner: str
    permutation: int

    def __str__(self) -> str:
        return f"{self.dataset}, {self.learner}, permutation {self.permutation}"


@dataclass(frozen=True, eq=False)
class ReadyCell:
    """A cell with its learner and data, and the key under which a run keeps its outcome."""

    job: CellJob
    learner: Any
    key: str | None
    data_digest: str
    classes: tuple[str, ...]

    @property
    def dataset(self) -> str:
        """The label of its data set."""
        return self.job.cell.dataset.label

    @property
    def task(self) -> Task:
        """How its examples are streamed."""
        return self.job.cell.task


def ready_cells(experiment: Experiment) -> dict[CellName, ReadyCell]:
    """The cells that are one stream each; raises DataError where a data set can't be had or prepared."""
    worklist = make_worklist(experiment, cache=None)
    for error in worklist.unavailable.values():
        raise error
    ready: dict[Cell, ReadyCell] = {}
    for batch in worklist.batches():
        for failure in batch.failures.values():
            raise failure
        for job in batch.jobs:
            classes = tuple(map(str, worklist.dataset(job.cell).classes))
            # The cell of a tuned learner is many streams, none of which is it.
            for cell in [each for each in worklist.missing[job.cell] if not each.learner.tuning]:
                digest = worklist.datasets[cell.dataset.label].digest
                ready[cell] = ReadyCell(
                    replace(job, cell=cell), cell.learner.make(), worklist.keys[cell], digest, classes
                )
    # The worklist has baselines beside the experiment's own cells.
    return {
        CellName(cell.dataset.label, cell.learner.label, cell.task.permutation): ready[cell]
        for cell in worklist.cells
        if cell in ready
    }


def shared_task(one: ReadyCell, other: ReadyCell) -> Task:
    """The stream that both have, as far as the shorter one goes; raises ConfigError if there is none."""
    if one.data_digest != other.data_digest:
        raise ConfigError(f"{one.dataset} is not the same data on both sides; compare on the same examples")
    if one.job.cell.preprocess != other.job.cell.preprocess:
        raise ConfigError(f"{one.dataset} is preprocessed differently; give both sides the same 'preprocess'")
    if (one.task.seed, one.task.permutation) != (other.task.seed, other.task.permutation):
        raise ConfigError(f"{one.dataset} is streamed in different orders; give both sides the same 'seed'")
    if one.task.order != other.task.order:
        raise ConfigError(f"{one.dataset} is streamed in different orders; give both sides the same 'order'")
    if one.task.delay or other.task.delay:
        raise ConfigError("rounds whose labels are late can't be compared; leave out 'delay' on both sides")
    return min(one.task, other.task, key=lambda task: task.epochs)
