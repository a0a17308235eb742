"""The learners as scikit-learn estimators: what `from onlinelearn import IELLIP` gives.

Kept apart from the learners themselves because importing scikit-learn takes over a second, which
nobody who runs a config needs to wait for.
"""

from functools import cache

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
"""The first that fits a learner."""


@cache
def estimator(learner: type[Learner]) -> type[OnlineEstimator]:
    """The learner's class with scikit-learn's interface around it."""
    interface = next(interface for base, interface in INTERFACES.items() if issubclass(learner, base))
    body = {"__module__": __name__.partition(".")[0], "__doc__": learner.__doc__}
    return type(learner.__name__, (learner, interface), body)
