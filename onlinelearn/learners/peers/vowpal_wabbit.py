"""Vowpal Wabbit, with the interface that the protocol asks of a learner that is not ours."""

import importlib
from typing import Any, Self

import numpy as np

from onlinelearn.base.arrays import Floats, Ints


class VowpalWabbit:
    """Vowpal Wabbit as a learner of classes, one against all; `args` as on its command line.

    Parameters
    ----------
    args : further arguments, such as "--loss_function logistic -l 0.1".
    """

    def __init__(self, args: str = "") -> None:
        self.args = args
        self.workspace: Any = None

    def partial_fit(self, X: Floats, y: Ints, classes: Ints | None = None) -> Self:
        """Learn from the rows in the order given; the first call says which classes there are."""
        if self.workspace is None:
            n = len(np.unique(y) if classes is None else classes)
            vw = importlib.import_module("vowpalwabbit")
            self.workspace = vw.Workspace(f"--quiet --oaa {n} {self.args}".strip())
        for x, label in zip(X, y, strict=True):
            self.workspace.learn(f"{int(label) + 1} {_features(x)}")
        return self

    def predict(self, X: Floats) -> Ints:
        """The class number of each row; Vowpal Wabbit counts from 1."""
        return np.array([int(self.workspace.predict(_features(x))) - 1 for x in X], np.int64)


def _features(x: Floats) -> str:
    """A row in Vowpal Wabbit's own format; what is zero is left out."""
    return "| " + " ".join(f"{i}:{float(x[i])!r}" for i in np.flatnonzero(x)) if x.any() else "|"
