"""Models as the protocol streams them: the interface, and an adapter for estimators that are not ours."""

import inspect
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Targets
from onlinelearn.learners.engine.delayed import NOT_YET
from onlinelearn.learners.engine.model import Counts
from onlinelearn.learners.foreign_options import ForeignOptions
from onlinelearn.learners.theory.known_target import KnownTarget

ROW_BY_ROW = ForeignOptions()

UNKNOWN = -1
"""The prediction before the first label, which is always wrong."""


class StreamModel(Protocol):
    """A model that learns from a stream, ours or another's."""

    def learn(
        self,
        X: Floats,
        y: Targets,
        order: Ints,
        touched: Bools,
        shown: Bools | None = None,
        missed: Bools | None = None,
    ) -> Counts:
        """Stream these rows; mark in `touched` those that changed the model, where that is known.

        `missed` is told of each row whether its round was a mistake.
        """

    def learn_delayed(
        self, X: Floats, y: Targets, order: Ints, due: Ints, touched: Bools, missed: Bools
    ) -> Counts:
        """Predict the rows of `order`; after each, learn from the row of `due` whose label comes then."""

    def learn_without_predicting(self, X: Floats, y: Targets, order: Ints, touched: Bools) -> Counts:
        """Learn from rows that were predicted before: their mistakes are counted already."""

    def predict(self, X: Floats) -> Targets:
        """Class numbers, real values, or the places of labels."""

    def wrong(self, predicted: Targets, y: Targets) -> Bools:
        """Which predictions are mistakes."""

    def fingerprint(self) -> bytes:
        """Bytes that differ where two models do, as far as that can be seen."""

    def measures(self) -> Mapping[str, float]:
        """Further metrics of the learner, by their names."""

    def target_measures(self, known: KnownTarget) -> Mapping[str, float]:
        """The metrics of theory, where the target is known, by their names."""

    def snapshot(self) -> Any:
        """All that learning has changed, and that a fresh model of the same learner needs to go on."""

    def take_up(self, snapshot: Any) -> None:
        """Go on from a snapshot."""


class ForeignModel:
    """Any object with `partial_fit` and `predict`. What is known of it is what it predicts,
    and whether it changed, where its weights can be seen.
    """

    def __init__(self, estimator: Any, n_classes: int, options: ForeignOptions = ROW_BY_ROW) -> None:
        self.estimator = estimator
        self.options = options
        self.target_type: type[np.generic] = np.int64 if n_classes else np.float64
        # River's models learn the classes from the labels; scikit-learn's must be told at first.
        takes_classes = n_classes and "classes" in inspect.signature(estimator.partial_fit).parameters
        self.first_time: dict[str, Any] = {"classes": np.arange(n_classes)} if takes_classes else {}
        self.predictions: list[Any] = []
        self.labels = 0
        self.weights: bytes | None = None

    def learn(
        self,
        X: Floats,
        y: Targets,
        order: Ints,
        touched: Bools,
        shown: Bools | None = None,
        missed: Bools | None = None,
    ) -> Counts:
        """Predict, compare and learn, some rows at a time; without a label, predict only.

        Before its first label it can't predict; that counts as a mistake.
        """
        missed = np.empty(len(touched), np.bool_) if missed is None else missed
        at_once = self.options.rows_per_call
        if at_once == 1:
            due = order if shown is None else np.where(shown[order], order, NOT_YET)
            return self.learn_delayed(X, y, order, due, touched, missed)
        mistakes = 0
        for start in range(0, len(order), at_once):
            rows = order[start : start + at_once]
            mistakes += self._predict_rows(X, y, rows, missed)
            known = rows if shown is None else rows[shown[rows]]
            if len(known):
                self.learn_in_one_call(X[known], y[known])
        return Counts(mistakes, None)  # which rows of a call changed the weights can't be seen

    def learn_delayed(
        self, X: Floats, y: Targets, order: Ints, due: Ints, touched: Bools, missed: Bools
    ) -> Counts:
        """The same, row by row, where after each prediction another row's label may come."""
        mistakes, updates = 0, 0
        for t, j in enumerate(due):
            mistakes += self._predict_rows(X, y, order[t : t + 1], missed)
            if j != NOT_YET:
                updates += self._learn_row(X, y, j, touched)
        return Counts(mistakes, None if self.weights is None else updates)

    def learn_without_predicting(self, X: Floats, y: Targets, order: Ints, touched: Bools) -> Counts:
        """Learn from rows that were predicted before."""
        updates = sum(self._learn_row(X, y, j, touched) for j in order)
        return Counts(0, None if self.weights is None else updates)

    def _predict_rows(self, X: Floats, y: Targets, rows: Ints, missed: Bools) -> int:
        """Predict these rows, note which of them are mistakes, and return how many are."""
        if self.labels:
            predicted = self.predict(X[rows])
            missed[rows] = self.wrong(predicted, y[rows])
        else:
            predicted = np.full(len(rows), UNKNOWN, self.target_type)
            missed[rows] = True
        self.predictions += predicted.tolist()
        return int(missed[rows].sum())

    def _learn_row(self, X: Floats, y: Targets, j: int, touched: Bools) -> bool:
        """Learn from one row, and say whether weights that can be seen have changed."""
        self.learn_in_one_call(X[[j]], y[[j]])
        before, self.weights = self.weights, visible_weights(self.estimator)
        changed = self.weights != before
        touched[j] |= changed
        return changed

    def learn_in_one_call(self, X: Floats, y: Targets) -> None:
        """Learn from these rows. Only the first call is told the classes."""
        classes = {} if self.labels else self.first_time
        self.estimator.partial_fit(X, y, **classes)
        self.labels += len(y)

    def predict(self, X: Floats) -> Targets:
        """The class numbers, or the real values, that the estimator predicts."""
        return np.asarray(self.estimator.predict(X)).astype(self.target_type).ravel()

    def wrong(self, predicted: Targets, y: Targets) -> Bools:
        """The predictions of another class, or of a value that is too far off."""
        if self.target_type is np.int64:
            return np.asarray(predicted != y)
        near: Bools = np.abs(y - predicted) <= self.options.tolerance
        return ~near  # what is no number is wrong, too

    def fingerprint(self) -> bytes:
        """All predictions so far."""
        return np.array(self.predictions, self.target_type).tobytes()

    def measures(self) -> Mapping[str, float]:
        """The number of labels that it has seen."""
        return {"labels": self.labels}

    def target_measures(self, known: KnownTarget) -> Mapping[str, float]:
        """Nothing: theory knows our learners only."""
        return {}

    def snapshot(self) -> Any:
        """The estimator, and what is known of it."""
        return self.estimator, self.predictions, self.labels, self.weights

    def take_up(self, snapshot: Any) -> None:
        """Go on from a snapshot."""
        self.estimator, self.predictions, self.labels, self.weights = snapshot


def visible_weights(estimator: Any) -> bytes | None:
    """The bits of an estimator's weights, by scikit-learn's names for them or River's; None if hidden."""
    model = getattr(estimator, "model", estimator)
    if (coef := getattr(model, "coef_", None)) is not None:
        return np.asarray(coef).tobytes() + np.asarray(getattr(model, "intercept_", 0.0)).tobytes()
    if isinstance(weights := getattr(model, "weights", None), Mapping):
        return repr((sorted(weights.items()), getattr(model, "intercept", None))).encode()
    return None
