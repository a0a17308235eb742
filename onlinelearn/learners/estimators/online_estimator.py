"""The base of all estimators: scikit-learn's interface around a learner and its model."""

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, validate_data

from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats, Targets
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.estimators import fixed_parameters
from onlinelearn.learners.estimators.one_example import BoundModel, as_matrix, only
from onlinelearn.learners.estimators.plain_arrays import are_plain_labels, are_plain_rows

ONLY_WITH_NAMES = "feature_names_in_"
"""The attribute that scikit-learn looks for at each call: it is there only if features have names."""


class OnlineEstimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """An estimator that has a learner: its parameters are the learner's, and its model goes on from call
    to call. `estimator_class` makes a subclass for each learner.
    """

    _learner_class: ClassVar[type[Learner]]
    _read_parameters: "staticmethod[[dict[str, Any]], Any]"
    """All parameters at once, of the attributes of an estimator."""
    _model: Model
    n_features_in_: int
    n_rounds_: int
    n_mistakes_: int
    n_updates_: int
    _measured: tuple[str, ...] = ()

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
        self.__dict__.pop("_bound", None)

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
            self.__dict__.pop("_bound", None)
        return model

    def _is_multilabel(self) -> bool:
        """Whether the model learns from sets of labels."""
        return self._model.multilabel

    def _stream(self, X: Floats, targets: Targets) -> None:
        """Learn from the rows in the order given, and keep count."""
        n = X.shape[0]
        counts = self._model.learn(X, targets, np.arange(n), np.zeros(n, np.bool_))
        self._count(n, counts.mistakes, counts.updates or 0)

    def _count(self, rounds: int, mistakes: int, updates: int) -> None:
        """Add to the counters, and forget what the learner measured before."""
        own = self.__dict__  # each attribute of an estimator takes as long as some of these
        own["n_rounds_"] += rounds
        own["n_mistakes_"] += mistakes
        own["n_updates_"] += updates
        if self._measured:
            self._outdate()

    def _outdate(self) -> None:
        """Forget what the learner measured before. It is measured anew when it is asked for: the volume of
        a diagonal matrix takes all features, and a sparse row few.
        """
        for measured in self._measured:
            self.__dict__.pop(measured, None)

    def _measure(self) -> None:
        """Set the attributes that hold what else the learner measures."""
        measures = self._model.learner.measures(self._model.current_state)
        found = {
            f"n_{name}_" if isinstance(value, int) else f"{name}_": value for name, value in measures.items()
        }
        self.__dict__.update(found)
        self._measured = tuple(found)

    if not TYPE_CHECKING:  # a checker would take it for all names that there are

        def __getattr__(self, name: str) -> Any:
            """A measure that was not asked for since the model learnt last."""
            if isinstance(declared := getattr(type(self), name, None), property):
                return declared.__get__(self)  # it was tried and raised, and so it says again why
            may_be_one = name.endswith("_") and not name.startswith("_") and name != ONLY_WITH_NAMES
            if may_be_one and "_model" in self.__dict__:
                self._measure()
                if name in self.__dict__:
                    return self.__dict__[name]
            raise AttributeError(
                f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self
            )

    def _bound_model(self) -> BoundModel:
        """The model bound to compiled code, with the parameters as they are now."""
        own = self.__dict__
        given = self._read_parameters(own)
        bound: BoundModel | None = own.get("_bound")
        if bound is None or bound.parameters != given:
            names = getattr(self, "feature_names_in_", None)
            self._bound = bound = BoundModel(self._current_model(), given, self.n_features_in_, names)
        return bound

    def _only(self, X: Any, y: Any) -> tuple[Any, Any] | None:
        """The example and the target, where there is one and it may go the short way.

        Not so where features have names: scikit-learn compares these at each call.
        """
        if "_model" not in self.__dict__ or hasattr(self, "feature_names_in_"):
            return None
        return only(X, y)

    def _learns_one(self, x: Any, target: Any) -> bool:
        """Learn from one example the short way; False if it has to go the long way."""
        learning = self._bound_model().learning_from(x)
        if learning is None:
            return False
        learning.target[0] = target
        self._count(1, *learning.learn())
        return True

    def _scores_of_one(self, x: Any) -> Floats | None:
        """The scores of one example; None if it has to go the long way."""
        if "_model" not in self.__dict__:
            self._fitted_model()  # says so
        return self._bound_model().scores(x)

    def _as_matrix(self, x: Any) -> Any:
        """One example as a matrix of one row."""
        if not hasattr(self, "_model"):
            return as_matrix(x, None)
        names = getattr(self, "feature_names_in_", None)
        return as_matrix(x, list(range(self.n_features_in_)) if names is None else names.tolist())

    def __getstate__(self) -> dict[str, Any]:
        """What a copy has: no addresses of compiled code."""
        state: dict[str, Any] = super().__getstate__()
        return {name: value for name, value in state.items() if name != "_bound"}

    def _fitted_model(self) -> Model:
        """The model for a method; NotFittedError if there is none."""
        check_is_fitted(self)
        return self._current_model()

    def _model_for(self, attribute: str) -> Model:
        """The model for an attribute of it, which isn't there before the first fit."""
        if not hasattr(self, "_model"):
            raise AttributeError(f"this {type(self).__name__} is not fitted yet: it has no {attribute}")
        return self._model

    def _checked_rows(self, X: Any, *, first: bool = False) -> Any:
        """The rows as learners take them: numbers, row by row; sparse rows too, if the learner takes them.

        `first` says that they begin a model, whose later rows must have the same features.
        """
        if self._are_plain(X, first):
            return X
        return validate_data(self, X, **self._row_checks(), reset=first)

    def _checked(self, X: Any, y: Any, first: bool, **more: Any) -> tuple[Any, Any]:
        """The rows likewise, with a target for each; `more` is asked of scikit-learn alone."""
        n = len(X) if type(X) is np.ndarray else -1
        if not more and are_plain_labels(y, n) and self._are_plain(X, first):
            return X, y
        checked: tuple[Any, Any] = validate_data(self, X, y, **self._row_checks(), **more, reset=first)
        return checked

    def _are_plain(self, X: Any, first: bool) -> bool:
        """Whether these are valid rows as they are; where they begin a model, it gets their features."""
        if not are_plain_rows(X):
            return False
        if first:
            self.__dict__.pop(ONLY_WITH_NAMES, None)
            self.n_features_in_ = X.shape[1]
            return True
        return ONLY_WITH_NAMES not in self.__dict__ and bool(self.n_features_in_ == X.shape[1])

    def _row_checks(self) -> dict[str, Any]:
        """What scikit-learn is to ask of examples."""
        sparse = "csr" if self._takes_sparse() else False
        return {"dtype": np.float64, "order": "C", "accept_sparse": sparse}
