"""What the protocol asks of a model, and any estimator dressed as one."""

import inspect
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Targets
from onlinelearn.learners.engine.model import Counts
from onlinelearn.learners.theory.known_target import KnownTarget


class Learning(Protocol):
    """What the protocol asks of a model, ours or another's."""

    def learn(
        self, X: Floats, y: Targets, order: Ints, touched: Bools, shown: Bools | None = None
    ) -> Counts: ...

    def predict(self, X: Floats) -> Targets:
        """Class numbers, real values, or the places of labels."""

    def wrong(self, predicted: Targets, y: Targets) -> Bools:
        """Which predictions are mistakes."""

    def fingerprint(self) -> bytes:
        """The bits of the model, or what is known of them."""

    def measures(self) -> Mapping[str, float]:
        """What is known beside mistakes and updates, by the metric's name."""

    def target_measures(self, known: KnownTarget) -> Mapping[str, float]:
        """What theory says where the target is known, by the metric's name."""


class Foreign:
    """Any object with `partial_fit` and `predict`: told apart only by its predictions."""

    def __init__(self, estimator: Any, n_classes: int) -> None:
        self.estimator = estimator
        # River's models learn the classes from the labels; scikit-learn's must be told at first.
        takes_classes = "classes" in inspect.signature(estimator.partial_fit).parameters
        self.first_time: dict[str, Any] = {"classes": np.arange(n_classes)} if takes_classes else {}
        self.said: list[int] = []
        self.labels = 0

    def learn(self, X: Floats, y: Ints, order: Ints, touched: Bools, shown: Bools | None = None) -> Counts:
        """Predict, compare, learn, row by row. Before it has learnt there is nothing to predict by.

        Where the label is not shown, it only predicts.
        """
        mistakes = 0
        for i in order:
            self.said.append(int(self.predict(X[i : i + 1])[0]) if self.labels else -1)
            mistakes += self.said[-1] != y[i]
            if shown is None or shown[i]:
                classes = {} if self.labels else self.first_time
                self.estimator.partial_fit(X[i : i + 1], y[i : i + 1], **classes)
                self.labels += 1
        return Counts(mistakes, None)

    def predict(self, X: Floats) -> Ints:
        """The estimator's own word."""
        return np.asarray(self.estimator.predict(X)).astype(np.int64)

    def wrong(self, predicted: Ints, y: Ints) -> Bools:
        """Those of another class."""
        wrong: Bools = predicted != y
        return wrong

    def fingerprint(self) -> bytes:
        """All that it has predicted so far."""
        return np.array(self.said, np.int64).tobytes()

    def measures(self) -> Mapping[str, float]:
        """How many labels it was told."""
        return {"labels": self.labels}

    def target_measures(self, known: KnownTarget) -> Mapping[str, float]:
        """Nothing is known of it."""
        return {}
