"""Learners without labels, which keep a ball."""

from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base.arrays import Floats
from tests.learners.oracles.base import Happened, Oracle
from tests.learners.oracles.first_order import pa_step


@dataclass
class UniclassOracle(Oracle):
    """`W` is the centre; with a learnt radius, it is moved in one dimension more."""

    variant: str = "PA-I"
    C: float = 1.0
    epsilon: float = 1.0
    learn_radius: bool = False
    height: float = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.height = self.epsilon if self.learn_radius else 0.0

    @property
    def radius(self) -> float:
        return float(np.sqrt(max(0.0, self.epsilon**2 - self.height**2)))

    def round(self, x: Floats, y: int) -> Happened:
        center, point = np.append(self.W[0], self.height), np.append(x, 0.0)
        away = float(np.linalg.norm(center - point))
        loss = max(0.0, away - self.epsilon)
        if loss > 0:
            moved = center + pa_step(self.variant, self.C, loss, 1.0) * (point - center) / away
            self.W[0], self.height = moved[:-1], float(moved[-1])
        return Happened(loss > 0, loss > 0, abs(away - self.epsilon))


@dataclass
class RunningMeanOracle(Oracle):
    epsilon: float = 1.0
    seen: list[Floats] = field(init=False, default_factory=list)

    def round(self, x: Floats, y: int) -> Happened:
        away = float(np.linalg.norm(self.W[0] - x))
        self.seen.append(x)
        self.W[0] = np.mean(self.seen, axis=0)
        return Happened(away > self.epsilon, away > 0, min(abs(away - self.epsilon), away or np.inf))
