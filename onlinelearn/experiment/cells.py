"""From an experiment to its cells: one data set × learner × permutation each."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from onlinelearn.base import code_digest, metrics, parameters
from onlinelearn.config import Condition, DatasetChoice, Experiment, LearnerChoice
from onlinelearn.datasets.choice import Generated
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.experiment.protocol import Task
from onlinelearn.experiment.shown_labels import Labels
from onlinelearn.learners import registry

BASELINE_PERMUTATIONS = 3
"""As many orders as it takes to see how much a learner differs from itself."""


@dataclass(frozen=True, eq=False)
class Cell:
    """One unit of work, independent of all others, and itself its identity."""

    dataset: DatasetChoice
    preprocess: tuple[PreprocessingStep, ...]
    learner: LearnerChoice
    task: Task

    def __str__(self) -> str:
        return f"{self.dataset.label}, {self.learner.label}, permutation {self.task.permutation}"


@dataclass(frozen=True, eq=False)
class Baseline:
    """A simpler learner, run beside one of the experiment's to see whether they can be told apart."""

    learner: LearnerChoice
    says: str
    cell: Cell


def cells(experiment: Experiment) -> tuple[Cell, ...]:
    """Every cell, in the order of the rows of runs.csv."""
    return tuple(
        _cell(experiment, condition, learner, permutation)
        for condition in experiment.conditions
        for learner in condition.learners
        for permutation in range(1, experiment.protocol.permutations + 1)
    )


def baselines(experiment: Experiment) -> tuple[Baseline, ...]:
    """The simpler learners' cells, for the first few permutations of the config as written.

    A learner that does not ask for every label has none: it is the asking that tells it apart. Nor
    has one on generated data: two draws of these have no test part in common to disagree on.
    """
    found = []
    last = min(experiment.protocol.permutations, BASELINE_PERMUTATIONS)
    fixed = [
        condition for condition in experiment.written if not isinstance(condition.dataset.choice, Generated)
    ]
    for condition, choice in _by_learner(fixed):
        ours = None if choice.ask else registry().get(choice.learner)
        simpler = ours(**choice.parameters).simpler() if ours else None
        if simpler is None:
            continue
        says, baseline = simpler
        values = {name: getattr(baseline, name) for name in parameters.model(type(baseline)).model_fields}
        other = LearnerChoice(says, type(baseline).name, values, says)
        found += [
            Baseline(choice, says, _cell(experiment, condition, other, number))
            for number in range(1, last + 1)
        ]
    return tuple(found)


def _by_learner(conditions: Sequence[Condition]) -> Iterator[tuple[Condition, LearnerChoice]]:
    """Every learner on every data set; a data set may decide parameters of a learner."""
    for choices in zip(*(condition.learners for condition in conditions), strict=True):
        yield from zip(conditions, choices, strict=True)


def _cell(experiment: Experiment, condition: Condition, learner: LearnerChoice, permutation: int) -> Cell:
    extra = tuple(name for name in experiment.metrics if name in metrics.EXTRA)
    protocol = experiment.protocol
    labels = None if protocol.label_rate == 1.0 else Labels(protocol.label_rate, protocol.label_draw)
    task = Task(protocol.seed, permutation, protocol.epochs, extra, learner.ask, labels)
    return Cell(condition.dataset, condition.preprocess, learner, task)


def key(cell: Cell, data_digest: str) -> str | None:
    """The hash of all that decides the cell's result, the code included.

    None for a learner that is not ours: what decides its result can't be known.
    """
    code = cell_code_digest(cell.learner.learner)
    if code is None:
        return None
    decides: dict[str, Any] = {
        "data": data_digest,
        "preprocess": [[step.name, dict(step.params), *step.versions] for step in cell.preprocess],
        "learner": [cell.learner.learner, dict(cell.learner.parameters)],
        "task": asdict(cell.task) | {"ask": ask.model_dump() if (ask := cell.task.ask) else None},
        "code": code,
    }
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()


def cell_code_digest(learner: str) -> str | None:
    """The digest of the code that computes this learner's cells; None if it isn't ours."""
    ours = registry().get(learner)
    if ours is None:
        return None
    return code_digest.digest(
        "onlinelearn.experiment.protocol", "onlinelearn.datasets.preprocessing", ours.__module__
    )
