"""Models as the protocol streams them: the interface, and an adapter for estimators that are not ours."""

import inspect
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Targets
from onlinelearn.learners.engine.model import Counts
from onlinelearn.learners.theory.known_target import KnownTarget


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
    """Any object with `partial_fit` and `predict`. All that is known of it is what it predicts."""

    def __init__(self, estimator: Any, n_classes: int) -> None:
        self.estimator = estimator
        # River's models learn the classes from the labels; scikit-learn's must be told at first.
        takes_classes = "classes" in inspect.signature(estimator.partial_fit).parameters
        self.first_time: dict[str, Any] = {"classes": np.arange(n_classes)} if takes_classes else {}
        self.predictions: list[int] = []
        self.labels = 0

    def learn(self, X: Floats, y: Ints, order: Ints, touched: Bools, shown: Bools | None = None) -> Counts:
        """Predict, compare and learn, row by row; without a label, predict only.

        Before its first label it can't predict; that counts as a mistake.
        """
        mistakes = 0
        for i in order:
            self.predictions.append(int(self.predict(X[i : i + 1])[0]) if self.labels else -1)
            mistakes += self.predictions[-1] != y[i]
            if shown is None or shown[i]:
                classes = {} if self.labels else self.first_time
                self.estimator.partial_fit(X[i : i + 1], y[i : i + 1], **classes)
                self.labels += 1
        return Counts(mistakes, None)

    def predict(self, X: Floats) -> Ints:
        """The class numbers that the estimator predicts."""
        return np.asarray(self.estimator.predict(X)).astype(np.int64)

    def wrong(self, predicted: Ints, y: Ints) -> Bools:
        """The predictions of another class."""
        wrong: Bools = predicted != y
        return wrong

    def fingerprint(self) -> bytes:
        """All predictions so far."""
        return np.array(self.predictions, np.int64).tobytes()

    def measures(self) -> Mapping[str, float]:
        """The number of labels that it has seen."""
        return {"labels": self.labels}

    def target_measures(self, known: KnownTarget) -> Mapping[str, float]:
        """Nothing: theory knows our learners only."""
        return {}
