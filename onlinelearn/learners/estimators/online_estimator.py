"""What all estimators share: a model that goes on where the last call ended, and counts."""

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Model

LASTING = {
    "alpha", "atoms", "average", "balanced", "buffer", "budget", "covariance", "degree", "edges", "evict",
    "graph", "graph_width", "initial", "kernel", "leaves", "matrix", "neighbors", "offset", "scale",
    "threshold", "width", "window",
}  # fmt: skip
"""Parameters that the state of a model is made by: they hold from the first call on."""


class OnlineEstimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """The estimator's interface; a learner is mixed in by `estimator`."""

    _model: Model
    _held: dict[str, Any]

    def _opened(self) -> bool:
        """Check the parameters; whether this is the first call."""
        parameters.check(self)
        if not hasattr(self, "_model"):
            return True
        for name, held in self._held.items():
            if (now := getattr(self, name)) != held:
                raise ValueError(f"{name} was {held!r} when this began, and now is {now!r}; fit starts anew")
        return False

    @property
    def _rows(self) -> dict[str, Any]:
        """How examples are to be: as numbers, row by row; sparse too, if the learner takes them."""
        assert isinstance(self, Learner)
        return {"dtype": np.float64, "order": "C", "accept_sparse": "csr" if self.takes_sparse() else False}

    def _begin(self, n_classes: int, n_features: int, *, many: bool = False) -> None:
        learner: Any = self  # which it is: see `estimator`
        self._model = Model(learner, n_classes, n_features, many=many)
        self._held = {name: getattr(self, name) for name in self.get_params() if name in LASTING}
        self.n_rounds_ = self.n_mistakes_ = self.n_updates_ = 0

    def _stream(self, X: Floats, targets: Any) -> None:
        """Learn from the rows in the order given, and keep count."""
        n = X.shape[0]
        counts = self._model.learn(X, targets, np.arange(n), np.zeros(n, np.bool_))
        self.n_rounds_ += n
        self.n_mistakes_ += counts.mistakes
        self.n_updates_ += counts.updates or 0
        for name, value in self._model.learner.measures(self._model.plain).items():
            setattr(self, f"n_{name}_" if isinstance(value, int) else f"{name}_", value)

    def _fitted(self, asked: str) -> Model:
        """The model; an attribute of it is not there before the first fit."""
        if not hasattr(self, "_model"):
            raise AttributeError(f"this {type(self).__name__} is not fitted yet: it has no {asked}")
        return self._model
