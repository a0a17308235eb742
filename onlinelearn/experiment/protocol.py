"""One cell: a learner streams a data set for some epochs, and is measured."""

import copy
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Targets, Testing, is_set, size_in_bytes
from onlinelearn.base.curve_points import regular_checkpoints
from onlinelearn.base.large_arrays import counting, zeros
from onlinelearn.base.metrics import LOSSES, OF_LEARNER
from onlinelearn.base.parameters import Parameters
from onlinelearn.datasets.stored.stored_rows import StoredRows
from onlinelearn.experiment.blockwise_model import BlockwiseModel
from onlinelearn.experiment.cell_progress import CellProgress
from onlinelearn.experiment.late_labels import LateLabels
from onlinelearn.experiment.measures.change_measures import Changes
from onlinelearn.experiment.measures.cost_measures import CostMeter
from onlinelearn.experiment.measures.prediction_measures import OF_PREDICTIONS
from onlinelearn.experiment.measures.round_measures import RoundMeasures
from onlinelearn.experiment.measures.stream_measures import StreamMeasures
from onlinelearn.experiment.models import ROW_BY_ROW, ForeignModel, StreamModel
from onlinelearn.experiment.shown_labels import ShownLabels
from onlinelearn.experiment.stream_under_way import StreamUnderWay
from onlinelearn.experiment.tuning_rule import TuningRule
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.selective_sampling import Ask
from onlinelearn.learners.foreign_options import ForeignOptions
from onlinelearn.numerics import rng

COMPARED_PERMUTATIONS = 10
"""Of so many permutations predictions are kept: those that a learner is held against a simpler one in."""


@dataclass(frozen=True, slots=True)
class Task:
    """All that decides a cell's result, apart from the data and the learner."""

    seed: int
    permutation: int
    epochs: int
    extra: tuple[str, ...] = ()
    ask: Ask | None = None
    """For which examples the label is looked at; for all, if not given."""
    labels: ShownLabels | None = None
    """Which examples show their label; all, if not given."""
    test: Testing = "frozen"
    """Whether the model is frozen while it is tested, or a copy of it learns on."""
    foreign: ForeignOptions = ROW_BY_ROW
    """How a learner that is not ours is streamed; for ours without a meaning."""
    tuning: TuningRule | None = None
    """How to choose among several candidates; None where there is one."""
    metric_options: Mapping[str, Parameters] = field(default_factory=dict)
    """The options of those of the `extra` metrics that have some."""
    order: Literal["shuffled", "file"] | None = None
    """The order of the rows; if not given, it is that of the data."""
    delay: int = 0
    """How many rounds after its prediction an example's label comes."""

    def takes_file_order(self, ordered: bool) -> bool:
        """Whether every epoch takes the rows as they are; `ordered` says whether the data are a sequence."""
        return ordered if self.order is None else self.order == "file"


@dataclass(frozen=True, eq=False)
class Prepared:
    """A data set, preprocessed: class numbers or marks of sets as labels; or real targets, and no classes."""

    X_train: Floats
    y_train: Targets
    X_test: Floats
    y_test: Targets
    n_classes: int
    target: Floats | None = None
    """The unit vector that the labels of a binary problem were made by, where that is known."""
    ordered: bool = False
    """Whether the rows are a sequence: then every epoch takes them as they are."""
    changes: tuple[int, ...] = ()
    """The rows of the sequence at which the data change, where that is known."""

    @property
    def multilabel(self) -> bool:
        """Whether each example has a set of labels."""
        return is_set(self.y_train)

    @property
    def size_in_memory(self) -> int:
        """The bytes that it takes in memory: rows in files take none to speak of."""
        rows = [X for X in (self.X_train, self.X_test) if not isinstance(X, StoredRows)]
        return sum(map(size_in_bytes, rows)) + self.y_train.nbytes + self.y_test.nbytes


@dataclass(frozen=True, slots=True)
class Epoch:
    """The measures after an epoch; counts since the first."""

    test_error: float | None
    """None without a test part."""
    online_error: float
    mistakes: int
    updates: int | None
    support: int | None
    seconds: float
    extra: Mapping[str, float | None]


class Checkpoint(NamedTuple):
    """The counts after some rounds, and a hash of all that happened until then.

    Two runs with the same `chain` did the same so far. Bisection finds the first checkpoint at which
    the chains differ; the first round that differs lies before it.
    """

    round: int
    mistakes: int
    updates: int | None
    chain: str
    extra: Mapping[str, float | None] = {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a cell measured."""

    epochs: tuple[Epoch, ...]
    curve: tuple[Checkpoint, ...]
    """The checkpoints; in a shortened outcome, the last one alone."""
    predictions: tuple[float, ...]
    """What the final model gives the test part: class numbers, real values, or the place of every label.

    Only of the first permutations, of learners that are not tuned: nothing reads the others.
    """
    infeasible: int = 0
    """Rounds that the learner skipped, since nothing that it holds possible gets them right."""
    tuning: "TuningOutcome | None" = None
    """How the parameters were chosen, where they were."""
    trace: str = ""
    """A hash of all that happened in the stream and in its tests; empty where that is not known."""

    def shortened(self, *, curve: bool = False, predictions: bool = False) -> "Outcome":
        """The outcome with no more of what is long than is named here: memory holds little of many cells."""
        return replace(
            self,
            curve=self.curve if curve else self.curve[-1:],
            predictions=self.predictions if predictions else (),
            tuning=self.tuning and replace(self.tuning, best_on_test=None),
        )


@dataclass(frozen=True, slots=True)
class TuningOutcome:
    """The choice among the candidates of a tuned learner."""

    scores: tuple[float, ...]
    """The error of each candidate, by which it was chosen."""
    chosen: int
    hindsight: int | None
    """The candidate with the least error on the test part; None without one."""
    best_on_test: Outcome | None
    """The outcome of that one."""


def run_cell(learner: Any, data: Prepared, task: Task, progress: CellProgress | None = None) -> Outcome:
    """Stream the training part, epoch by epoch, each in its own random order; test after each.

    The orders depend on (seed, permutation, epoch) alone: every learner sees the same ones. Labels that
    are late have all come when the model is tested for the last time. What `progress` knows of this run
    is not run again.
    """
    progress = progress or CellProgress()
    if (ended := progress.ended_run()) is not None:
        return ended
    shown = revealed(task, data)
    stream = _begin_stream(learner, data, task, shown)
    if (snapshot := progress.snapshot()) is not None:
        stream.take_up(snapshot)
    learn = stream.model.learn if stream.late is None else stream.late.learn
    model, tally, touched, missed = stream.model, stream.tally, stream.touched, stream.missed
    learn(
        data.X_train, data.y_train, np.empty(0, np.int64), touched, shown, missed
    )  # compiles, off the clock
    of_learner = [name for name in task.extra if name in OF_LEARNER]
    reached = 0
    for stretch, ends_epoch in stretches(task, len(data.y_train), data.ordered):
        learnt_before = tally.rounds - reached
        reached += len(stretch)
        if of_learner:
            stream.measures.add(stretch)
        if learnt_before >= len(stretch):
            continue
        progress.pause(stream.snapshot)
        for block in progress.blocks(stretch[learnt_before:], task.foreign.rows_per_call, stream.snapshot):
            begun = time.perf_counter()
            counts = learn(data.X_train, data.y_train, block, touched, shown, missed)
            tally.add(counts, len(block), time.perf_counter() - begun)
        tally.chain = link(tally.chain, model)
        known = stream.measures.measure(model, of_learner)
        if task.metric_options:
            stream.single_rounds.add(missed[stretch])
        known |= stream.single_rounds.along()
        stream.meter.read(known, tally.stretch_seconds, len(stretch), tally.updates)
        tally.stretch_seconds = 0.0
        tally.curve.append(Checkpoint(tally.rounds, tally.mistakes, tally.updates, tally.chain, known))
        if ends_epoch:
            predicted = model.predict(data.X_test)
            tally.epochs.append(_measured_epoch(stream, data, task, known, predicted))
    infeasible = int(model.measures().get("infeasible", 0))
    # Nothing is compared by the predictions for a test part that memory may not hold.
    predictions = () if isinstance(data.X_test, StoredRows) else tuple(predicted.ravel().tolist())
    trace = _traced(tally.curve, tally.epochs, predictions)
    is_compared = task.tuning is None and task.permutation <= COMPARED_PERMUTATIONS
    kept = predictions if is_compared else ()
    outcome = Outcome(tuple(tally.epochs), tuple(tally.curve), kept, infeasible, trace=trace)
    progress.end_run(outcome)
    return outcome


def _begin_stream(learner: Any, data: Prepared, task: Task, shown: Bools | None) -> StreamUnderWay:
    n, total = len(data.y_train), len(data.y_train) * task.epochs
    with_losses = shown is None and not LOSSES.keys().isdisjoint(task.extra)
    model = begin(learner, data, task, with_losses=with_losses)
    changes = Changes(data.changes if task.takes_file_order(data.ordered) else (), n)
    return StreamUnderWay(
        model,
        LateLabels(model, task.delay, total) if task.delay else None,
        zeros(n, np.bool_),
        zeros(n, np.bool_),
        StreamMeasures(data.X_train, data.y_train, data.target, shown),
        RoundMeasures(task.metric_options, total, changes),
        CostMeter(task.extra),
    )


def _measured_epoch(
    stream: StreamUnderWay,
    data: Prepared,
    task: Task,
    known: Mapping[str, float | None],
    predicted: Targets,
) -> Epoch:
    """The measures of an epoch that has ended; `known` are those of its last checkpoint."""
    model, tally = stream.model, stream.tally
    wrong = model.wrong(predicted, data.y_test)
    tested = {
        name: OF_PREDICTIONS[name](wrong, predicted, data.y_test)
        for name in task.extra
        if name in OF_PREDICTIONS and len(wrong)
    }
    return Epoch(
        test_error=tested_error(model, data, task.test, wrong) if len(wrong) else None,
        online_error=tally.mistakes / tally.rounds,
        mistakes=tally.mistakes,
        updates=tally.updates,
        support=None if tally.updates is None else int(stream.touched.sum()),
        seconds=tally.seconds,
        extra={**known, **stream.single_rounds.around_changes(), **tested},
    )


def tested_error(model: StreamModel, data: Prepared, test: Testing, wrong: Bools) -> float:
    """The share of mistakes on the test part; `wrong` says which those of the frozen model are.

    Online, a copy of the model meets the test part as a sequence: each example is predicted, then learnt
    from. As in every round, the weights of the moment predict, also where their mean is kept.
    """
    if test == "frozen":
        return int(wrong.sum()) / len(wrong)
    order = counting(len(data.y_test))
    touched = zeros(len(order), np.bool_)
    return copy.deepcopy(model).learn(data.X_test, data.y_test, order, touched).mistakes / len(wrong)


def begin(learner: Any, data: Prepared, task: Task, *, with_losses: bool = False) -> StreamModel:
    """A fresh model: compiled for our learners, in calls of some rows for others."""
    model = _begun(learner, data, task, with_losses=with_losses)
    return (
        BlockwiseModel(model, task.foreign.rows_per_call) if isinstance(data.X_train, StoredRows) else model
    )


def _begun(learner: Any, data: Prepared, task: Task, *, with_losses: bool) -> StreamModel:
    if not hasattr(learner, "step"):
        return ForeignModel(learner, data.n_classes, task.foreign)
    return Model(
        learner,
        data.n_classes,
        data.X_train.shape[1],
        (task.seed, task.permutation),
        multilabel=data.multilabel,
        ask=task.ask,
        with_losses=with_losses,
    )


def revealed(task: Task, data: Prepared) -> Bools | None:
    """The rows of the training part whose label is shown; None for all."""
    return None if task.labels is None else task.labels.shown(data.y_train, (task.seed, task.permutation))


def link(chain: str, model: StreamModel) -> str:
    """The next hash of the chain: of the one before and the model's bits."""
    return hashlib.sha256(chain.encode() + model.fingerprint()).hexdigest()[:32]


def _traced(curve: Sequence[Checkpoint], epochs: Sequence[Epoch], predictions: tuple[float, ...]) -> str:
    """The hash that two runs share only if they had the same models, mistakes and predictions throughout."""
    happened = [at[:4] for at in curve], [epoch.test_error for epoch in epochs], predictions
    return hashlib.sha256(repr(happened).encode()).hexdigest()[:32]


def stretches(task: Task, n: int, ordered: bool = False) -> Iterator[tuple[Ints, bool]]:
    """The stream of a task, cut at the checkpoints and at the ends of epochs; and whether an epoch ends."""
    total = n * task.epochs
    done = 0
    for cut in _cuts(n, total, regular_checkpoints(task.metric_options, total)):
        epoch = done // n
        if done % n == 0:
            key = (rng.ORDER, task.seed, task.permutation, epoch + 1)
            order = counting(n) if task.takes_file_order(ordered) else rng.permutation(key, n)
        yield order[done - epoch * n : cut - epoch * n], cut % n == 0
        done = cut


@cache
def _cuts(n: int, total: int, regular: tuple[int, ...]) -> tuple[int, ...]:
    """The rounds after which a stream is cut: the same for thousands of cells."""
    return tuple(sorted({*checkpoints(total), *regular, *range(n, total + 1, n)}))


@cache
def checkpoints(total: int) -> tuple[int, ...]:
    """Rounds in ratio 5:4, in whole numbers: 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, ... and the last."""
    rounds = [1]
    while rounds[-1] < total:
        rounds.append(max(rounds[-1] + 1, rounds[-1] * 5 // 4))
    rounds[-1] = total
    return tuple(rounds)
