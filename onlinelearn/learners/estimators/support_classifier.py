"""A learner with a kernel as a classifier: it has support vectors in the place of weights."""

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.estimators.online_classifier import OnlineClassifier


class SupportClassifier(OnlineClassifier):
    """The interface of learners whose weights are sums of examples in the space of a kernel."""

    @property
    def support_vectors_(self) -> Floats:
        """The examples that the model consists of: (n, d)."""
        return self._support("support_vectors_")[0]

    @property
    def dual_coef_(self) -> Floats:
        """Their coefficients: (1, n) for two classes, else (K, n)."""
        return self._support("dual_coef_")[1]

    def _support(self, attribute: str) -> tuple[Floats, Floats]:
        model = self._model_for(attribute)
        assert isinstance(model.learner, KernelLearner)
        return model.learner.support(model.state)
