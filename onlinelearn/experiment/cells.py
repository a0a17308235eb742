"""The cells of an experiment: one data set, learner and permutation each; and the key of a cell's result."""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import TYPE_CHECKING

from onlinelearn.base import code_digest, metrics
from onlinelearn.base.roles import Role
from onlinelearn.config import Condition, DatasetChoice, Experiment, LearnerChoice
from onlinelearn.config.experiment import Protocol, Tune
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.experiment import preparation, tuning
from onlinelearn.experiment.protocol import Outcome, Task
from onlinelearn.experiment.shown_labels import ShownLabels
from onlinelearn.experiment.tuning_rule import TuningRule
from onlinelearn.learners.engine.learner import Learner

if TYPE_CHECKING:
    from hashlib import _Hash as Hash


@dataclass(frozen=True, eq=False, slots=True)
class Cell:
    """One unit of work, independent of all others; every cell equals only itself."""

    dataset: DatasetChoice
    preprocess: tuple[PreprocessingStep, ...]
    learner: LearnerChoice
    task: Task

    def __str__(self) -> str:
        return f"{self.dataset.label}, {self.learner.label}, permutation {self.task.permutation}"

    def share_of(self, outcome: Outcome) -> Outcome:
        """What this cell shows of the outcome that all cells of its key share."""
        best = outcome.tuning.best_on_test if outcome.tuning else None
        return best if best is not None and self.learner.role is Role.HINDSIGHT else outcome


def cells(experiment: Experiment) -> tuple[Cell, ...]:
    """Every cell, in the order of the rows of runs.csv."""
    return tuple(
        make_cell(experiment, condition, learner, permutation)
        for condition in experiment.conditions
        for learner in condition.learners
        for permutation in range(1, experiment.permutations(condition) + 1)
    )


def make_cell(experiment: Experiment, condition: Condition, learner: LearnerChoice, permutation: int) -> Cell:
    """The cell of this learner under this condition, in this permutation."""
    extra = tuple(name for name in experiment.metrics if name in metrics.EXTRA)
    protocol = experiment.protocol
    labels = None if protocol.label_rate == 1.0 else ShownLabels(protocol.label_rate, protocol.label_draw)
    task = Task(
        *(protocol.seed, permutation, protocol.epochs, extra, learner.ask, labels),
        test=condition.test,
        foreign=learner.foreign,
        tuning=_tuning_rule(protocol) if learner.tuning else None,
        metric_options=experiment.metric_options,
        order=protocol.order,
        delay=protocol.delay,
    )
    return Cell(condition.dataset, condition.preprocess, learner, task)


def _tuning_rule(protocol: Protocol) -> TuningRule:
    given = protocol.tune or Tune()
    return TuningRule(given.by) if given.share is None else TuningRule(given.by, given.share)


def key(cell: Cell, data_digest: str, shared: "dict[tuple[object, ...], Hash] | None" = None) -> str | None:
    """The hash of all that decides the cell's result, the code included.

    None for a learner of which it can't be known what decides its result. `shared` has what was hashed
    before: of cells that differ in their permutation alone, all but that is hashed once.
    """
    if cell.learner.entry.identity is None:
        return None
    shared = {} if shared is None else shared
    others = (data_digest, *_all_but_the_permutation(cell))
    if others not in shared:
        shared[others] = _shared_hash(cell, data_digest)
    hashed = shared[others].copy()
    hashed.update(b" %d" % cell.task.permutation)
    return hashed.hexdigest()


def _all_but_the_permutation(cell: Cell) -> tuple[object, ...]:
    """A tuple that is the same for cells that differ in their permutation alone; valid as long as they live.

    What can't be hashed is told by where it is.
    """
    task = cell.task
    return (
        *(id(cell.dataset), id(cell.preprocess), id(cell.learner), task.seed, task.epochs, task.extra),
        *(id(task.ask), task.labels, task.test, id(task.foreign), task.tuning, id(task.metric_options)),
        *(task.order, task.delay),
    )


def _shared_hash(cell: Cell, data_digest: str) -> "Hash":
    entry, task = cell.learner.entry, cell.task
    decides: dict[str, object] = {
        "data": data_digest,
        "preprocess": [[step.name, dict(step.params), *step.versions] for step in cell.preprocess],
        "learner": [cell.learner.learner, *map(dict, cell.learner.candidates)],
        "task": {
            **{each.name: getattr(task, each.name) for each in fields(task) if each.name != "permutation"},
            "ask": task.ask.model_dump() if task.ask else None,
            "labels": asdict(task.labels) if task.labels else None,
            "foreign": task.foreign.model_dump(),
            "tuning": asdict(task.tuning) if task.tuning else None,
            "metric_options": {name: each.model_dump() for name, each in task.metric_options.items()},
        },
        "code": cell_code_digest(*cell_modules(entry.compiled)),
    }
    if entry.identity:
        decides["identity"] = entry.identity
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode())


@cache
def cell_code_digest(*modules: str) -> str:
    """The digest of the code that computes a cell, by its modules.

    Computed once in a process: a plan may have thousands of cells of one learner.
    """
    return code_digest.digest(*modules)


def cell_modules(learner: type[Learner] | None) -> tuple[str, ...]:
    """The modules that prepare the data of a cell, run and measure it, and the learner's own if compiled.

    What draws a generated data set is part of that set's digest.
    """
    own = () if learner is None else (learner.__module__,)
    return preparation.__name__, tuning.__name__, *own
