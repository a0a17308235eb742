"""Models as the protocol streams them: the interface, and an adapter for estimators that are not ours."""

import inspect
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Targets
from onlinelearn.learners.engine.delayed import NOT_YET
from onlinelearn.learners.engine.model import Counts
from onlinelearn.learners.theory.known_target import KnownTarget


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


class ForeignModel:
    """Any object with `partial_fit` and `predict`. What is known of it is what it predicts,
    and whether it changed, where its weights can be seen.
    """

    def __init__(self, estimator: Any, n_classes: int) -> None:
        self.estimator = estimator
        # River's models learn the classes from the labels; scikit-learn's must be told at first.
        takes_classes = "classes" in inspect.signature(estimator.partial_fit).parameters
        self.first_time: dict[str, Any] = {"classes": np.arange(n_classes)} if takes_classes else {}
        self.predictions: list[int] = []
        self.labels = 0
        self.weights: bytes | None = None

    def learn(
        self,
        X: Floats,
        y: Ints,
        order: Ints,
        touched: Bools,
        shown: Bools | None = None,
        missed: Bools | None = None,
    ) -> Counts:
        """Predict, compare and learn, row by row; without a label, predict only.

        Before its first label it can't predict; that counts as a mistake.
        """
        due = order if shown is None else np.where(shown[order], order, NOT_YET)
        unread = np.empty(len(touched), np.bool_)
        return self.learn_delayed(X, y, order, due, touched, unread if missed is None else missed)

    def learn_delayed(
        self, X: Floats, y: Ints, order: Ints, due: Ints, touched: Bools, missed: Bools
    ) -> Counts:
        """The same, where after each prediction another row's label may come."""
        mistakes, updates = 0, 0
        for i, j in zip(order, due, strict=True):
            self.predictions.append(int(self.predict(X[i : i + 1])[0]) if self.labels else -1)
            missed[i] = self.predictions[-1] != y[i]
            mistakes += int(missed[i])
            if j != NOT_YET:
                updates += self._learn_row(X, y, j, touched)
        return Counts(mistakes, None if self.weights is None else updates)

    def learn_without_predicting(self, X: Floats, y: Ints, order: Ints, touched: Bools) -> Counts:
        """Learn from rows that were predicted before."""
        updates = sum(self._learn_row(X, y, j, touched) for j in order)
        return Counts(0, None if self.weights is None else updates)

    def _learn_row(self, X: Floats, y: Ints, j: int, touched: Bools) -> bool:
        """Learn from one row, and say whether weights that can be seen have changed."""
        classes = {} if self.labels else self.first_time
        before = self.weights
        self.estimator.partial_fit(X[j : j + 1], y[j : j + 1], **classes)
        self.labels += 1
        self.weights = visible_weights(self.estimator)
        changed = self.weights != before
        touched[j] |= changed
        return changed

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


def visible_weights(estimator: Any) -> bytes | None:
    """The bits of an estimator's weights, by scikit-learn's names for them or River's; None if hidden."""
    model = getattr(estimator, "classifier", estimator)
    if (coef := getattr(model, "coef_", None)) is not None:
        return np.asarray(coef).tobytes() + np.asarray(getattr(model, "intercept_", 0.0)).tobytes()
    if isinstance(weights := getattr(model, "weights", None), Mapping):
        return repr((sorted(weights.items()), getattr(model, "intercept", None))).encode()
    return None
