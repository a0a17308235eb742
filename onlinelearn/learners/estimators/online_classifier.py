"""A learner of classes as a scikit-learn classifier."""

from typing import Any, Self

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from onlinelearn.base.arrays import Bools, Floats, Ints, Labels
from onlinelearn.learners import registry
from onlinelearn.learners.estimators import label_encoding
from onlinelearn.learners.estimators.one_example import BoundModel
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
        if classes is None and (one := self._only(X, y)) and self._learns_label(*one):
            return self
        return self._learn(X, y, classes)

    def learn_one(self, x: Any, y: Any, classes: Any = None) -> Self:
        """Learn from one example: the same as `partial_fit` with one row, and much quicker.

        `x` is a 1-D array, a sparse row, or a mapping from a feature's number (its name, if the model
        began with a data frame) to its value; features that it lacks are zero.

        >>> from onlinelearn import PassiveAggressive
        >>> model = PassiveAggressive().learn_one([0.0, 1.0], "no", classes=["no", "yes"])
        >>> model.learn_one({0: 1.0}, "yes").predict_one({0: 2.0, 1: 1.0})
        'yes'
        """
        own = self.__dict__
        # A round is so short that a call more, or an attribute of an estimator, takes as long as a tenth of
        # it. So here is in one piece, for an array and a plain label, what `_learns_label` does for all.
        if "_bound" in own and classes is None and type(x) is np.ndarray:
            bound: BoundModel = own["_bound"]
            learning = bound.learning.get(False)
            if learning and not learning.model.multilabel and bound.parameters == self._read_parameters(own):
                try:
                    number = own["_class_numbers"].get(y)
                except TypeError:  # no label at all
                    number = None
                if number is not None and learning.buffer.take(x):
                    learning.target[0] = number
                    mistakes, updates = learning.learn()
                    own["n_rounds_"] += 1
                    own["n_mistakes_"] += mistakes
                    own["n_updates_"] += updates
                    if self._measured:
                        self._outdate()
                    return self
        if classes is None and "_model" in own and self._learns_label(x, y):
            return self
        return self._learn(self._as_matrix(x), [y], classes)

    def _learns_label(self, x: Any, y: Any) -> bool:
        """Learn from one example the short way; False if it has to go the long way."""
        target = self._target(y)
        return target is not None and self._learns_one(x, target)

    def _target(self, y: Any) -> int | Bools | None:
        """The number of a class, or the marks of a set of them; None for what is no plain label."""
        own = self.__dict__
        numbers: dict[Any, int] = own["_class_numbers"]
        try:
            if not own["_model"].multilabel:
                return numbers.get(y)
            marks = np.zeros(len(numbers), np.bool_)
            if isinstance(y, set | frozenset):
                marks[[numbers[label] for label in y]] = True
                return marks
        except (TypeError, KeyError):  # no label at all, or none of these
            pass
        return None

    def _learn(self, X: Any, y: Any, classes: Any) -> Self:
        first = not self._is_begun()
        X, known, targets = self._validated(X, y, classes, first)
        if first:
            self.classes_ = known
            self._class_numbers = {label: number for number, label in enumerate(known.tolist())}
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
            X, y = self._checked(X, y, first, multi_output=True)
        else:
            X, y = self._checked(X, y, first)
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
        X = self._checked_rows(X)
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
        X = self._checked_rows(X)
        predicted: Labels = self.classes_[model.predict(X)]
        return predicted

    def decision_one(self, x: Any) -> Any:
        """The score of one example, positive for `classes_[1]`; with more classes, the scores of all."""
        S = self._scores_of_one(x)
        if S is None:
            S = np.atleast_2d(self.decision_function(self._as_matrix(x)))
        return float(S[0, 0]) if S.shape[1] == 1 else S[0]

    def predict_one(self, x: Any) -> Any:
        """The class of one example; of sets of labels, the row of marks that `predict` gives."""
        own = self.__dict__
        if "_bound" in own and type(x) is np.ndarray:  # in one piece, as in `learn_one`
            bound: BoundModel = own["_bound"]
            model = bound.model
            if not model.multilabel and bound.parameters == self._read_parameters(own):
                # It is taken out while in use: another thread makes one of its own meanwhile.
                scoring = bound.scoring.pop(False, None)
                if scoring:
                    valid = scoring.buffer.take(x)
                    number = model.learner.decided_one(scoring.scores()) if valid else -1
                    bound.scoring[False] = scoring
                    if valid:
                        return own["classes_"].item(number)
        S = self._scores_of_one(x)
        if S is None:
            return self.predict(self._as_matrix(x)).tolist()[0]
        if self._is_multilabel():
            return (S[0] > 0.0).astype(np.int64)
        return self.classes_.item(self._model.learner.decided_one(S))

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows that `predict` gets right; of a set of labels, every one."""
        check_is_fitted(self)
        if label_encoding.are_label_sets(y):
            _, y = label_encoding.encode_label_sets(y, self.classes_, None)
        share: float = super().score(X, y, sample_weight)
        return share

    @property
    def coef_(self) -> Floats:
        """The weights: (1, d) for two classes, else (K, d); for sets of labels always (K, d).

        A learner without weights has no such attribute.
        """
        try:
            return self._model_for("coef_").weights()
        except TypeError as none:  # a learner without weights has no such attribute
            raise AttributeError(str(none)) from none
