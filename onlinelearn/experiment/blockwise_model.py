"""A model whose examples lie in files: it learns from one block of rows after the other.

Rounds, and so all bits, are those of the same stream in memory.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Bools, Ints, Targets
from onlinelearn.base.large_arrays import parts, zeros
from onlinelearn.base.read_ahead import read_ahead
from onlinelearn.datasets.stored.stored_rows import StoredRows, in_a_row
from onlinelearn.experiment.models import StreamModel
from onlinelearn.learners.engine.delayed import NOT_YET
from onlinelearn.learners.engine.model import Counts
from onlinelearn.learners.theory.known_target import KnownTarget


class BlockwiseModel:
    """A model of a stream; of the rows of X, those of a block are in memory while it looks at them."""

    def __init__(self, model: StreamModel, rows_per_call: int = 1) -> None:
        """`rows_per_call` is how many rows the model takes together: a block has a multiple of them."""
        self.model, self._rows_per_call = model, rows_per_call

    def learn(
        self,
        X: StoredRows,
        y: Targets,
        order: Ints,
        touched: Bools,
        shown: Bools | None = None,
        missed: Bools | None = None,
    ) -> Counts:
        """Stream these rows, block by block."""
        counts = Counts(0, 0)
        for rows, examples in self._read(X, order):
            changed, seen = touched[rows], None if shown is None else shown[rows]
            here, wrong = np.arange(len(changed)), np.empty(len(changed), np.bool_)
            counts = _sum(counts, self.model.learn(examples, y[rows], here, changed, seen, wrong))
            touched[rows] = changed
            if missed is not None:
                missed[rows] = wrong
        return counts

    def learn_delayed(
        self, X: StoredRows, y: Targets, order: Ints, due: Ints, touched: Bools, missed: Bools
    ) -> Counts:
        """Predict the rows of `order`; after each, learn from the row of `due` whose label comes then."""
        counts = Counts(0, 0)
        size = self._size(X)
        for start in range(0, max(len(order), 1), size):
            predicted = order[start : start + size]
            coming = due[start : start + size]
            learnt = coming != NOT_YET
            rows, here = np.unique(np.concatenate([predicted, coming[learnt]]), return_inverse=True)
            due_here = np.full(len(predicted), NOT_YET, np.int64)
            due_here[learnt] = here[len(predicted) :]
            changed, wrong = touched[rows], missed[rows]
            counts = _sum(
                counts,
                self.model.learn_delayed(X[rows], y[rows], here[: len(predicted)], due_here, changed, wrong),
            )
            touched[rows], missed[rows] = changed, wrong
        return counts

    def learn_without_predicting(self, X: StoredRows, y: Targets, order: Ints, touched: Bools) -> Counts:
        """Learn from rows that were predicted before: their mistakes are counted already."""
        counts = Counts(0, 0)
        for rows in self._blocks(X, order):
            changed = touched[rows]
            learnt = self.model.learn_without_predicting(X[rows], y[rows], np.arange(len(changed)), changed)
            counts = _sum(counts, learnt)
            touched[rows] = changed
        return counts

    def predict(self, X: StoredRows) -> Targets:
        """Class numbers, real values, or the places of labels."""
        found: Targets = self.model.predict(X.example)
        predicted = zeros((len(X), *found.shape[1:]), found.dtype)
        for block in X.blocks():
            predicted[block] = self.model.predict(X[block])
        return predicted

    def wrong(self, predicted: Targets, y: Targets) -> Bools:
        """Which predictions are mistakes."""
        wrong = zeros(len(y), np.bool_)
        for part in parts(len(y)):
            wrong[part] = self.model.wrong(predicted[part], y[part])
        return wrong

    def fingerprint(self) -> bytes:
        """Bytes that differ where two models do, as far as that can be seen."""
        return self.model.fingerprint()

    def measures(self) -> Mapping[str, float]:
        """Further metrics of the learner, by their names."""
        return self.model.measures()

    def target_measures(self, known: KnownTarget) -> Mapping[str, float]:
        """The metrics of theory, where the target is known, by their names."""
        return self.model.target_measures(known)

    def snapshot(self) -> Any:
        """All that learning has changed."""
        return self.model.snapshot()

    def take_up(self, snapshot: Any) -> None:
        """Go on from a snapshot."""
        self.model.take_up(snapshot)

    def _read(self, X: StoredRows, order: Ints) -> Iterator[tuple[Ints | slice, Any]]:
        """The rows of an order, block by block, with what X has there.

        Where that takes work, a block is made while the model learns from the one before.
        """
        size = self._size(X)
        as_they_lie = not X.changes and isinstance(in_a_row(order[:size]), slice)
        blocks = ((rows, X[rows]) for rows in self._blocks(X, order))
        return blocks if as_they_lie or len(order) <= size else read_ahead(blocks)

    def _size(self, X: StoredRows) -> int:
        """The rows of a block: whole calls."""
        return max(X.block_rows // self._rows_per_call, 1) * self._rows_per_call

    def _blocks(self, X: StoredRows, order: Ints) -> Iterator[Ints | slice]:
        """The rows of an order, as many at a time as a block has; once, if there are none: that compiles."""
        size = self._size(X)
        for start in range(0, max(len(order), 1), size):
            yield in_a_row(order[start : start + size])


def _sum(a: Counts, b: Counts) -> Counts:
    updates = None if a.updates is None or b.updates is None else a.updates + b.updates
    return Counts(a.mistakes + b.mistakes, updates)
