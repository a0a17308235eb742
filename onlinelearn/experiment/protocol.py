"""One cell: a learner streams a data set for some epochs, and is measured."""

import copy
import hashlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Key, Targets, Testing, is_set
from onlinelearn.base.metrics import LOSSES, OF_LEARNER
from onlinelearn.experiment.measures.cost_measures import CostMeter
from onlinelearn.experiment.measures.prediction_measures import OF_PREDICTIONS
from onlinelearn.experiment.measures.stream_measures import StreamMeasures
from onlinelearn.experiment.models import ForeignModel, StreamModel
from onlinelearn.experiment.shown_labels import ShownLabels
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.selective_sampling import Ask
from onlinelearn.numerics import rng


@dataclass(frozen=True)
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

    @property
    def multilabel(self) -> bool:
        """Whether each example has a set of labels."""
        return is_set(self.y_train)


@dataclass(frozen=True)
class Epoch:
    """The measures after an epoch; counts since the first."""

    test_error: float
    online_error: float
    mistakes: int
    updates: int | None
    support: int | None
    seconds: float
    extra: Mapping[str, float | None]


@dataclass(frozen=True)
class Checkpoint:
    """The counts after some rounds, and a hash of all that happened until then.

    Two runs with the same `chain` did the same so far. Bisection finds the first checkpoint at which
    the chains differ; the first round that differs lies before it.
    """

    round: int
    mistakes: int
    updates: int | None
    chain: str
    extra: Mapping[str, float | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What a cell measured."""

    epochs: tuple[Epoch, ...]
    curve: tuple[Checkpoint, ...]
    predictions: tuple[float, ...]
    """What the final model gives the test part: class numbers, real values, or the place of every label."""
    infeasible: int = 0
    """Rounds that the learner skipped, since nothing that it holds possible gets them right."""


def run_cell(learner: Any, data: Prepared, task: Task) -> Outcome:
    """Stream the training part, epoch by epoch, each in its own random order; test after each.

    The orders depend on (seed, permutation, epoch) alone: every learner sees the same ones.
    """
    shown = revealed(task, data)
    with_losses = shown is None and not LOSSES.keys().isdisjoint(task.extra)
    model = begin(learner, data, (task.seed, task.permutation), task.ask, with_losses=with_losses)
    meter = CostMeter(task.extra)
    measures = StreamMeasures(data.X_train, data.y_train, data.target, shown)
    touched = np.zeros(len(data.y_train), np.bool_)
    model.learn(data.X_train, data.y_train, np.empty(0, np.int64), touched, shown)  # compiles, off the clock
    rounds, mistakes, seconds, chain = 0, 0, 0.0, ""
    updates: int | None = 0
    epochs: list[Epoch] = []
    curve: list[Checkpoint] = []
    for stretch, ends_epoch in stretches(task, len(data.y_train), data.ordered):
        begun = time.perf_counter()
        counts = model.learn(data.X_train, data.y_train, stretch, touched, shown)
        took = time.perf_counter() - begun
        seconds += took
        rounds += len(stretch)
        mistakes += counts.mistakes
        updates = None if updates is None or counts.updates is None else updates + counts.updates
        chain = link(chain, model)
        measures.add(stretch)
        known = measures.measure(model, [name for name in task.extra if name in OF_LEARNER])
        meter.read(known, took, len(stretch), updates)
        curve.append(Checkpoint(rounds, mistakes, updates, chain, known))
        if ends_epoch:
            predicted = model.predict(data.X_test)
            wrong = model.wrong(predicted, data.y_test)
            tested = {
                name: OF_PREDICTIONS[name](wrong, predicted, data.y_test)
                for name in task.extra
                if name in OF_PREDICTIONS
            }
            epochs.append(
                Epoch(
                    test_error=tested_mistakes(model, data, task.test, wrong) / len(wrong),
                    online_error=mistakes / rounds,
                    mistakes=mistakes,
                    updates=updates,
                    support=None if updates is None else int(touched.sum()),
                    seconds=seconds,
                    extra=known | tested,
                )
            )
    infeasible = int(model.measures().get("infeasible", 0))
    return Outcome(tuple(epochs), tuple(curve), tuple(predicted.ravel().tolist()), infeasible)


def tested_mistakes(model: StreamModel, data: Prepared, test: Testing, wrong: Bools) -> int:
    """The mistakes on the test part; `wrong` says which those of the frozen model are.

    Online, a copy of the model meets the test part as a sequence: each example is predicted, then learnt
    from. As in every round, the weights of the moment predict, also where their mean is kept.
    """
    if test == "frozen":
        return int(wrong.sum())
    order = np.arange(len(data.y_test))
    touched = np.zeros(len(order), np.bool_)
    return copy.deepcopy(model).learn(data.X_test, data.y_test, order, touched).mistakes


def begin(
    learner: Any, data: Prepared, key: Key, ask: Ask | None = None, *, with_losses: bool = False
) -> StreamModel:
    """A fresh model: compiled for our learners, row by row for others."""
    if hasattr(learner, "step"):
        d = data.X_train.shape[1]
        return Model(
            learner, data.n_classes, d, key, multilabel=data.multilabel, ask=ask, with_losses=with_losses
        )
    return ForeignModel(learner, data.n_classes)


def revealed(task: Task, data: Prepared) -> Bools | None:
    """The rows of the training part whose label is shown; None for all."""
    return None if task.labels is None else task.labels.shown(data.y_train, (task.seed, task.permutation))


def link(chain: str, model: StreamModel) -> str:
    """The next hash of the chain: of the one before and the model's bits."""
    return hashlib.sha256(chain.encode() + model.fingerprint()).hexdigest()[:32]


def stretches(task: Task, n: int, ordered: bool = False) -> Iterator[tuple[Ints, bool]]:
    """The stream of a task, cut at the checkpoints and at the ends of epochs; and whether an epoch ends."""
    cuts = sorted({*checkpoints(n * task.epochs), *range(n, n * task.epochs + 1, n)})
    done = 0
    for cut in cuts:
        epoch = done // n
        if done % n == 0:
            key = (rng.ORDER, task.seed, task.permutation, epoch + 1)
            order = np.arange(n) if ordered else rng.permutation(key, n)
        yield order[done - epoch * n : cut - epoch * n], cut % n == 0
        done = cut


def checkpoints(total: int) -> list[int]:
    """Rounds in ratio 5:4, in whole numbers: 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, ... and the last."""
    rounds = [1]
    while rounds[-1] < total:
        rounds.append(max(rounds[-1] + 1, rounds[-1] * 5 // 4))
    rounds[-1] = total
    return rounds
