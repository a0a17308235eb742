"""Learners that follow a stream to be compared, each with a hash chained over what it does."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Self

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Targets
from onlinelearn.base.errors import LearnerError
from onlinelearn.compare.diff import hashed_stream
from onlinelearn.datasets.stored.stored_rows import StoredRows
from onlinelearn.experiment.blockwise_model import BlockwiseModel
from onlinelearn.experiment.models import ForeignModel
from onlinelearn.experiment.protocol import Prepared, Task, begin
from onlinelearn.learners.engine.model import Model

ComparedBy = Literal["predictions", "decisions", "weights"]
"""What must agree: the predictions; also the decisions whether to update; also every bit of the weights."""

DEPTHS: dict[ComparedBy, int] = {
    "predictions": hashed_stream.PREDICTIONS,
    "decisions": hashed_stream.DECISIONS,
    "weights": hashed_stream.WEIGHTS,
}


@dataclass(frozen=True)
class RoundState:
    """A learner in one round: what it predicts and whether it learns, and its counts before."""

    prediction: int
    scores: tuple[float, ...] | None
    """Of each class, or one for two classes; None where they can't be known."""
    updated: bool | None
    mistakes: int
    updates: int | None


class StreamFollower(Protocol):
    """A learner that follows the stream."""

    chain: int
    """The hash of all that the learner has done so far, as far as that is compared."""

    def follow(self, data: Prepared, order: Ints) -> None:
        """Learn from these rows of the training part."""

    def play(self, data: Prepared, row: int) -> RoundState:
        """Play one round, and say what the learner did in it."""

    def copy(self) -> Self:
        """A copy, which goes on by itself."""


def follower(learner: Any, data: Prepared, task: Task, by: ComparedBy) -> StreamFollower:
    """A learner at the start of the stream: compiled if it is ours, row by row if not."""
    model = begin(learner, data, Task(task.seed, task.permutation, task.epochs))
    if isinstance(model, BlockwiseModel):
        model = model.model  # the blocks are made here
    if isinstance(model, Model):
        return OwnFollower(model, by)
    assert isinstance(model, ForeignModel)
    return ForeignFollower(model)


def _in_memory(data: Prepared, order: Ints) -> Iterator[tuple[Floats, Targets, Ints]]:
    """The examples of an order and their places among them: all, or of those in files a block at a time."""
    if not isinstance(data.X_train, StoredRows):
        yield data.X_train, data.y_train, order
        return
    for start in range(0, len(order), data.X_train.block_rows):
        rows = order[start : start + data.X_train.block_rows]
        yield data.X_train[rows], data.y_train[rows], np.arange(len(rows))


class OwnFollower:
    """One of our learners: scores, updates and weights are known."""

    def __init__(self, model: Model, by: ComparedBy) -> None:
        self.model = model
        self.depth = DEPTHS[by]
        self.chain = self.mistakes = self.updates = 0

    def follow(self, data: Prepared, order: Ints) -> None:
        """Learn in a compiled loop."""
        W = self.model.current_state.W
        # Only weights in one array, which stays where it is, can be hashed bit by bit.
        bits = W.reshape(-1).view(np.uint64) if isinstance(W, np.ndarray) else np.empty(0, np.uint64)
        for X, y, rows in _in_memory(data, order):
            arguments = (X, y, rows, bits, self.depth, np.uint64(self.chain))
            chain, mistakes, updates = self.model.run(hashed_stream.hashed_stream, *arguments)
            self.chain = int(chain)
            self.mistakes += mistakes
            self.updates += updates

    def play(self, data: Prepared, row: int) -> RoundState:
        """Predict, then learn; the state has the scores, and whether the model changed."""
        x = data.X_train[row : row + 1]
        prediction, scores = int(self.model.predict(x)[0]), tuple(self.model.scores(x)[0].tolist())
        mistakes, updates = self.mistakes, self.updates
        self.follow(data, np.array([row]))
        return RoundState(prediction, scores, self.updates > updates, mistakes, updates)

    def copy(self) -> Self:
        """A copy with a state of its own."""
        return copy.deepcopy(self)


class ForeignFollower:
    """Any object with `partial_fit` and `predict`: only its predictions are known."""

    def __init__(self, model: ForeignModel) -> None:
        self.model = model
        self.chain = self.mistakes = 0

    def follow(self, data: Prepared, order: Ints) -> None:
        """Predict and learn, row by row."""
        for X, y, rows in _in_memory(data, order):
            try:
                counts = self.model.learn(X, y, rows, np.zeros(len(y), np.bool_))
            except Exception as error:  # a foreign class may raise anything
                name = type(self.model.estimator).__name__
                raise LearnerError(f"{name} fails with {type(error).__name__}: {error}") from error
            self.mistakes += int(counts.mistakes)
        predictions = self.model.predictions
        for word in predictions[len(predictions) - len(order) :]:
            self.chain = int(hashed_stream.mix(self.chain, word))
        del predictions[:-1]  # they are in the chain; a long stream would fill the memory

    def play(self, data: Prepared, row: int) -> RoundState:
        """Predict, then learn; the state has scores if the object has a decision_function."""
        x = data.X_train[row : row + 1]
        decide = getattr(self.model.estimator, "decision_function", None)
        scores = None if decide is None else tuple(np.ravel(decide(x)).tolist())
        state = RoundState(int(self.model.predict(x)[0]), scores, None, self.mistakes, None)
        self.follow(data, np.array([row]))
        return state

    def copy(self) -> Self:
        """A copy with an object of its own."""
        return copy.deepcopy(self)
