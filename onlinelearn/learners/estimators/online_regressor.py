"""A learner of real targets as a scikit-learn regressor."""

from math import isfinite
from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils import assert_all_finite

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator

REAL = (float, int, np.floating, np.integer)
"""The types of a real target."""


class OnlineRegressor(RegressorMixin, OnlineEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The interface of learners of real targets."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.regressor_tags.poor_score = self._learner_class.poor_score
        tags.input_tags.sparse = self._takes_sparse()
        return tags

    def fit(self, X: Any, y: Any) -> Self:
        """Start anew and make one pass over the rows in the order given."""
        self._forget()
        return self.partial_fit(X, y)

    def partial_fit(self, X: Any, y: Any) -> Self:
        """Learn from the rows in the order given, going on from where the last call ended."""
        if (one := self._only(X, y)) and self._learns_number(*one):
            return self
        first = not self._is_begun()
        X, y = self._checked(X, y, first, y_numeric=True)
        targets = np.asarray(y, np.float64)
        assert_all_finite(targets, input_name="y")  # None among objects is NaN only now
        if first:
            self._begin(0, X.shape[1])
        self._stream(X, targets)
        return self

    def learn_one(self, x: Any, y: float) -> Self:
        """Learn from one example: the same as `partial_fit` with one row, and much quicker.

        `x` is a 1-D array, a sparse row, or a mapping from a feature's number (its name, if the model
        began with a data frame) to its value; features that it lacks are zero.
        """
        if hasattr(self, "_model") and self._learns_number(x, y):
            return self
        return self.partial_fit(self._as_matrix(x), [y])

    def _learns_number(self, x: Any, y: Any) -> bool:
        """Learn from one example the short way; False if it has to go the long way."""
        return isinstance(y, REAL) and isfinite(y) and self._learns_one(x, y)

    def predict_one(self, x: Any) -> float:
        """w·x of one example."""
        S = self._scores_of_one(x)
        return float(self.predict(self._as_matrix(x))[0] if S is None else S[0, 0])

    def predict(self, X: Any) -> Floats:
        """w·x of each row."""
        model = self._fitted_model()
        X = self._checked_rows(X)
        predicted: Floats = model.predict(X)
        return predicted

    @property
    def coef_(self) -> Floats:
        """The weights: (d,)."""
        weights: Floats = self._model_for("coef_").weights()[0]
        return weights
