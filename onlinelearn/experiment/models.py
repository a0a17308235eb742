"""Models as the protocol streams them: the interface, and an adapter for estimators that are not ours."""

import inspect
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Targets
from onlinelearn.learners.engine.model import Counts
from onlinelearn.learners.foreign_options import ForeignOptions
from onlinelearn.learners.theory.known_target import KnownTarget

ROW_BY_ROW = ForeignOptions()

UNKNOWN = -1
"""The prediction before the first label, which is always wrong."""


class StreamModel(Protocol):
    """A model that learns from a stream, ours or another's."""

    def learn(self, X: Floats, y: Targets, order: Ints, touched: Bools, shown: Bools | None = None) -> Counts:
        """Stream these rows; mark in `touched` those that changed the model, where that is known."""

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

    def learn(self, X: Floats, y: Targets, order: Ints, touched: Bools, shown: Bools | None = None) -> Counts:
        """Predict, compare and learn, some rows at a time; without a label, predict only.

        Before its first label it can't predict; that counts as a mistake.
        """
        at_once = self.options.rows_per_call
        mistakes, updates = 0, 0
        for start in range(0, len(order), at_once):
            rows = order[start : start + at_once]
            predicted = (
                self.predict(X[rows]) if self.labels else np.full(len(rows), UNKNOWN, self.target_type)
            )
            self.predictions += predicted.tolist()
            mistakes += int(self.wrong(predicted, y[rows]).sum()) if self.labels else len(rows)
            known = rows if shown is None else rows[shown[rows]]
            if len(known):
                classes = {} if self.labels else self.first_time
                self.estimator.partial_fit(X[known], y[known], **classes)
                self.labels += len(known)
                if at_once == 1:  # which rows of a call changed the weights can't be seen
                    before, self.weights = self.weights, visible_weights(self.estimator)
                    changed = self.weights != before
                    updates += changed
                    touched[known] |= changed
        return Counts(mistakes, None if self.weights is None else updates)

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


def visible_weights(estimator: Any) -> bytes | None:
    """The bits of an estimator's weights, by scikit-learn's names for them or River's; None if hidden."""
    model = getattr(estimator, "model", estimator)
    if (coef := getattr(model, "coef_", None)) is not None:
        return np.asarray(coef).tobytes() + np.asarray(getattr(model, "intercept_", 0.0)).tobytes()
    if isinstance(weights := getattr(model, "weights", None), Mapping):
        return repr((sorted(weights.items()), getattr(model, "intercept", None))).encode()
    return None
