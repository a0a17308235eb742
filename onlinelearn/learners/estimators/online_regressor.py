"""A learner of real targets as a scikit-learn regressor."""

from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import validate_data

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator


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
        first = not self._is_begun()
        X, y = validate_data(self, X, y, **self._row_checks(), y_numeric=True, reset=first)
        if first:
            self._begin(0, X.shape[1])
        self._stream(X, y.astype(np.float64))
        return self

    def predict(self, X: Any) -> Floats:
        """w·x of each row."""
        model = self._fitted_model()
        X = validate_data(self, X, **self._row_checks(), reset=False)
        predicted: Floats = model.predict(X)
        return predicted

    @property
    def coef_(self) -> Floats:
        """The weights: (d,)."""
        weights: Floats = self._model_for("coef_").weights()[0]
        return weights
