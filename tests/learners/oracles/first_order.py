"""Perceptron, Passive-Aggressive and MIRA."""

from dataclasses import dataclass

import numpy as np

from onlinelearn.base.arrays import Floats
from tests.learners.oracles.base import Happened, Oracle


@dataclass
class PerceptronOracle(Oracle):
    multiclass: str = "max"
    rate: float = 1.0

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        gap = self.decided(x, z, eta)
        mistake = eta <= 0
        updated = bool(mistake and x.any())
        if updated and (self.binary or self.multiclass == "max"):
            self.W += self.rate * z
            gap = min(gap, tie)
        elif updated:
            s = self.scores(x)
            right = self.right(y)
            pairs = [(r, q) for r in right for q in range(self.n_classes) if q not in right]
            E = [(r, q) for r, q in pairs if s[q] >= s[r]]
            gap = min([gap] + [self.apart(s, q, r) for r, q in pairs])
            excess = np.array([s[q] - s[r] for r, q in E])
            parts = np.full(len(E), 1 / len(E))
            if self.multiclass == "proportional" and excess.sum() > 0:
                parts = excess / excess.sum()
            for (r, q), part in zip(E, parts, strict=True):
                self.W[r] += self.rate * part * x
                self.W[q] -= self.rate * part * x
        return Happened(mistake, updated, gap)


@dataclass
class PassiveAggressiveOracle(Oracle):
    variant: str = "PA-I"
    C: float = 1.0
    margin: float = 1.0

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        loss = max(0.0, self.margin - eta)
        sure = self.decided(x, z, eta)
        updated = bool(loss > 0 and x.any())
        if updated:
            self.W += pa_step(self.variant, self.C, loss, float((z * z).sum())) * z
        return Happened(eta <= 0, updated, min(sure, abs(self.margin - eta), tie if updated else np.inf))


def pa_step(variant: str, C: float, loss: float, squared: float) -> float:
    """τ of the three variants, as the slides print them."""
    steps = {"PA": loss / squared, "PA-I": min(C, loss / squared), "PA-II": loss / (squared + 1 / (2 * C))}
    return steps[variant]


@dataclass
class MIRAOracle(Oracle):
    margin: float = 1.0

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, _ = self.direction(x, y)
        loss = max(0.0, self.margin - eta)
        sure = self.decided(x, z, eta)
        updated = bool(loss > 0 and x.any())
        A = float(x @ x)
        if updated and self.binary:
            self.W += min(1.0, loss / A) * z
        elif updated:
            self.W += np.outer(mira_steps(self.scores(x), y, A, self.margin), x)
        return Happened(eta <= 0, updated, min(sure, abs(self.margin - eta)))


def mira_steps(s: Floats, y: int, A: float, beta: float) -> Floats:
    """τ by sorting: the simplex projection as textbooks print it."""
    D = s / A
    D[y] = (s[y] - beta) / A + 1.0
    descending = np.sort(D)[::-1]
    thetas = (np.cumsum(descending) - 1.0) / np.arange(1, len(D) + 1)
    theta = thetas[np.nonzero(descending > thetas)[0][-1]]
    tau: Floats = np.minimum(theta - D, 0.0)
    tau[y] += 1.0
    return tau
