"""The labels that a learner is shown, where it is not all of them: the same for every learner."""

from dataclasses import dataclass

import numpy as np

from onlinelearn.base.arrays import Bools, Key, LabelDraw, Targets
from onlinelearn.numerics import rng


@dataclass(frozen=True)
class ShownLabels:
    """The share of the training part whose labels are shown, and how these examples are drawn."""

    rate: float
    draw: LabelDraw

    def shown(self, y: Targets, key: Key) -> Bools:
        """The rows whose label is shown, in every epoch; a draw by class shows one of each class at least."""
        if self.draw == "independent":
            shown: Bools = rng.uniform((rng.LABELS, *key), len(y)) < self.rate
            return shown
        shown = np.zeros(len(y), np.bool_)
        order = rng.permutation((rng.LABELS, *key), len(y))
        for label in np.unique(y):
            mine = order[y[order] == label]
            shown[mine[: max(1, round(self.rate * len(mine)))]] = True
        return shown
