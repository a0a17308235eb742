"""The base of learners of real targets: a prediction is a number, and wrong outside of a tube."""

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Targets
from onlinelearn.learners.engine.learner import Learner


class RegressionLearner(Learner):
    """The first base of a learner of real targets; the second says how it scores."""

    kind = "regression"
    multilabel = False
    epsilon: float
    """ε: a prediction that is off by more is a mistake."""

    def decided(self, S: Floats) -> Floats:
        """The score itself."""
        return S[:, 0]

    def wrong(self, predicted: Targets, y: Targets) -> Bools:
        """Which predictions are outside of the tube."""
        outside: Bools = np.abs(y - predicted) > self.epsilon
        return outside
