"""A model that learns from one row, or scores one, at the least cost: it is bound to compiled code once.

The loops are those of whole streams, so that the bits are the same. What a call for a stream does anew
each time, to find its loop and the types of all arguments, is done when the model is bound.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine import stream
from onlinelearn.learners.engine.bound_code import bound_code
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linear import LinearLearner
from onlinelearn.learners.engine.linking import frozen, link
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.row_buffer import RowBuffer, SparseRowBuffer, all_finite
from onlinelearn.learners.engine.sparse import SparseRows

ONLY = np.zeros(1, np.int64)
"""The order of a stream of one row."""


class LearningOneRow:
    """A model that learns from the row in a buffer, with the label or the real value in `target`."""

    def __init__(self, model: Model, buffer: RowBuffer) -> None:
        self.model = model
        self.buffer = buffer
        if model.multilabel:
            self.target: Any = np.zeros((1, model.state.K), np.bool_)
        else:
            self.target = np.zeros(1, np.float64 if model.learner.kind == "regression" else np.int64)
        self._fixed = (frozen(self.target), frozen(ONLY), np.zeros(1, np.bool_), np.zeros(1, np.bool_))
        self._bind()

    def _bind(self) -> None:
        model, rows = self.model, self.buffer.rows
        self._state, self._rows = model.state, rows
        arguments = (model.state, model.learner.constants(), rows, *self._fixed)
        self._stream = bound_code(model.linked(stream.stream, self.buffer.X), arguments)
        self._is_finite = _watch(model, self.buffer)

    def _bind_anew(self) -> None:
        """Bind to what was replaced, if anything was: a state is often a new tuple of the same arrays."""
        if not _same_arrays(self.model.state, self._state) or self.buffer.rows is not self._rows:
            self._bind()
        self._state = self.model.state

    def learn(self) -> tuple[int, int]:
        """Make one round; return its (mistakes, updates)."""
        model, buffer = self.model, self.buffer
        if model.reserves:
            model.reserve(1, buffer.held)
        if model.state is not self._state or buffer.rows is not self._rows:
            self._bind_anew()
        model.labels += 1
        counts: tuple[int, int] = self._stream()
        if not self._is_finite():
            raise model.overflow()
        return counts


class ScoringOneRow:
    """A model that scores the row in a buffer."""

    def __init__(self, model: Model, buffer: RowBuffer) -> None:
        self.model = model
        self.buffer = buffer
        learner = model.learner
        self._is_bound = type(learner).scores is LinearLearner.scores and not learner.average
        if self._is_bound:
            self._bind()

    def _bind(self) -> None:
        model, buffer = self.model, self.buffer
        learner, state = model.learner, model.state
        assert isinstance(learner, LinearLearner)
        self._state, self._rows = state, buffer.rows
        self._S = np.empty((1, state.K))
        arguments = (learner.scoring_weights(state), buffer.rows, np.empty_like(state.s), self._S)
        self._score = bound_code(learner.linked_scores(buffer.X), arguments)

    def scores(self) -> Floats:
        """(1, 1) for two classes, else (1, K): valid until the next call."""
        model, buffer = self.model, self.buffer
        if not self._is_bound:
            return model.scores(buffer.matrix())
        if not _same_arrays(model.state, self._state) or buffer.rows is not self._rows:
            self._bind()
        self._score()
        return self._S


def _same_arrays(state: Any, before: Any) -> bool:
    """Whether no part of the state has been replaced: code that is bound to it is still right."""
    return state is before or all(now is was for now, was in zip(state, before, strict=True))


def features_finite(W: Floats, X: SparseRows) -> bool:
    """Whether the weights of the row's features are finite, and the first, where an overflow is marked."""
    strange = False
    for k in range(W.shape[1]):
        strange |= not abs(W[0, k]) < np.inf
    for t in range(X.starts[1]):
        for k in range(W.shape[1]):
            strange |= not abs(W[X.features[t], k]) < np.inf
    return not strange


def _watch(model: Model, buffer: RowBuffer) -> Callable[[], bool]:
    """What `Learner.finite` answers after a round; compiled, where that only looks at plain weights."""
    learner, current = model.learner, model.current_state
    cls = type(learner)
    plain = cls.finite in (Learner.finite, LinearLearner.finite)
    if not (plain and learner.model_numbers(current) is current.W):
        return lambda: learner.finite(model.current_state, buffer.X, ONLY)
    W = frozen(current.W)
    if isinstance(buffer, SparseRowBuffer) and cls.finite is not Learner.finite:
        return bound_code(link(features_finite, "row"), (W, buffer.rows))
    return bound_code(link(all_finite, "row"), (W.reshape(-1),))
