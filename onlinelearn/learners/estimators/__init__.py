"""The learners as scikit-learn estimators: `from onlinelearn import IELLIP` gives one of these.

An estimator has a learner and is none, so that it shows users scikit-learn's methods and its own few.
These modules are apart from the learners because importing scikit-learn takes over a second, and
running a config doesn't need it.
"""

import inspect
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from onlinelearn.base import parameters
from onlinelearn.learners.engine.ball import CenterLearner
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.regression import RegressionLearner
from onlinelearn.learners.estimators.online_classifier import OnlineClassifier
from onlinelearn.learners.estimators.online_estimator import OnlineEstimator
from onlinelearn.learners.estimators.online_regressor import OnlineRegressor
from onlinelearn.learners.estimators.outlier_detector import OutlierDetector
from onlinelearn.learners.estimators.partly_labeled import PartlyLabeledClassifier
from onlinelearn.learners.estimators.support_classifier import SupportClassifier
from onlinelearn.learners.estimators.version_space_classifier import VersionSpaceClassifier
from onlinelearn.learners.manifold.manifold_learner import ManifoldLearner

INTERFACES: dict[type[Learner], type[OnlineEstimator]] = {
    RegressionLearner: OnlineRegressor,
    CenterLearner: OutlierDetector,
    EllipsoidLearner: VersionSpaceClassifier,
    KernelLearner: SupportClassifier,
    ManifoldLearner: PartlyLabeledClassifier,
    Learner: OnlineClassifier,
}
"""The interface of each kind of learner: the first that fits is taken."""


_made: dict[type[Learner], type[OnlineEstimator]] = {}


def estimator_class(learner: type[Learner]) -> type[OnlineEstimator]:
    """A scikit-learn class with the learner's name, parameters and docstring."""
    if learner not in _made:
        _made[learner] = _estimator_class(learner)
    return _made[learner]


def _estimator_class(learner: type[Learner]) -> type[OnlineEstimator]:
    names = parameters.names(learner)
    body = {
        "__module__": __name__.partition(".")[0],  # where users import it from, and pickle finds it
        "__doc__": parameters.docstring(learner),
        "__init__": _constructor(learner),
        "_learner_class": learner,
        "_read_parameters": staticmethod(itemgetter(*names) if names else lambda own: ()),
    }
    return type(learner.__name__, (interface(learner),), body)


def interface(learner: type[Learner]) -> type[OnlineEstimator]:
    """The base class of the learner's estimator."""
    return next(found for base, found in INTERFACES.items() if issubclass(learner, base))


def _constructor(learner: type[Learner]) -> Callable[..., None]:
    """A constructor with the learner's parameters, which stores them as the learner does."""
    names = parameters.names(learner)

    def __init__(self: OnlineEstimator, **given: Any) -> None:  # noqa: N807  # it becomes the class's
        stored = learner(**given)
        for name in names:
            setattr(self, name, getattr(stored, name))

    shown = parameters.signature(learner)
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    __init__.__signature__ = shown.replace(parameters=[own, *shown.parameters.values()])  # type: ignore[attr-defined]
    __init__.__qualname__ = f"{learner.__name__}.__init__"
    return __init__
