"""A learner from points without labels as a scikit-learn outlier detector."""

from typing import Any, Self

import numpy as np
from sklearn.base import OutlierMixin

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.ball import CenterLearner
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator


class OutlierDetector(OutlierMixin, OnlineEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The interface of learners that keep a ball: a point outside of it is an outlier."""

    def fit(self, X: Any, y: Any = None) -> Self:
        """Start anew and make one pass over the rows in the order given; `y` is ignored."""
        self._forget()
        return self.partial_fit(X)

    def partial_fit(self, X: Any, y: Any = None) -> Self:
        """Learn from the rows in the order given, going on from where the last call ended."""
        first = not self._is_begun()
        X = self._checked_rows(X, first=first)
        if first:
            self._begin(2, X.shape[1])
        self._stream(X, np.ones(len(X), np.int64))
        return self

    def learn_one(self, x: Any, y: Any = None) -> Self:
        """Learn from one example, a 1-D array or a mapping from a feature's number to its value."""
        if not (hasattr(self, "_model") and self._learns_one(x, 1)):
            self.partial_fit(self._as_matrix(x))
        return self

    def decision_one(self, x: Any) -> float:
        """How far inside the ball one example is; negative outside."""
        S = self._scores_of_one(x)
        return float(self.decision_function(self._as_matrix(x))[0] if S is None else S[0, 0])

    def predict_one(self, x: Any) -> int:
        """1 if the example is in the ball, else -1."""
        return 1 if self.decision_one(x) >= 0.0 else -1

    def predict(self, X: Any) -> Ints:
        """1 for each row in the ball, -1 for the others."""
        return np.where(self.decision_function(X) >= 0.0, 1, -1)

    def decision_function(self, X: Any) -> Floats:
        """How far inside the ball each row is; negative outside."""
        model = self._fitted_model()
        X = self._checked_rows(X)
        return model.scores(X)[:, 0]

    def score_samples(self, X: Any) -> Floats:
        """The distance of each row from the centre, negative: the higher, the more it belongs."""
        return self.decision_function(X) + self.offset_

    @property
    def center_(self) -> Floats:
        """The centre of the ball: (d,)."""
        center: Floats = self._model_for("center_").weights()[0]
        return center

    @property
    def offset_(self) -> float:
        """The score of a row on the ball's surface, as `score_samples` has it: less the radius."""
        model = self._model_for("offset_")
        assert isinstance(model.learner, CenterLearner)
        return -model.learner.radius(model.state)
