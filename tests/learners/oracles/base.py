"""The base of all oracles, and the geometry that the linear ones share."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.model import Model


class Happened(NamedTuple):
    mistake: bool
    updated: bool
    gap: float


@dataclass
class Oracle:
    n_classes: int
    n_features: int
    W: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.W = np.zeros((1 if self.n_classes == 2 else self.n_classes, self.n_features))

    @property
    def binary(self) -> bool:
        return self.n_classes == 2

    def scores(self, x: Floats) -> Floats:
        """Wx, row by row: a BLAS may give two equal rows two scores."""
        return np.array([(row * x).sum() for row in self.W])

    def direction(self, x: Floats, y: int) -> tuple[Floats, float, float]:
        """z as a matrix of W's shape, the margin, and the distance to another choice of z."""
        z = np.zeros_like(self.W)
        if self.binary:
            sign = 1.0 if y == 1 else -1.0
            z[0] = sign * x
            return z, float(sign * (self.W[0] @ x)), np.inf
        s = self.scores(x)
        others = np.delete(np.arange(self.n_classes), y)
        q = others[np.argmax(s[others])]
        z[y] = x
        z[q] = -x
        return z, float(s[y] - s[q]), min(self.apart(s, k, q) for k in others if k != q)

    def right(self, y: int) -> list[int]:
        """The classes that y says are right."""
        return [y]

    def apart(self, s: Floats, k: int | np.integer, q: int | np.integer) -> float:
        """How far two scores are apart; equal weights tie exactly, whoever computes them."""
        return np.inf if np.array_equal(self.W[k], self.W[q]) else abs(float(s[k] - s[q]))

    def decided(self, x: Floats, z: Floats, eta: float) -> float:
        """How far the sign of the margin is from flipping; x = 0 and equal weights give exactly zero."""
        rows = self.W[z.any(axis=1)]
        exact = not x.any() or not rows.any() or (len(rows) == 2 and np.array_equal(rows[0], rows[1]))
        return np.inf if exact else abs(eta)

    def round(self, x: Floats, y: int) -> Happened:
        raise TypeError("an oracle says what a round is")

    def take(self, model: Model) -> None:
        """Go on from where the model is."""
        self.W = model.learner.weights(model.state)
