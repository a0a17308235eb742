"""River's classifiers with the interface that the protocol asks of a learner that is not ours."""

from typing import Any, Self

import numpy as np

from onlinelearn.base.arrays import Floats, Ints

NO_CLASS = -1
"""No class: the prediction before it knows any."""


class River:
    """A River classifier as an object with `partial_fit` and `predict`.

    >>> from river import linear_model
    >>> model = River(linear_model.PAClassifier()).partial_fit(np.eye(2), np.array([0, 1]))
    >>> model.predict(np.eye(2))
    array([0, 1])
    """

    def __init__(self, classifier: Any) -> None:
        self.classifier = classifier

    def partial_fit(self, X: Floats, y: Ints) -> Self:
        """Learn from the rows in the order given."""
        for x, label in zip(X, y, strict=True):
            self.classifier.learn_one(_features(x), int(label))
        return self

    def predict(self, X: Floats) -> Ints:
        """The class number of each row."""
        predictions = [self.classifier.predict_one(_features(x)) for x in X]
        return np.array([NO_CLASS if each is None else int(each) for each in predictions], np.int64)


def _features(x: Floats) -> dict[int, float]:
    return dict(enumerate(x.tolist()))
