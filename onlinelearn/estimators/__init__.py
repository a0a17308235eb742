"""The learners as scikit-learn estimators: what `from onlinelearn import IELLIP` gives.

Kept apart from the learners themselves because importing scikit-learn takes over a second, which
nobody who runs a config needs to wait for.
"""

from functools import cache

from onlinelearn.estimators.classifier import OnlineClassifier
from onlinelearn.estimators.online import OnlineEstimator
from onlinelearn.estimators.outliers import OutlierDetector
from onlinelearn.estimators.partly_labeled import PartlyLabeledClassifier
from onlinelearn.estimators.regressor import OnlineRegressor
from onlinelearn.estimators.support import SupportClassifier
from onlinelearn.estimators.version_space import VersionSpaceClassifier
from onlinelearn.learners.center import CenterLearner
from onlinelearn.learners.ellipsoid import EllipsoidLearner
from onlinelearn.learners.kernel_learner import KernelLearner
from onlinelearn.learners.learner import Learner
from onlinelearn.learners.manifold.learner import ManifoldLearner
from onlinelearn.learners.regression import RegressionLearner

INTERFACES: dict[type[Learner], type[OnlineEstimator]] = {
    RegressionLearner: OnlineRegressor,
    CenterLearner: OutlierDetector,
    EllipsoidLearner: VersionSpaceClassifier,
    KernelLearner: SupportClassifier,
    ManifoldLearner: PartlyLabeledClassifier,
    Learner: OnlineClassifier,
}
"""The first that fits a learner."""


@cache
def estimator(learner: type[Learner]) -> type[OnlineEstimator]:
    """The learner's class with scikit-learn's interface around it."""
    interface = next(interface for base, interface in INTERFACES.items() if issubclass(learner, base))
    body = {"__module__": __name__.partition(".")[0], "__doc__": learner.__doc__}
    return type(learner.__name__, (learner, interface), body)
