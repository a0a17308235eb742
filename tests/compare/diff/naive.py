"""The oracle: two learners side by side, round by round, with everything compared."""

import copy
from typing import Any, NamedTuple

import numpy as np
import pytest

from onlinelearn.base.arrays import Ints
from onlinelearn.compare.diff.stream_followers import ComparedBy
from onlinelearn.experiment.protocol import Prepared, Task
from onlinelearn.learners.engine.model import Model
from onlinelearn.numerics import rng

wrapping = pytest.mark.filterwarnings("ignore:overflow encountered in scalar multiply")
"""For interpreted streams: NumPy warns where a watched stream's words are multiplied modulo 2^64."""


class Round(NamedTuple):
    prediction: int
    updated: bool | None
    weights: bytes


KEPT: dict[ComparedBy, int] = {"predictions": 1, "decisions": 2, "weights": 3}


def noise(seed: int, n: int, d: int, n_classes: int, *, whole: bool = False) -> Prepared:
    """Labels without sense; `whole` numbers make ties, and weights that meet again."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-1, 2, (n, d)).astype(np.float64) if whole else rng.normal(size=(n, d))
    y = rng.integers(0, n_classes, n)
    return Prepared(X, y, X, y, n_classes)


def order(task: Task, n: int) -> Ints:
    epochs = range(1, task.epochs + 1)
    return np.concatenate([rng.permutation((rng.ORDER, task.seed, task.permutation, e), n) for e in epochs])


def course(learner: Any, data: Prepared, task: Task) -> list[Round]:
    """What a learner of ours does in each round."""
    n, d = data.X_train.shape
    model = Model(learner, data.n_classes, d, (task.seed, task.permutation))
    rounds = []
    for i in order(task, n):
        said = int(model.predict(data.X_train[i : i + 1])[0])
        counts = model.learn(data.X_train, data.y_train, np.array([i]), np.zeros(n, np.bool_))
        rounds.append(Round(said, bool(counts.updates), model.fingerprint()))
    return rounds


def foreign_course(estimator: Any, data: Prepared, task: Task, **first: Any) -> list[Round]:
    """What another's does; in the first round it has nothing to say."""
    estimator = copy.deepcopy(estimator)
    rounds: list[Round] = []
    for i in order(task, len(data.y_train)):
        x, y = data.X_train[i : i + 1], data.y_train[i : i + 1]
        rounds.append(Round(int(estimator.predict(x)[0]) if rounds else -1, None, b""))
        estimator.partial_fit(x, y, **({} if len(rounds) > 1 else first))
    return rounds


def first_round(one: list[Round], other: list[Round], by: ComparedBy, since: int = 1) -> int | None:
    kept = KEPT[by]
    pairs = enumerate(zip(one, other, strict=True), start=1)
    return next((t for t, (a, b) in pairs if t >= since and a[:kept] != b[:kept]), None)
