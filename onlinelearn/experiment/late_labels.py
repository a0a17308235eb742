"""Labels that come some rounds after the prediction: a queue of rows before a model."""

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Targets
from onlinelearn.base.errors import DataError
from onlinelearn.experiment.models import StreamModel
from onlinelearn.learners.engine.delayed import NOT_YET
from onlinelearn.learners.engine.model import Counts


class LateLabels:
    """A model that predicts every row in its round, and learns from it `delay` rounds later.

    After the last round it learns from the rows that are left.
    """

    def __init__(self, model: StreamModel, delay: int, rounds: int) -> None:
        """Raises DataError if no label would come before the stream of so many rounds ends."""
        if delay >= rounds:
            raise DataError(
                f"labels come {delay:,} rounds late, and the stream has {rounds:,}; choose a smaller 'delay'"
            )
        self._model, self._rounds_left = model, rounds
        self._waiting = np.full(delay, NOT_YET, np.int64)

    def learn(
        self, X: Floats, y: Targets, order: Ints, touched: Bools, shown: Bools | None, missed: Bools
    ) -> Counts:
        """Predict these rows, and learn from those whose labels come meanwhile."""
        assert shown is None, "a config can't have both labels that are hidden and labels that are late"
        queue = np.concatenate([self._waiting, order])
        due, self._waiting = queue[: len(order)], queue[len(order) :]
        counts = self._model.learn_delayed(X, y, order, due, touched, missed)
        self._rounds_left -= len(order)
        if self._rounds_left:
            return counts
        last = self._model.learn_without_predicting(X, y, self._waiting, touched)
        if counts.updates is None or last.updates is None:
            return Counts(counts.mistakes, None)
        return Counts(counts.mistakes, counts.updates + last.updates)

    def snapshot(self) -> tuple[Ints, int]:
        """The rows that wait, and the rounds that are left."""
        return self._waiting, self._rounds_left

    def take_up(self, snapshot: tuple[Ints, int]) -> None:
        """Go on from a snapshot."""
        self._waiting, self._rounds_left = snapshot
