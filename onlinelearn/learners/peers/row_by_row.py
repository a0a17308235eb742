"""Classes with `learn_one` and `predict_one`, as River has them, with the interface of scikit-learn."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from onlinelearn.base.arrays import Floats, Ints

NO_CLASS = -1
"""No class: the prediction before it knows any."""


class River:
    """A River classifier as an object with `partial_fit` and `predict`.

    Told of more than two classes, one that knows two only becomes one against the rest for each.

    >>> from river import linear_model
    >>> model = River(linear_model.PAClassifier()).partial_fit(np.eye(2), np.array([0, 1]))
    >>> model.predict(np.eye(2))
    array([0, 1])
    """

    def __init__(self, classifier: Any) -> None:
        self.classifier = classifier

    def partial_fit(self, X: Floats, y: Ints, classes: Ints | None = None) -> Self:
        """Learn from the rows in the order given."""
        if (
            classes is not None
            and len(classes) > 2
            and getattr(self.classifier, "_multiclass", True) is False
        ):
            from river.multiclass import OneVsRestClassifier

            self.classifier = OneVsRestClassifier(self.classifier)
        for x, label in zip(X, y, strict=True):
            self.classifier.learn_one(_features(x), int(label))
        return self

    def predict(self, X: Floats) -> Ints:
        """The class number of each row."""
        predictions = [self.classifier.predict_one(_features(x)) for x in X]
        return np.array([NO_CLASS if each is None else int(each) for each in predictions], np.int64)


@dataclass(frozen=True)
class RowByRow:
    """What makes learners of a class with `learn_one` and `predict_one`."""

    cls: type

    def __call__(self, **parameters: object) -> River:
        return River(self.cls(**parameters))


def learns_row_by_row(cls: type) -> bool:
    """Whether a class has `learn_one` and `predict_one`, and no `partial_fit`."""
    return _has(cls, "learn_one", "predict_one") and not learns_in_rows(cls)


def learns_in_rows(cls: type) -> bool:
    """Whether a class has `partial_fit` and `predict`."""
    return _has(cls, "partial_fit", "predict")


def _has(cls: type, *methods: str) -> bool:
    return all(callable(getattr(cls, method, None)) for method in methods)


def _features(x: Floats) -> dict[int, float]:
    return dict(enumerate(x.tolist()))
