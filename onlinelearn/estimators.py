"""The learners as scikit-learn estimators: what `from onlinelearn import IELLIP` gives.

Kept apart from the learners themselves because importing scikit-learn takes over a second, which
nobody who runs a config needs to wait for.
"""

from functools import cache
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from onlinelearn import parameters
from onlinelearn.learners.learner import Learner
from onlinelearn.learners.model import Model
from onlinelearn.types import Floats, Ints, Labels


class OnlineClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The estimator's interface; a learner is mixed in by `estimator`."""

    _model: Model
    classes_: Labels

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        assert isinstance(self, Learner)
        tags.classifier_tags.poor_score = self.poor_score
        return tags

    def fit(self, X: Any, y: Any) -> Self:
        """Start anew and make one pass over the rows in the order given."""
        self.__dict__.pop("_model", None)
        return self.partial_fit(X, y)

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn from the rows in the order given, going on from where the last call ended.

        `classes` are all the labels that will ever come; without it, those of the first call.
        """
        parameters.check(self)
        first = not hasattr(self, "_model")
        X, y = validate_data(self, X, y, dtype=np.float64, order="C", reset=first)
        known = self._first_classes(y, classes) if first else self._same_classes(classes)
        numbers = _numbers(known, y)
        if first:
            self.classes_ = known
            learner: Any = self  # which it is: see `estimator`
            self._model = Model(learner, len(known), X.shape[1])
            self.n_rounds_ = self.n_mistakes_ = self.n_updates_ = 0
        counts = self._model.learn(X, numbers, np.arange(len(X)), np.zeros(len(X), np.bool_))
        self.n_rounds_ += len(X)
        self.n_mistakes_ += counts.mistakes
        self.n_updates_ += counts.updates or 0
        self.__dict__.update(self._model.learner.counted(self._model.state))
        return self

    def _first_classes(self, y: Labels, classes: Any) -> Labels:
        if y.dtype.kind not in "biuUS":  # these can only be labels, and the check costs a millisecond
            check_classification_targets(y)
        known: Labels = np.unique(y if classes is None else classes)
        if len(known) < 2:
            raise ValueError(
                f"{type(self).__name__} needs at least two classes, and got one class: "
                f"{known[0]!r}; name them all with partial_fit(X, y, classes=...)"
            )
        return known

    def _same_classes(self, classes: Any) -> Labels:
        if classes is not None and not np.array_equal(np.unique(classes), self.classes_):
            raise ValueError(f"classes={classes!r} is not the same as on the first call: {self.classes_!r}")
        return self.classes_

    def decision_function(self, X: Any) -> Floats:
        """The scores: (n,) for two classes, positive for `classes_[1]`; else (n, K)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        S = self._model.scores(X)
        return S[:, 0] if S.shape[1] == 1 else S

    def predict(self, X: Any) -> Labels:
        """The class with the highest score; ties go to the first in `classes_`."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        predicted: Labels = self.classes_[self._model.predict(X)]
        return predicted

    @property
    def coef_(self) -> Floats:
        """The weights: (1, d) for two classes, else (K, d)."""
        if not hasattr(self, "_model"):
            raise AttributeError(f"this {type(self).__name__} is not fitted yet: it has no coef_")
        return self._model.learner.weights(self._model.state)


def _numbers(classes: Labels, y: Labels) -> Ints:
    """Labels as class numbers."""
    numbers = np.searchsorted(classes, y)
    np.minimum(numbers, len(classes) - 1, out=numbers)
    strange = classes[numbers] != y
    if strange.any():
        raise ValueError(f"label {y[strange][0]!r} is not among the classes {classes!r}")
    return numbers


@cache
def estimator(learner: type[Learner]) -> type[OnlineClassifier]:
    """The learner's class with scikit-learn's interface around it."""
    body = {"__module__": __name__.partition(".")[0], "__doc__": learner.__doc__}
    return type(learner.__name__, (learner, OnlineClassifier), body)
