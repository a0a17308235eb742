"""A tuned learner's cell: every candidate is run, and one is chosen by the training part alone.

The candidate with the least test error is kept beside it, as what tuning could have reached in
hindsight. Nothing that is chosen by the training part depends on it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from onlinelearn.base.errors import CellTimeoutError, DataError, LearnerError
from onlinelearn.base.raised_places import described_with_place
from onlinelearn.datasets.example_table import frozen
from onlinelearn.datasets.stored.stored_rows import StoredRows
from onlinelearn.experiment.cell_progress import CellProgress
from onlinelearn.experiment.protocol import Outcome, Prepared, Task, TuningOutcome, run_cell

TUNING_ROUNDS = "tuning_rounds"

Make = Callable[..., Any]
"""What makes a learner from its parameters."""

Candidate = Mapping[str, Any]
"""All parameters of a learner."""


def run_candidates(
    make: Make,
    candidates: Sequence[Candidate],
    data: Prepared,
    task: Task,
    progress: CellProgress | None = None,
) -> Outcome:
    """The outcome of the candidate that the task's rule chooses; without a rule there is only one."""
    if task.tuning is None:
        (parameters,) = candidates
        return run_cell(make(**parameters), data, task, progress)
    outcomes = [_run(make, each, data, task, progress) for each in candidates]
    n = len(data.y_train)
    if task.tuning.by == "online_error":
        scores = [each.epochs[0].online_error for each in outcomes]
        rounds = len(candidates) * n
    else:
        if isinstance(data.X_train, StoredRows):
            raise DataError(
                "tune by validation needs all rows in memory at once; say `tune: {by: online_error}`"
            )
        key = (task.seed, task.permutation)
        learnt, held_out = task.tuning.held_out(n, key, data.ordered)
        part = replace(
            data,
            X_train=frozen(data.X_train[learnt]),
            y_train=data.y_train[learnt],
            X_test=frozen(data.X_train[held_out]),
            y_test=data.y_train[held_out],
        )
        trial = replace(task, extra=())
        scores = _test_errors([_run(make, each, part, trial, progress) for each in candidates])
        rounds = len(candidates) * len(learnt) * task.epochs
    chosen = _least(scores)
    hindsight = _least(_test_errors(outcomes)) if len(data.y_test) else None
    outcome = outcomes[chosen]
    if TUNING_ROUNDS in task.extra:
        epochs = [replace(each, extra={**each.extra, TUNING_ROUNDS: rounds}) for each in outcome.epochs]
        outcome = replace(outcome, epochs=tuple(epochs))
    best = None if hindsight is None else outcomes[hindsight]
    return replace(outcome, tuning=TuningOutcome(tuple(scores), chosen, hindsight, best))


def _test_errors(outcomes: Sequence[Outcome]) -> list[float]:
    """The error of each after the last epoch, on a test part that is there."""
    return [error for each in outcomes if (error := each.epochs[-1].test_error) is not None]


def _least(scores: Sequence[float]) -> int:
    """The first of the candidates with the least score."""
    return min(range(len(scores)), key=scores.__getitem__)


def _run(
    make: Make, candidate: Candidate, data: Prepared, task: Task, progress: CellProgress | None
) -> Outcome:
    """The outcome of one candidate; what it raises says which it was."""
    try:
        return run_cell(make(**candidate), data, task, progress)
    except CellTimeoutError:  # all candidates together took too long
        raise
    except Exception as error:
        values = ", ".join(f"{name}={value}" for name, value in candidate.items())
        raise LearnerError(f"{described_with_place(error)} (with {values})") from error
