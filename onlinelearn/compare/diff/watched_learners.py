"""One of two learners that are compared: it follows the stream, and chains what it does."""

import copy
from dataclasses import dataclass
from typing import Any, Literal, Protocol, Self

import numpy as np

from onlinelearn.base.arrays import Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.compare.diff import watched_stream
from onlinelearn.experiment.models import Foreign
from onlinelearn.experiment.protocol import Prepared, Task, begin
from onlinelearn.learners.engine.model import Model

By = Literal["predictions", "decisions", "weights"]
"""What must agree: what is predicted; also whether the model changes; also every bit of the weights."""

DEPTHS: dict[By, int] = {
    "predictions": watched_stream.PREDICTIONS,
    "decisions": watched_stream.DECISIONS,
    "weights": watched_stream.WEIGHTS,
}


@dataclass(frozen=True)
class Stand:
    """One side in a round: what it predicts and whether it learns, and its counts before."""

    prediction: int
    scores: tuple[float, ...] | None
    """Of each class, or one for two classes; None where they can't be known."""
    updated: bool | None
    mistakes: int
    updates: int | None


class Side(Protocol):
    """A learner on the stream."""

    chain: int
    """The hash of all that it has done so far, as far as that is compared."""

    def follow(self, data: Prepared, order: Ints) -> None:
        """Learn from these rows of the training part."""

    def play(self, data: Prepared, row: int) -> Stand:
        """One round, watched: what it predicts, then learning."""

    def copy(self) -> Self:
        """One that goes on from here by itself."""


def side(learner: Any, data: Prepared, task: Task, by: By) -> Side:
    """A fresh side: compiled for our learners, row by row for others."""
    model = begin(learner, data, (task.seed, task.permutation))
    if isinstance(model, Model):
        return Ours(model, by)
    assert isinstance(model, Foreign)
    return Theirs(model)


class Ours:
    """A learner of ours: all of it can be seen."""

    def __init__(self, model: Model, by: By) -> None:
        self.model = model
        self.depth = DEPTHS[by]
        self.chain = self.mistakes = self.updates = 0

    def follow(self, data: Prepared, order: Ints) -> None:
        """Learn, compiled."""
        W = self.model.current_state.W
        # Only weights in one array, which stays where it is, can be watched bit by bit.
        bits = W.reshape(-1).view(np.uint64) if isinstance(W, np.ndarray) else np.empty(0, np.uint64)
        watched = (data.X_train, data.y_train, order, bits, self.depth, np.uint64(self.chain))
        chain, mistakes, updates = self.model.run(watched_stream.watch, *watched)
        self.chain = int(chain)
        self.mistakes += mistakes
        self.updates += updates

    def play(self, data: Prepared, row: int) -> Stand:
        """With its scores, and whether it changed."""
        x = data.X_train[row : row + 1]
        prediction, scores = int(self.model.predict(x)[0]), tuple(self.model.scores(x)[0].tolist())
        mistakes, updates = self.mistakes, self.updates
        self.follow(data, np.array([row]))
        return Stand(prediction, scores, self.updates > updates, mistakes, updates)

    def copy(self) -> Self:
        """A copy of the state too."""
        return copy.deepcopy(self)


class Theirs:
    """Any object with `partial_fit` and `predict`: only its predictions can be seen."""

    def __init__(self, model: Foreign) -> None:
        self.model = model
        self.chain = self.mistakes = 0

    def follow(self, data: Prepared, order: Ints) -> None:
        """Predict and learn, row by row."""
        try:
            counts = self.model.learn(data.X_train, data.y_train, order, np.empty(0, np.bool_))
        except Exception as error:  # whatever it is, it is theirs
            name = type(self.model.estimator).__name__
            raise LearnerError(f"{name} fails with {type(error).__name__}: {error}") from error
        self.mistakes += int(counts.mistakes)
        for word in self.model.said[len(self.model.said) - len(order) :]:
            self.chain = int(watched_stream.mix(self.chain, word))
        # They are in the chain; the last one stays to say that it has begun.
        del self.model.said[:-1]

    def play(self, data: Prepared, row: int) -> Stand:
        """With scores if it tells them."""
        x = data.X_train[row : row + 1]
        tell = getattr(self.model.estimator, "decision_function", None)
        scores = None if tell is None else tuple(np.ravel(tell(x)).tolist())
        stand = Stand(int(self.model.predict(x)[0]), scores, None, self.mistakes, None)
        self.follow(data, np.array([row]))
        return stand

    def copy(self) -> Self:
        """With a copy of the object."""
        return copy.deepcopy(self)
