"""From an experiment to its cells: one data set × learner × permutation each."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from onlinelearn import metrics, parameters, source
from onlinelearn.config import DatasetChoice, Experiment, LearnerChoice
from onlinelearn.datasets.preprocess import Step
from onlinelearn.learners import registry
from onlinelearn.protocol import Task

TWIN_PERMUTATIONS = 3
"""As many orders as it takes to see how much a learner differs from itself."""


@dataclass(frozen=True, eq=False)
class Cell:
    """One unit of work, independent of all others, and itself its identity."""

    dataset: DatasetChoice
    preprocess: tuple[Step, ...]
    learner: LearnerChoice
    task: Task

    def __str__(self) -> str:
        return f"{self.dataset.label}, {self.learner.label}, permutation {self.task.permutation}"


@dataclass(frozen=True, eq=False)
class Twin:
    """A simpler learner, run beside one of the experiment's to see whether they can be told apart."""

    learner: LearnerChoice
    says: str
    cell: Cell


def cells(experiment: Experiment) -> tuple[Cell, ...]:
    """Every cell, in the order of the rows of runs.csv."""
    return tuple(
        _cell(experiment, dataset, learner, permutation)
        for dataset in experiment.datasets
        for learner in experiment.learners
        for permutation in range(1, experiment.protocol.permutations + 1)
    )


def twins(experiment: Experiment) -> tuple[Twin, ...]:
    """The simpler learners' cells, for the first few permutations."""
    found = []
    for choice in experiment.learners:
        ours = registry().get(choice.learner)
        simpler = ours(**choice.parameters).simpler() if ours else None
        if simpler is None:
            continue
        says, twin = simpler
        values = {name: getattr(twin, name) for name in parameters.model(type(twin)).model_fields}
        other = LearnerChoice(says, type(twin).name, values, says)
        found += [
            Twin(choice, says, _cell(experiment, dataset, other, permutation))
            for dataset in experiment.datasets
            for permutation in range(1, min(experiment.protocol.permutations, TWIN_PERMUTATIONS) + 1)
        ]
    return tuple(found)


def _cell(experiment: Experiment, dataset: DatasetChoice, learner: LearnerChoice, permutation: int) -> Cell:
    extra = tuple(name for name in experiment.metrics if name in metrics.EXTRA)
    protocol = experiment.protocol
    return Cell(
        dataset, experiment.preprocess, learner, Task(protocol.seed, permutation, protocol.epochs, extra)
    )


def key(cell: Cell, data_digest: str) -> str | None:
    """The hash of all that decides the cell's result, the code included.

    None for a learner that is not ours: what decides its result can't be known.
    """
    code = code_digest(cell.learner.learner)
    if code is None:
        return None
    decides: dict[str, Any] = {
        "data": data_digest,
        "preprocess": [[step.name, dict(step.params)] for step in cell.preprocess],
        "learner": [cell.learner.learner, dict(cell.learner.parameters)],
        "task": asdict(cell.task),
        "code": code,
    }
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()


def code_digest(learner: str) -> str | None:
    """The digest of the code that computes this learner's cells; None if it isn't ours."""
    ours = registry().get(learner)
    if ours is None:
        return None
    return source.digest("onlinelearn.protocol", "onlinelearn.datasets.preprocess", ours.__module__)
