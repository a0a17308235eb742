"""Linear learners: their state, their base class, and the geometry that their steps are written in."""

from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Key, is_sparse, numbers_held
from onlinelearn.learners.engine.geometry import (
    belongs,
    dot,
    leaders,
    look,
    move,
    move_all,
    nudge,
    peek,
    put,
    row,
    score,
    squared_norm,
    stretch,
)
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.sparse import readable, row_layers

__all__ = [
    "Course",
    "Linear",
    "LinearLearner",
    "belongs",
    "course",
    "dot",
    "leaders",
    "look",
    "move",
    "move_all",
    "nudge",
    "peek",
    "put",
    "row",
    "score",
    "squared_norm",
    "stretch",
]

GATHER_COST = 8
"""Roughly how many weights one goes through in the time that it takes to pick one out."""


class Linear(NamedTuple):
    """The state of a first-order learner."""

    W: Floats  # (d, columns): the weights, feature by feature
    s: Floats  # (columns,): the scores of the round
    tau: Floats  # (columns,): the steps of the round, where it has one for each class
    K: int  # the number of columns in use: 1 (binary) or the number of classes


class Course(NamedTuple):
    """The state of a first-order learner that keeps account of its course."""

    W: Any  # (d, columns), or weights of another form
    s: Floats  # (columns,)
    tau: Floats  # (columns,)
    K: int
    t: Floats  # (1,): the rounds or the updates so far, whichever it counts


def course(state: Linear) -> Course:
    """The beginning of a course."""
    return Course(*state, np.zeros(1))


def fill_scores(W: Floats, X: Floats, s: Floats, S: Floats) -> None:
    """The template that fills S with the scores of all rows of X."""
    for i in range(S.shape[0]):
        peek(W, row(X, i), s)
        for k in range(S.shape[1]):
            S[i, k] = s[k]


class LinearLearner(Learner):
    """A learner with linear scores that starts from W = 0."""

    linear = True
    sparse = True

    def start(self, columns: int, n_features: int, key: Key) -> Any:
        """W = 0 and room for the scores of a round."""
        padded = 1 if columns == 1 else -(-columns // 4) * 4
        return Linear(np.zeros((n_features, padded)), np.zeros(padded), np.zeros(padded), columns)

    def model_numbers(self, state: Any) -> Floats:
        """The weights."""
        W: Floats = state.W
        return W

    def finite(self, state: Any, X: Any, order: Ints) -> bool:
        """Sparse rows change the weights of their features alone, and that one where a norm overflows."""
        if not is_sparse(X) or GATHER_COST * (len(order) + numbers_held(X, order)) >= X.shape[1]:
            return super().finite(state, X, order)
        features = [X.indices[X.indptr[i] : X.indptr[i + 1]] for i in order]
        return bool(np.isfinite(self.weight_rows(state, np.concatenate([[0], *features]))).all())

    def weight_rows(self, state: Any, features: Ints) -> Floats:
        """The weights of these features, where an overflow shows."""
        rows: Floats = state.W[features]
        return rows

    def scores(self, state: Any, X: Floats) -> Floats:
        """Each by the same sum as in a round."""
        S = np.empty((X.shape[0], state.K))
        self.linked_scores(X)(self.scoring_weights(state), readable(X), np.empty_like(state.s), S)
        return S

    def linked_scores(self, X: Floats) -> Any:
        """`fill_scores` for rows of this kind, compiled."""
        return link(fill_scores, "linear", (*row_layers(X), *self.weight_layers()))

    def scoring_weights(self, state: Any) -> Any:
        """The weights for `fill_scores`; what it writes to is new, since threads may score at once."""
        return state.W

    def weights(self, state: Any) -> Floats:
        """The columns in use, a row for each class."""
        return np.array(state.W[:, : state.K].T, order="C")  # a copy: the stream goes on
