"""The Banditron: a matrix of weights, and the same draws."""

from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.model import Model
from onlinelearn.numerics import rng
from tests.learners.oracles.base import Happened, Oracle


@dataclass
class BanditronOracle(Oracle):
    """Two classes have a row each inside, and W is the difference."""

    gamma: float = 0.05
    t: int = field(init=False, default=0)
    wrong_plays: int = field(init=False, default=0)

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        s = self.scores(x)
        predicted = int(s[0] > 0) if self.binary else int(np.argmax(s))
        self.t += 1
        fraction = float(rng.uniform((rng.PLAY,), self.t)[-1])
        chances = np.full(self.n_classes, self.gamma / self.n_classes)
        chances[predicted] += 1 - self.gamma
        explored = int((fraction - (1 - self.gamma)) / self.gamma * self.n_classes)
        played = predicted if fraction < 1 - self.gamma else explored
        U = np.zeros((self.n_classes, len(x)))
        U[predicted] -= x
        if played == y:
            U[played] += x / chances[played]
        self.wrong_plays += played != y
        self.W = self.W + (U[1:] - U[:1] if self.binary else U)
        top = np.sort(s)[-2:]
        sure = min(self.decided(x, z, eta), abs(s[0]) if self.binary else top[1] - top[0])
        exact = not x.any() or sure == 0.0
        return Happened(eta <= 0, bool(x.any()), np.inf if exact else min(sure, tie))

    def take(self, model: Model) -> None:
        super().take(model)
        self.t = int(model.state.draws.used[0])
