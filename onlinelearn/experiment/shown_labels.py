"""Which labels a learner is shown, where it isn't all of them: the same ones for every learner."""

from dataclasses import dataclass

import numpy as np

from onlinelearn.base.arrays import Bools, Key, LabelDraw, Targets
from onlinelearn.numerics import rng


@dataclass(frozen=True)
class Labels:
    """How many examples of the training part have a label that is shown, and how these are drawn."""

    rate: float
    draw: LabelDraw

    def shown(self, y: Targets, key: Key) -> Bools:
        """The rows whose label is shown, in every epoch; of each class one at least if drawn by class."""
        if self.draw == "independent":
            shown: Bools = rng.uniform((rng.LABELS, *key), len(y)) < self.rate
            return shown
        shown = np.zeros(len(y), np.bool_)
        order = rng.permutation((rng.LABELS, *key), len(y))
        for label in np.unique(y):
            mine = order[y[order] == label]
            shown[mine[: max(1, round(self.rate * len(mine)))]] = True
        return shown
