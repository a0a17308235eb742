"""From an experiment to its cells: one data set × learner × permutation each."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from onlinelearn import metrics, parameters, source
from onlinelearn.config import Arm, DatasetChoice, Experiment, LearnerChoice
from onlinelearn.datasets.choice import Generated
from onlinelearn.datasets.preprocess import Step
from onlinelearn.labels import Labels
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
        _cell(experiment, arm, learner, permutation)
        for arm in experiment.arms
        for learner in arm.learners
        for permutation in range(1, experiment.protocol.permutations + 1)
    )


def twins(experiment: Experiment) -> tuple[Twin, ...]:
    """The simpler learners' cells, for the first few permutations of the config as written.

    A learner that does not ask for every label has none: it is the asking that tells it apart. Nor
    has one on generated data: two draws of these have no test part in common to disagree on.
    """
    found = []
    last = min(experiment.protocol.permutations, TWIN_PERMUTATIONS)
    fixed = [arm for arm in experiment.written if not isinstance(arm.dataset.choice, Generated)]
    for arm, choice in _by_learner(fixed):
        ours = None if choice.ask else registry().get(choice.learner)
        simpler = ours(**choice.parameters).simpler() if ours else None
        if simpler is None:
            continue
        says, twin = simpler
        values = {name: getattr(twin, name) for name in parameters.model(type(twin)).model_fields}
        other = LearnerChoice(says, type(twin).name, values, says)
        found += [Twin(choice, says, _cell(experiment, arm, other, number)) for number in range(1, last + 1)]
    return tuple(found)


def _by_learner(arms: Sequence[Arm]) -> Iterator[tuple[Arm, LearnerChoice]]:
    """Every learner on every data set; a data set may decide parameters of a learner."""
    for choices in zip(*(arm.learners for arm in arms), strict=True):
        yield from zip(arms, choices, strict=True)


def _cell(experiment: Experiment, arm: Arm, learner: LearnerChoice, permutation: int) -> Cell:
    extra = tuple(name for name in experiment.metrics if name in metrics.EXTRA)
    protocol = experiment.protocol
    labels = None if protocol.label_rate == 1.0 else Labels(protocol.label_rate, protocol.label_draw)
    task = Task(protocol.seed, permutation, protocol.epochs, extra, learner.ask, labels)
    return Cell(arm.dataset, arm.preprocess, learner, task)


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
        "task": asdict(cell.task) | {"ask": ask.model_dump() if (ask := cell.task.ask) else None},
        "code": code,
    }
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()


def code_digest(learner: str) -> str | None:
    """The digest of the code that computes this learner's cells; None if it isn't ours."""
    ours = registry().get(learner)
    if ours is None:
        return None
    return source.digest("onlinelearn.protocol", "onlinelearn.datasets.preprocess", ours.__module__)
