"""The base of all estimators: scikit-learn's interface around a learner and its model."""

from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats, Targets
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.estimators import fixed_parameters


class OnlineEstimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """An estimator that has a learner: its parameters are the learner's, and its model goes on from call
    to call. `estimator_class` makes a subclass for each learner.
    """

    _learner_class: ClassVar[type[Learner]]
    _model: Model
    n_features_in_: int
    n_rounds_: int
    n_mistakes_: int
    n_updates_: int

    def _is_begun(self) -> bool:
        """Whether there is a model that goes on; the parameters are checked in any case."""
        if not hasattr(self, "_model"):
            self._new_learner()
            return False
        self._current_model()
        return True

    def _forget(self) -> None:
        """The next call begins a model."""
        self.__dict__.pop("_model", None)

    def _begin(self, n_classes: int, n_features: int, *, multilabel: bool = False) -> None:
        """Begin a model; without classes its targets are real."""
        self._model = Model(self._new_learner(), n_classes, n_features, multilabel=multilabel)
        self._n_classes = n_classes
        self.n_rounds_ = self.n_mistakes_ = self.n_updates_ = 0

    def _new_learner(self) -> Learner:
        """A learner with the parameters as they are now; ValueError if one is not valid."""
        learner = self._learner_class(**{name: getattr(self, name) for name in self._parameter_names()})
        parameters.check(learner)
        return learner

    def _takes_sparse(self) -> bool:
        """Whether examples may be sparse rows, with the parameters as they are now."""
        given = {name: getattr(self, name) for name in self._parameter_names()}
        return self._learner_class(**given).takes_sparse()

    @classmethod
    def _parameter_names(cls) -> tuple[str, ...]:
        return parameters.names(cls._learner_class)

    def _current_model(self) -> Model:
        """The model, with the parameters as they are now; ValueError if it can't have one of them."""
        model = self._model
        if any(getattr(self, name) is not getattr(model.learner, name) for name in self._parameter_names()):
            learner = self._new_learner()
            fixed_parameters.refuse_changes(
                model.learner,
                learner,
                lambda each: (
                    Model(each, self._n_classes, self.n_features_in_, multilabel=model.multilabel).state
                ),
            )
            model.learner = learner
        return model

    def _is_multilabel(self) -> bool:
        """Whether the model learns from sets of labels."""
        return self._model.multilabel

    def _stream(self, X: Floats, targets: Targets) -> None:
        """Learn from the rows in the order given, and keep count."""
        n = X.shape[0]
        counts = self._model.learn(X, targets, np.arange(n), np.zeros(n, np.bool_))
        self.n_rounds_ += n
        self.n_mistakes_ += counts.mistakes
        self.n_updates_ += counts.updates or 0
        for name, value in self._model.learner.measures(self._model.current_state).items():
            setattr(self, f"n_{name}_" if isinstance(value, int) else f"{name}_", value)

    def _fitted_model(self) -> Model:
        """The model for a method; NotFittedError if there is none."""
        check_is_fitted(self)
        return self._current_model()

    def _model_for(self, attribute: str) -> Model:
        """The model for an attribute of it, which isn't there before the first fit."""
        if not hasattr(self, "_model"):
            raise AttributeError(f"this {type(self).__name__} is not fitted yet: it has no {attribute}")
        return self._model

    def _row_checks(self) -> dict[str, Any]:
        """What scikit-learn's `validate_data` is to ask of examples: numbers, row by row; sparse rows too,
        if the learner takes them.
        """
        sparse = "csr" if self._takes_sparse() else False
        return {"dtype": np.float64, "order": "C", "accept_sparse": sparse}
