"""Replays: the streams of cells once more, for figures that show a learner at work."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from onlinelearn.base.errors import ConfigError
from onlinelearn.base.replay_data import Moment, Replay, ReplayRequest, SurfaceRequest, Surfaces
from onlinelearn.datasets.stored.stored_rows import StoredRows
from onlinelearn.experiment.protocol import Prepared, Task, revealed, stretches
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner
from onlinelearn.learners.engine.model import Model

if TYPE_CHECKING:
    from onlinelearn.experiment.worklist import Worklist

MOST_UPDATES = 1000
"""No picture shows more."""

GRID = 121
"""Places of a surface, across and upwards."""

ReplayMap = Mapping[ReplayRequest | SurfaceRequest, Replay | Surfaces]
"""What each request was answered by."""


def compute_replays(requests: Iterable[ReplayRequest | SurfaceRequest], worklist: "Worklist") -> ReplayMap:
    """Answer each request by streaming the first permutation of its data set and learner once more."""
    firsts = {(cell.dataset.label, cell.learner.label): cell for cell in reversed(worklist.cells)}
    answers: dict[ReplayRequest | SurfaceRequest, Replay | Surfaces] = {}
    for request in requests:
        cell = firsts[request.dataset, request.learner]
        kind = cell.learner.entry.compiled
        if kind is None:
            raise ConfigError(
                f"{request.learner} is not one of our learners: its stream can't be drawn once more"
            )
        if cell.learner.tuning is not None:
            raise ConfigError(f"{request.learner} is tuned: draw a learner whose parameters are given")
        if cell.task.delay:
            raise ConfigError(f"a stream whose labels are late ('delay') can't be drawn once more: {cell}")
        learner, data = kind(**cell.learner.parameters), worklist.prepared(cell)
        if isinstance(data.X_train, StoredRows):
            raise ConfigError(f"{request.dataset} is not in memory: its stream can't be drawn once more")
        if isinstance(request, ReplayRequest):
            answers[request] = replay(learner, data, cell.task)
        else:
            answers[request] = surfaces(learner, data, cell.task, request.parts)
    return answers


def replay(learner: Any, data: Prepared, task: Task) -> Replay:
    """The first updates of one of our learners on the stream of a cell."""
    key = (task.seed, task.permutation)
    model = Model(
        learner, data.n_classes, data.X_train.shape[1], key, multilabel=data.multilabel, ask=task.ask
    )
    if not learner.linear or model.scores(np.zeros((1, data.X_train.shape[1]))).any():
        raise ConfigError(
            f"{learner.name} has no weights whose boundary w·x = 0 could be drawn; choose another learner"
        )
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


def surfaces(learner: Any, data: Prepared, task: Task, parts: int) -> Surfaces:
    """The first epoch of a cell with two attributes, in so many equal parts, and the scores after each."""
    if data.X_train.shape[1] != 2 or data.n_classes != 2:
        raise ConfigError("figure surface: the data must have two classes and two attributes")
    n, shown = len(data.y_train), revealed(task, data)
    model = Model(learner, data.n_classes, data.X_train.shape[1], (task.seed, task.permutation), ask=task.ask)
    order = np.concatenate([stretch for stretch, _ in stretches(task, n, data.ordered)])[:n]
    low, high = data.X_train.min(axis=0), data.X_train.max(axis=0)
    across, upwards = np.linspace(low - 0.04 * (high - low), high + 0.04 * (high - low), GRID).T
    points = np.stack(np.meshgrid(across, upwards), axis=-1).reshape(-1, 2)
    rounds = [n * part // parts for part in range(1, parts + 1)]
    scores = []
    for begin, end in zip([0, *rounds], rounds, strict=False):
        model.learn(data.X_train, data.y_train, order[begin:end], np.zeros(n, np.bool_), shown)
        scores.append(model.scores(points)[:, 0].reshape(GRID, GRID))
    seen = np.ones(n, np.bool_) if shown is None else shown
    return Surfaces(
        data.X_train[order],
        data.y_train[order],
        seen[order],
        across,
        upwards,
        tuple(rounds),
        tuple(scores),
    )


def _moment(model: Model, rounds: int, row: int | None) -> Moment:
    learner = model.learner
    P = learner.covariance(model.current_state) if isinstance(learner, EllipsoidLearner) else None
    # An ellipsoid is around the weights now; without one it is those that predict that are shown.
    return Moment(rounds, row, model.weights() if P is None else learner.weights(model.current_state), P)
