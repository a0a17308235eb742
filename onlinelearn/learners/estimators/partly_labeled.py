"""A learner that also learns from examples without a label, as a scikit-learn classifier."""

from typing import Any

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Labels
from onlinelearn.learners.estimators import label_encoding
from onlinelearn.learners.estimators.online_classifier import OnlineClassifier
from onlinelearn.learners.manifold.manifold_learner import UNLABELED


class PartlyLabeledClassifier(OnlineClassifier):
    """The interface of learners that also learn from unlabeled examples.

    In `partial_fit(X, y)` and `fit(X, y)` an example without a label has y = -1, as scikit-learn's
    semi-supervised estimators have it. Labels are whole numbers but -1, or strings (a list of these may
    have -1 or None among them), and there are two classes; name them with `classes` where a first call
    doesn't show both. Mistakes are counted among labeled examples.
    """

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def _validated(self, X: Any, y: Any, classes: Any, first: bool) -> tuple[Floats, Labels, Ints]:
        """The rows, the two classes, and the number of each label, or -1."""
        if y is not None:
            self._refuse_other_kind(label_encoding.are_label_sets(y), first)
            y, hidden = _hidden_labels(y)
        X, y = self._checked(X, y, first)
        self._refuse_minus_one(y, hidden, first, classes)
        numbers = np.full(len(y), UNLABELED)
        known, numbers[~hidden] = label_encoding.encode_labels(
            _as_strings(y[~hidden]), None if first else self.classes_, classes
        )
        if len(known) > 2:
            # scikit-learn looks for these words.
            raise ValueError(
                f"Only binary classification is supported by {type(self).__name__}, and there are the "
                f"classes {known.tolist()!r}; learn two of them at a time"
            )
        return X, known, numbers

    def _refuse_minus_one(self, y: Labels, hidden: Bools, first: bool, classes: Any) -> None:
        """Refuse -1 as a class, and labels ±1, which would look as if half of them were missing."""
        recode = f"{UNLABELED} means an example without a label: use other classes, such as 0 and 1"
        if classes is not None and any(label == UNLABELED for label in np.asarray(classes).tolist()):
            raise ValueError(f"classes={np.asarray(classes).tolist()!r}: {recode}")
        alone = first and classes is None and hidden.any() and len(set(y[~hidden].tolist())) == 1
        if alone and y.dtype != object:
            label = y[~hidden].tolist()[0]
            raise ValueError(f"there is one class: {label!r}. {recode}; or name both with classes=...")


def _hidden_labels(y: Any) -> tuple[Any, Bools]:
    """The labels as an array, and which examples have none."""
    if isinstance(y, list | tuple) and any(isinstance(label, str) for label in y):
        y = np.array(y, dtype=object)
    array = np.asarray(y)
    if array.dtype == object:
        hidden = np.array([label is None or label == UNLABELED for label in array.ravel()], np.bool_)
        return np.where(hidden, "", array.ravel()) if hidden.any() else y, hidden
    return y, array.ravel() == UNLABELED if array.dtype.kind in "if" else np.zeros(array.size, np.bool_)


def _as_strings(y: Labels) -> Labels:
    """An array of objects that are all strings as an array of strings; any other as it is."""
    every = y.dtype == object and all(isinstance(label, str) for label in y)
    return y.astype(np.str_) if every else y
