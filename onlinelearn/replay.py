"""A cell's stream once more, update by update: what pictures of a learner at work are made of."""

from typing import Any

import numpy as np

from onlinelearn.learners.ellipsoid import EllipsoidLearner
from onlinelearn.learners.model import Model
from onlinelearn.protocol import Prepared, Task, stretches
from onlinelearn.results import Moment, Replay

MOST_UPDATES = 1000
"""No picture shows more."""


def replay(learner: Any, data: Prepared, task: Task) -> Replay:
    """The first updates of one of our learners on the stream of a cell."""
    key = (task.seed, task.permutation)
    model = Model(learner, data.n_classes, data.X_train.shape[1], key, many=data.many, ask=task.ask)
    touched = np.zeros(len(data.y_train), np.bool_)
    start = _moment(model, 0, None)
    moments: list[Moment] = []
    stream = (i for stretch, _ in stretches(task, len(data.y_train), data.ordered) for i in stretch)
    for rounds, i in enumerate(stream, 1):
        if model.learn(data.X_train, data.y_train, np.array([i]), touched).updates:
            moments.append(_moment(model, rounds, int(i)))
        if len(moments) == MOST_UPDATES:
            break
    return Replay(data.X_train, data.y_train, start, tuple(moments))


def _moment(model: Model, rounds: int, row: int | None) -> Moment:
    learner = model.learner
    P = learner.covariance(model.plain) if isinstance(learner, EllipsoidLearner) else None
    return Moment(rounds, row, learner.weights(model.plain), P)
