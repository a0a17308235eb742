"""Vowpal Wabbit, with the interface that the protocol asks of a learner that is not ours."""

import importlib
from collections.abc import Iterator
from typing import Any, Self

import numpy as np

from onlinelearn.base.arrays import Floats, Ints, Targets
from onlinelearn.learners.peers.row_by_row import features


class VowpalWabbit:
    """Vowpal Wabbit: of classes, one against all; of real targets as it is. `args` as on its command line.

    Parameters
    ----------
    args : further arguments, such as "--loss_function logistic -l 0.1".
    """

    def __init__(self, args: str = "") -> None:
        self.args = args
        self.workspace: Any = None
        self.of_classes = True

    def partial_fit(self, X: Floats, y: Targets, classes: Ints | None = None) -> Self:
        """Learn from the rows in the order given; the first call says which classes there are, if any."""
        if self.workspace is None:
            self.of_classes = classes is not None
            vw = importlib.import_module("vowpalwabbit")
            kind = "" if classes is None else f"--oaa {len(classes)} "
            self.workspace = vw.Workspace(f"--quiet {kind}{self.args}".strip())
        for row, target in zip(_lines(X), y.tolist(), strict=True):
            # Vowpal Wabbit counts classes from 1.
            self.workspace.learn(f"{target + 1 if self.of_classes else target} {row}")
        return self

    def predict(self, X: Floats) -> Targets:
        """The class number, or the real value, of each row."""
        found = [self.workspace.predict(row) for row in _lines(X)]
        return np.array(found, np.int64) - 1 if self.of_classes else np.array(found, np.float64)


def _lines(X: Floats) -> Iterator[str]:
    """Each row in Vowpal Wabbit's own format; what is zero is left out."""
    for row in features(X):
        yield " ".join(["|", *(f"{i}:{value!r}" for i, value in row.items() if value)])
