"""LMS, and learners of real targets."""

from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base.arrays import Floats
from tests.learners.oracles.base import Happened, Oracle
from tests.learners.oracles.first_order import pa_step


@dataclass
class LMSOracle(Oracle):
    rate: float = 0.01
    normalized: bool = False

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, _ = self.direction(x, y)
        right = np.array([y == 1]) if self.binary else np.arange(self.n_classes) == y
        signs = np.where(right, 1.0, -1.0)
        gap = self.decided(x, z, eta)
        self.descend(x, signs - self.scores(x))
        return Happened(eta <= 0, bool(x.any()), gap)

    def descend(self, x: Floats, errors: Floats) -> None:
        if x.any():
            rho = self.rate / (x @ x) if self.normalized else self.rate
            self.W += rho * np.outer(errors, x)


@dataclass
class LMSRegressionOracle(LMSOracle):
    """Real targets: made for two classes, which is one row of weights."""

    epsilon: float = 0.1

    def round(self, x: Floats, y: float) -> Happened:
        error = y - self.W[0] @ x
        self.descend(x, np.array([error]))
        return Happened(abs(error) > self.epsilon, bool(x.any()), abs(abs(error) - self.epsilon))


@dataclass
class PARegressionOracle(Oracle):
    variant: str = "PA-I"
    C: float = 1.0
    epsilon: float = 0.1

    def round(self, x: Floats, y: float) -> Happened:
        error = float(y - self.W[0] @ x)
        loss = max(0.0, abs(error) - self.epsilon)
        updated = bool(loss > 0 and x.any())
        if updated:
            tau = pa_step(self.variant, self.C, loss, float(x @ x))
            self.W[0] += np.sign(error) * tau * x
        return Happened(loss > 0, updated, abs(abs(error) - self.epsilon))


@dataclass
class RidgeOracle(Oracle):
    """The batch solution over all rounds so far."""

    a: float = 1.0
    epsilon: float = 0.1
    seen: list[tuple[Floats, float]] = field(init=False, default_factory=list)

    def round(self, x: Floats, y: float) -> Happened:
        error = y - self.W[0] @ x
        self.seen.append((x, y))
        X, targets = (np.array(each) for each in zip(*self.seen, strict=True))
        self.W[0] = np.linalg.solve(self.a * np.eye(len(x)) + X.T @ X, X.T @ targets)
        return Happened(abs(error) > self.epsilon, bool(x.any()), abs(abs(error) - self.epsilon))
