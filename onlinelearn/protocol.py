"""One cell: a learner streams a data set for some epochs, and is measured."""

import hashlib
import inspect
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from onlinelearn import draws
from onlinelearn.learners.model import Counts, Model
from onlinelearn.types import Bools, Floats, Ints, Key


@dataclass(frozen=True)
class Task:
    """All that decides a cell's result, apart from the data and the learner."""

    seed: int
    permutation: int
    epochs: int
    extra: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Prepared:
    """A data set, preprocessed, with labels as class numbers."""

    X_train: Floats
    y_train: Ints
    X_test: Floats
    y_test: Ints
    n_classes: int


@dataclass(frozen=True)
class Epoch:
    """The measures after an epoch; counts since the first."""

    test_error: float
    online_error: float
    mistakes: int
    updates: int | None
    support: int | None
    seconds: float
    extra: Mapping[str, float]


@dataclass(frozen=True)
class Checkpoint:
    """The counts after some rounds, and a hash of all that happened until then.

    Two runs with the same `chain` went the same way so far: the first checkpoint at which the
    chains differ is found by bisection, and the round where they part lies before it.
    """

    round: int
    mistakes: int
    updates: int | None
    chain: str


@dataclass(frozen=True)
class Outcome:
    """What a cell measured."""

    epochs: tuple[Epoch, ...]
    curve: tuple[Checkpoint, ...]
    predictions: tuple[int, ...]
    """The class numbers that the final model gives the test part."""


class Learning(Protocol):
    """What the protocol asks of a model, ours or another's."""

    def learn(self, X: Floats, y: Ints, order: Ints, touched: Bools) -> Counts: ...

    def predict(self, X: Floats) -> Ints: ...

    def fingerprint(self) -> bytes:
        """The bits of the model, or what is known of them."""


class Foreign:
    """Any object with `partial_fit` and `predict`: told apart only by its predictions."""

    def __init__(self, estimator: Any, n_classes: int) -> None:
        self.estimator = estimator
        # River's models learn the classes from the labels; scikit-learn's must be told at first.
        takes_classes = "classes" in inspect.signature(estimator.partial_fit).parameters
        self.first_time: dict[str, Any] = {"classes": np.arange(n_classes)} if takes_classes else {}
        self.said: list[int] = []

    def learn(self, X: Floats, y: Ints, order: Ints, touched: Bools) -> Counts:
        """Predict, compare, learn, row by row. Before the first row there is nothing to predict by."""
        mistakes = 0
        for i in order:
            begun = bool(self.said)
            self.said.append(int(self.predict(X[i : i + 1])[0]) if begun else -1)
            mistakes += self.said[-1] != y[i]
            self.estimator.partial_fit(X[i : i + 1], y[i : i + 1], **({} if begun else self.first_time))
        return Counts(mistakes, None)

    def predict(self, X: Floats) -> Ints:
        """The estimator's own word."""
        return np.asarray(self.estimator.predict(X)).astype(np.int64)

    def fingerprint(self) -> bytes:
        """All that it has predicted so far."""
        return np.array(self.said, np.int64).tobytes()


def run_cell(learner: Any, data: Prepared, task: Task) -> Outcome:
    """Stream the training part, epoch by epoch, each in its own random order; test after each.

    The orders depend on (seed, permutation, epoch) alone: every learner sees the same ones.
    """
    model = begin(learner, data, (task.seed, task.permutation))
    touched = np.zeros(len(data.y_train), np.bool_)
    model.learn(data.X_train, data.y_train, np.empty(0, np.int64), touched)  # compiles, outside the clock
    rounds, mistakes, seconds, chain = 0, 0, 0.0, ""
    updates: int | None = 0
    epochs: list[Epoch] = []
    curve: list[Checkpoint] = []
    for stretch, ends_epoch in stretches(task, len(data.y_train)):
        begun = time.perf_counter()
        counts = model.learn(data.X_train, data.y_train, stretch, touched)
        seconds += time.perf_counter() - begun
        rounds += len(stretch)
        mistakes += counts.mistakes
        updates = None if updates is None or counts.updates is None else updates + counts.updates
        chain = link(chain, model)
        curve.append(Checkpoint(rounds, mistakes, updates, chain))
        if ends_epoch:
            predicted = model.predict(data.X_test)
            wrong = predicted != data.y_test
            epochs.append(
                Epoch(
                    test_error=int(wrong.sum()) / len(wrong),
                    online_error=mistakes / rounds,
                    mistakes=mistakes,
                    updates=updates,
                    support=None if updates is None else int(touched.sum()),
                    seconds=seconds,
                    extra={name: EXTRA[name](wrong, data.y_test) for name in task.extra},
                )
            )
    return Outcome(tuple(epochs), tuple(curve), tuple(predicted.tolist()))


def begin(learner: Any, data: Prepared, key: Key) -> Learning:
    """A fresh model: compiled for our learners, row by row for others."""
    if hasattr(learner, "step"):
        return Model(learner, data.n_classes, data.X_train.shape[1], key)
    return Foreign(learner, data.n_classes)


def link(chain: str, model: Learning) -> str:
    """The next hash of the chain: of the one before and the model's bits."""
    return hashlib.sha256(chain.encode() + model.fingerprint()).hexdigest()[:32]


def stretches(task: Task, n: int) -> Iterator[tuple[Ints, bool]]:
    """The stream of a task, cut at the checkpoints and at the ends of epochs; does an epoch end here?"""
    cuts = sorted({*checkpoints(n * task.epochs), *range(n, n * task.epochs + 1, n)})
    done = 0
    for cut in cuts:
        epoch = done // n
        if done % n == 0:
            order = draws.permutation((draws.ORDER, task.seed, task.permutation, epoch + 1), n)
        yield order[done - epoch * n : cut - epoch * n], cut % n == 0
        done = cut


def checkpoints(total: int) -> list[int]:
    """Rounds in ratio 5:4, in whole numbers: 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, ... and the last."""
    rounds = [1]
    while rounds[-1] < total:
        rounds.append(max(rounds[-1] + 1, rounds[-1] * 5 // 4))
    rounds[-1] = total
    return rounds


def balanced_error(wrong: Bools, y: Ints) -> float:
    """The mean over the classes in the test part of the error within the class."""
    within = [int(wrong[y == k].sum()) / int((y == k).sum()) for k in np.unique(y)]
    return sum(within) / len(within)


EXTRA = {"balanced_error": balanced_error}
