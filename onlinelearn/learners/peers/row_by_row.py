"""Classes with `learn_one` and `predict_one`, as River has them, with the interface of scikit-learn."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Targets, is_sparse

NO_CLASS = -1
"""No class: the prediction before it knows any."""


class River:
    """A River classifier or regressor as an object with `partial_fit` and `predict`.

    Told of more than two classes, one that knows two only becomes one against the rest for each.

    >>> from river import linear_model
    >>> model = River(linear_model.PAClassifier()).partial_fit(np.eye(2), np.array([0, 1]))
    >>> model.predict(np.eye(2))
    array([0, 1])
    """

    def __init__(self, model: Any) -> None:
        self.model = model

    def partial_fit(self, X: Floats, y: Targets, classes: Ints | None = None) -> Self:
        """Learn from the rows in the order given."""
        if classes is not None and len(classes) > 2 and getattr(self.model, "_multiclass", True) is False:
            from river.multiclass import OneVsRestClassifier

            self.model = OneVsRestClassifier(self.model)
        for x, target in zip(features(X), y.tolist(), strict=True):
            self.model.learn_one(x, target)
        return self

    def predict(self, X: Floats) -> Targets:
        """The class number, or the real value, of each row."""
        predictions = [self.model.predict_one(x) for x in features(X)]
        real = any(isinstance(each, float) for each in predictions)
        known = [NO_CLASS if each is None else each for each in predictions]
        return np.array(known, np.float64 if real else np.int64)


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


def features(X: Any) -> Iterator[dict[int, float]]:
    """Each row as a mapping from features to values; of a sparse one, those that are stored."""
    if not is_sparse(X):
        yield from (dict(enumerate(x)) for x in X.tolist())
        return
    for begin, end in zip(X.indptr[:-1], X.indptr[1:], strict=True):
        yield dict(zip(X.indices[begin:end].tolist(), X.data[begin:end].tolist(), strict=True))
