"""A learner as a scikit-learn regressor."""

from typing import Any, Self

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator


class OnlineRegressor(RegressorMixin, OnlineEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The interface of learners of real targets."""

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        assert isinstance(self, Learner)
        tags.regressor_tags.poor_score = self.poor_score
        tags.input_tags.sparse = self.takes_sparse()
        return tags

    def fit(self, X: Any, y: Any) -> Self:
        """Start anew and make one pass over the rows in the order given."""
        self.__dict__.pop("_model", None)
        return self.partial_fit(X, y)

    def partial_fit(self, X: Any, y: Any) -> Self:
        """Learn from the rows in the order given, going on from where the last call ended."""
        first = self._opened()
        X, y = validate_data(self, X, y, **self._rows, y_numeric=True, reset=first)
        if first:
            self._begin(0, X.shape[1])
        self._stream(X, y.astype(np.float64))
        return self

    def predict(self, X: Any) -> Floats:
        """w·x of each row."""
        check_is_fitted(self)
        X = validate_data(self, X, **self._rows, reset=False)
        predicted: Floats = self._model.predict(X)
        return predicted

    @property
    def coef_(self) -> Floats:
        """The weights: (d,)."""
        weights: Floats = self._fitted("coef_").weights()[0]
        return weights
