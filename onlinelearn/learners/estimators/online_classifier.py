"""A learner of classes as a scikit-learn classifier."""

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from onlinelearn.base.arrays import Bools, Floats, Ints, Labels
from onlinelearn.learners import registry
from onlinelearn.learners.estimators import label_encoding
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator


class OnlineClassifier(ClassifierMixin, OnlineEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The interface of learners of classes."""

    classes_: Labels

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = self._learner_class.poor_score
        tags.classifier_tags.multi_label = self._learner_class.multilabel
        tags.input_tags.sparse = self._takes_sparse()
        return tags

    def fit(self, X: Any, y: Any) -> Self:
        """Start anew and make one pass over the rows in the order given; `y` as in `partial_fit`."""
        self._forget()
        return self._learn(X, y, None)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn from the rows in the order given, going on from where the last call ended.

        `y` has a label for each row, or a set of labels: as an indicator matrix (n, K) of 0 and 1
        (sparse too), or as a list of sets, lists or tuples. A list of equally long rows of 0 and 1
        is an indicator matrix, as scikit-learn reads it; a list of sets never is.

        `classes` are all the labels that will ever come; without it, those of the first call. With
        sets of labels, `classes_` has them in the order given, and they name the columns of an
        indicator matrix; without it these are 0 to K - 1.
        """
        return self._learn(X, y, classes)

    def _learn(self, X: Any, y: Any, classes: Any) -> Self:
        first = not self._is_begun()
        X, known, targets = self._validated(X, y, classes, first)
        if first:
            self.classes_ = known
            self._begin(len(known), X.shape[1], multilabel=targets.ndim == 2)
        self._stream(X, targets)
        return self

    def _validated(self, X: Any, y: Any, classes: Any, first: bool) -> tuple[Floats, Labels, Ints | Bools]:
        """The rows, the classes, and for each row the number of its class or the marks of its set."""
        sets = label_encoding.are_label_sets(y)
        self._refuse_other_kind(sets, first)
        known = None if first else self.classes_
        if sets:
            known, y = label_encoding.encode_label_sets(y, known, classes)
            X, y = validate_data(self, X, y, **self._row_checks(), multi_output=True, reset=first)
        else:
            X, y = validate_data(self, X, y, **self._row_checks(), reset=first)
            known, y = label_encoding.encode_labels(y, known, classes)
        return X, known, y

    def _refuse_other_kind(self, sets: bool, first: bool) -> None:
        """Only some learners learn from sets of labels, and a model stays with what it began with."""
        name = type(self).__name__
        if sets and not self._learner_class.multilabel:
            able = ", ".join(learner.__name__ for learner in registry().values() if learner.multilabel)
            raise ValueError(f"{name} learns from one label for each example; for sets of labels use {able}")
        if not first and sets != self._is_multilabel():
            had, got = ("one label", "a set") if sets else ("sets of labels", "one")
            raise ValueError(
                f"this {name} began with {had} for each example, and now got {got}; fit starts anew"
            )

    def decision_function(self, X: Any) -> Floats:
        """The scores: (n,) for two classes, positive for `classes_[1]`; else (n, K).

        Sets of labels: always (n, K); the higher the score, the more relevant the label.
        """
        model = self._fitted_model()
        X = validate_data(self, X, **self._row_checks(), reset=False)
        S = model.scores(X)
        return S[:, 0] if S.shape[1] == 1 else S

    def predict(self, X: Any) -> Labels:
        """The class with the highest score; ties go to the first in `classes_`.

        Sets of labels: an indicator matrix of the labels with a score above zero. An update adds to
        one class what it takes from another, so that from W = 0 the K scores of a row have the sum
        zero: these are the labels above the average.
        """
        model = self._fitted_model()
        if self._is_multilabel():
            relevant: Labels = (self.decision_function(X) > 0.0).astype(np.int64)
            return relevant
        X = validate_data(self, X, **self._row_checks(), reset=False)
        predicted: Labels = self.classes_[model.predict(X)]
        return predicted

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows that `predict` gets right; of a set of labels, every one."""
        check_is_fitted(self)
        if label_encoding.are_label_sets(y):
            _, y = label_encoding.encode_label_sets(y, self.classes_, None)
        share: float = super().score(X, y, sample_weight)
        return share

    @property
    def coef_(self) -> Floats:
        """The weights: (1, d) for two classes, else (K, d); for sets of labels always (K, d)."""
        try:
            return self._model_for("coef_").weights()
        except TypeError as none:  # a learner without weights has no such attribute
            raise AttributeError(str(none)) from none
