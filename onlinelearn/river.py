"""The learners as models of river: examples are dicts, features come by name, and new ones at any time.

>>> from onlinelearn import PassiveAggressive
>>> from onlinelearn.river import Classifier
>>> model = Classifier(PassiveAggressive())
>>> model.learn_one({"sunny": 1.0, "wind": 3.0}, "sail")
>>> model.learn_one({"rain": 1.0}, "read")
>>> model.predict_one({"wind": 2.0})
'sail'
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.growing_models import grown
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.one_row import LearningOneRow, ScoringOneRow
from onlinelearn.learners.engine.row_buffer import DenseRowBuffer, RowBuffer, SparseRowBuffer
from onlinelearn.learners.estimators.online_classifier import OnlineClassifier
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator
from onlinelearn.learners.estimators.online_regressor import OnlineRegressor
from onlinelearn.numerics.elementary import exp

try:
    from river import base
except ImportError:
    raise ImportError("onlinelearn.river needs river: pip install river") from None

FEW_CLASSES = 4
"""The room for classes that are not named: it doubles where it is spent."""


class FeaturesByName:
    """A model of examples whose features have names. Each name gets a number when it is first learnt from.

    There is room for some features, zero in all examples until they get a name. Where it is spent it
    doubles, if the learner `grows`; else an error says so.
    """

    learner: OnlineEstimator
    room: int
    _learning: LearningOneRow
    _scoring: ScoringOneRow

    def _forget(self) -> None:
        """Nothing has been learnt yet."""
        self._numbers: dict[Any, int] = {}
        self._model: Model | None = None

    def _begin(self, n_classes: int) -> None:
        self._model = Model(self.learner._new_learner(), n_classes, self.room)
        self._n_features, self._n_classes = self.room, n_classes

    def _name_features(self, names: list[Any]) -> None:
        """Give numbers to new features, in an order that doesn't depend on that of the dict."""
        new = sorted((name for name in names if name not in self._numbers), key=repr)
        total = len(self._numbers) + len(new)
        if total > self._n_features:
            self._grow("features", f"room={total}", self._n_classes, 2 * total)
        self._numbers |= {name: number for number, name in enumerate(new, len(self._numbers))}

    def _grow(self, things: str, remedy: str, n_classes: int, n_features: int) -> None:
        """Make room for more features or classes."""
        assert self._model is not None
        learner = self._model.learner
        if not learner.grows:
            raise LearnerError(
                f"{learner.name} can't take on {things} later than its room allows: give {remedy} or more"
            )
        self._model = grown(self._model, n_classes, n_features)
        self._n_classes, self._n_features = n_classes, n_features
        self._unbind()

    def _learn(self, x: Mapping[Any, Any], target: float) -> None:
        """Make a round with one example."""
        names = list(x)
        if "_learning" not in self.__dict__ or names != self._learning.buffer.names:
            if not self._numbers.keys() >= x.keys():
                check_values(x)
                self._name_features(names)
            if "_learning" not in self.__dict__:
                assert self._model is not None
                self._learning = LearningOneRow(self._model, self._buffer())
            self._learning.buffer.arrange(names, self._features(names))
        if not self._learning.buffer.take_values(x.values()):
            raise not_numbers(x)
        self._learning.target[0] = target
        self._learning.learn()

    def _scores(self, x: Mapping[Any, Any]) -> Floats:
        """The scores of one example: (columns,). A feature that was never learnt from counts as zero."""
        if "_scoring" not in self.__dict__:
            assert self._model is not None
            self._scoring = ScoringOneRow(self._model, self._buffer())
        names = list(x)
        if names != self._scoring.buffer.names:
            if not self._numbers.keys() >= x.keys():
                x = {name: x[name] for name in names if name in self._numbers}
                names = list(x)
            self._scoring.buffer.arrange(names, self._features(names))
        if not self._scoring.buffer.take_values(x.values()):
            raise not_numbers(x)
        s: Floats = self._scoring.scores()[0]
        return s

    def _buffer(self) -> RowBuffer:
        assert self._model is not None
        sparse = self._model.learner.takes_sparse()
        return SparseRowBuffer(self._n_features) if sparse else DenseRowBuffer(self._n_features)

    def _features(self, names: list[Any]) -> Ints:
        """The numbers of features that have some."""
        return np.fromiter(map(self._numbers.__getitem__, names), np.int64, len(names))

    def _unbind(self) -> None:
        self.__dict__.pop("_learning", None)
        self.__dict__.pop("_scoring", None)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy has: no addresses of compiled code."""
        return {name: value for name, value in vars(self).items() if name not in ("_learning", "_scoring")}


def check_values(x: Mapping[Any, Any]) -> None:
    """ValueError if a value is no finite number: to be called before an example brings names or classes."""
    if not all(map(_is_finite_number, x.values())):
        raise not_numbers(x)


def not_numbers(x: Mapping[Any, Any]) -> ValueError:
    """What is said of an example whose values are not all finite numbers."""
    wrong = {name: value for name, value in x.items() if not _is_finite_number(value)}
    return ValueError(f"features must be finite numbers, and these are not: {wrong!r}")


def _is_finite_number(value: Any) -> bool:
    try:
        return isfinite(value)
    except (TypeError, ValueError, OverflowError):
        return False


class Classifier(FeaturesByName, base.Classifier):
    """A classifier of onlinelearn as one of river.

    Parameters
    ----------
    learner : the classifier, for example `onlinelearn.PassiveAggressive()`; its parameters count, not
        what it has learnt.
    classes : all labels that will ever come. Without it they are False and True if the first label is
        one of these; else there may come new ones at any time, if the learner grows, and room for
        classes that have not come yet counts among the wrong ones.
    room : the features that there is room for at first.
    """

    def __init__(
        self, learner: OnlineClassifier | None = None, classes: list[Any] | None = None, room: int = 64
    ) -> None:
        if learner is None:
            from onlinelearn import PassiveAggressive

            learner = PassiveAggressive()
        if not isinstance(learner, OnlineClassifier):
            raise TypeError(f"{learner!r} is no classifier of onlinelearn; Regressor takes the others")
        self.learner = learner
        self.classes = classes
        self.room = room
        self._forget()
        self._labels: list[Any] = []

    @property
    def _multiclass(self) -> bool:
        return self.classes is None or len(self.classes) > 2

    def learn_one(self, x: Mapping[Any, float], y: Any) -> None:
        """Learn from one example."""
        if y not in self._labels:
            check_values(x)
        if self._model is None:
            self._begin_with(y)
        is_new = y not in self._labels
        if is_new:
            self._name_class(y)
        try:
            self._learn(x, self._labels.index(y))
        except (LearnerError, ValueError):  # an example that is refused brings no class
            if is_new:
                self._labels.pop()
            raise

    def _begin_with(self, y: Any) -> None:
        if self.classes is not None:
            self._labels = list(self.classes)
        elif isinstance(y, bool | np.bool_):
            self._labels = [False, True]
        self._is_open = not self._labels
        self._begin(len(self._labels) or FEW_CLASSES)

    def _name_class(self, y: Any) -> None:
        if not self._is_open:
            raise ValueError(f"label {y!r} is not among the classes {self._labels!r}")
        if len(self._labels) == self._n_classes:
            self._grow("classes", "classes=[...]", 2 * self._n_classes, self._n_features)
        self._labels.append(y)

    def predict_one(self, x: Mapping[Any, float], **kwargs: Any) -> Any:
        """The class with the highest score; None before there is any."""
        if self._model is None or not self._labels:
            return None
        s = self._scores(x)
        return self._labels[int(s[0] > 0.0) if len(s) == 1 else int(s[: len(self._labels)].argmax())]

    def predict_proba_one(self, x: Mapping[Any, float], **kwargs: Any) -> dict[Any, float]:
        """1/(1 + exp(-s)) of the score, or exp(s) of each class over their sum.

        That orders the classes as the scores do, and is not calibrated: these learners are made to be
        right, not to know how often they are.
        """
        if self._model is None or not self._labels:
            return {}
        s = self._scores(x)
        scores = [0.0, float(s[0])] if len(s) == 1 else s[: len(self._labels)].tolist()
        highest = max(scores)
        shares = [float(exp(max(score - highest, -700.0))) for score in scores]
        total = sum(shares)
        return {label: share / total for label, share in zip(self._labels, shares, strict=True)}


class Regressor(FeaturesByName, base.Regressor):
    """A regressor of onlinelearn as one of river.

    Parameters
    ----------
    learner : the regressor, for example `onlinelearn.PassiveAggressiveRegressor()`; its parameters count,
        not what it has learnt.
    room : the features that there is room for at first.
    """

    def __init__(self, learner: OnlineRegressor | None = None, room: int = 64) -> None:
        if learner is None:
            from onlinelearn import PassiveAggressiveRegressor

            learner = PassiveAggressiveRegressor()
        if not isinstance(learner, OnlineRegressor):
            raise TypeError(f"{learner!r} is no regressor of onlinelearn; Classifier takes the others")
        self.learner = learner
        self.room = room
        self._forget()

    def learn_one(self, x: Mapping[Any, float], y: float) -> None:
        """Learn from one example."""
        if self._model is None:
            self._begin(0)
        if not np.isfinite(y):
            raise ValueError(f"the target must be a finite number, and is {y!r}")
        self._learn(x, y)

    def predict_one(self, x: Mapping[Any, float]) -> float:
        """w·x; 0 before the first example."""
        return 0.0 if self._model is None else float(self._scores(x)[0])
