"""The cells of an experiment with learners and data at hand, ready to be streamed again."""

from dataclasses import dataclass, replace

from onlinelearn.base.errors import ConfigError
from onlinelearn.config import Experiment
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.execution import Work
from onlinelearn.experiment.protocol import Task
from onlinelearn.experiment.run import Options, look

Place = tuple[str, str, int]
"""Data set, learner, permutation."""


@dataclass(frozen=True, eq=False)
class Stage:
    """A cell with all that it takes to run it, and the key under which a run keeps it."""

    work: Work
    key: str | None
    data_digest: str
    classes: tuple[str, ...]

    @property
    def task(self) -> Task:
        """How its examples are streamed."""
        return self.work.cell.task


def stages(experiment: Experiment) -> dict[Place, Stage]:
    """Every cell; raises DataError where a data set can't be had or prepared."""
    survey = look(experiment, Options(fresh=True))
    for error in survey.unavailable.values():
        raise error
    found: dict[Cell, Stage] = {}
    for works, unfit in survey.batches({}):
        for failure in unfit.values():
            raise failure
        for work in works:
            classes = tuple(map(str, survey.dataset(work.cell).classes))
            for cell in survey.alike(work.cell):
                digest = survey.datasets[cell.dataset.label].digest
                found[cell] = Stage(replace(work, cell=cell), survey.keys[cell], digest, classes)
    # An experiment may run further cells beside its own.
    return {
        (cell.dataset.label, cell.learner.label, cell.task.permutation): found[cell] for cell in survey.cells
    }


def shared_task(one: Stage, other: Stage) -> Task:
    """The stream that both have, as far as the shorter one goes; raises ConfigError if there is none."""
    dataset = one.work.cell.dataset.label
    if one.data_digest != other.data_digest:
        raise ConfigError(f"{dataset} is not the same data on both sides; compare on the same examples")
    if one.work.cell.preprocess != other.work.cell.preprocess:
        raise ConfigError(f"{dataset} is preprocessed differently; give both sides the same 'preprocess'")
    if (one.task.seed, one.task.permutation) != (other.task.seed, other.task.permutation):
        raise ConfigError(f"{dataset} is streamed in different orders; give both sides the same 'seed'")
    return min(one.task, other.task, key=lambda task: task.epochs)
