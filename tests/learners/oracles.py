"""Every learner once more: slow, obvious, with dense matrices, straight from the formulas.

An oracle holds `W` as (K, d), or (1, d) for two classes, and `round(x, y)` returns what happened.
`gap` is how far the round was from deciding otherwise: below 1e-12 rounding may differ.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from onlinelearn.types import Floats


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
            E = [k for k in range(self.n_classes) if k != y and s[k] >= s[y]]
            gap = min([gap] + [self.apart(s, k, y) for k in range(self.n_classes) if k != y])
            excess = np.array([s[k] - s[y] for k in E])
            parts = np.full(len(E), 1 / len(E))
            if self.multiclass == "proportional" and excess.sum() > 0:
                parts = excess / excess.sum()
            self.W[y] += self.rate * x
            for k, part in zip(E, parts, strict=True):
                self.W[k] -= self.rate * part * x
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
            zz = float((z * z).sum())
            tau = {
                "PA": loss / zz,
                "PA-I": min(self.C, loss / zz),
                "PA-II": loss / (zz + 1 / (2 * self.C)),
            }[self.variant]
            self.W += tau * z
        return Happened(eta <= 0, updated, min(sure, abs(self.margin - eta), tie if updated else np.inf))


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


@dataclass
class IELLIPOracle(Oracle):
    b: float = 0.3
    c: float = 0.1
    margin: float = 1.0
    decay: str = "update"
    when: str = "mistake"
    P: Floats = field(init=False)
    k: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.P = np.eye(self.W.size)

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, eta, tie = self.direction(x, y)
        z = z_matrix.ravel()
        mistake = eta <= 0
        wanted = mistake or (self.when == "margin" and eta < self.margin)
        updated = bool(wanted and x.any())
        gap = min(self.decided(x, z_matrix, eta), abs(self.margin - eta) if self.when == "margin" else np.inf)
        if updated:
            c_t = self.c * self.b**self.k
            root = np.sqrt(z @ self.P @ z)
            g = z / root
            alpha = (self.margin - eta) / root
            Pg = self.P @ g
            self.W += (alpha * Pg).reshape(self.W.shape)
            self.P = (self.P - c_t * np.outer(Pg, Pg)) / (1 - c_t)
            gap = min(gap, tie)
        if updated or self.decay == "round":
            self.k += 1
        return Happened(mistake, updated, gap)


@dataclass
class CELLIPOracle(Oracle):
    a: float = 0.5
    margin: float = 0.1
    initial: str = "corrected"
    P: Floats = field(init=False)
    infeasible: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        power = {"corrected": 2, "printed": 1}[self.initial]
        self.P = (1 + (1 - self.a) * self.margin) ** power * np.eye(self.W.size)

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, eta, tie = self.direction(x, y)
        z = z_matrix.ravel()
        gap = self.decided(x, z_matrix, eta)
        if eta > 0 or not x.any():
            return Happened(eta <= 0, False, gap)
        root = float(np.sqrt(z @ self.P @ z))
        alpha = (self.a * self.margin - eta) / root
        gap = min(gap, tie, abs(1 - alpha))
        updated = bool(0 < alpha < 1)
        if alpha >= 1:
            self.infeasible += 1
        if updated:
            Pg = self.P @ (z / root)
            self.W += (alpha * Pg).reshape(self.W.shape)
            self.P = (1 - alpha**2) * self.P - 2 * alpha * (1 - alpha) * np.outer(Pg, Pg)
        return Happened(True, updated, gap)


ORACLES: dict[str, type[Oracle]] = {
    "perceptron": PerceptronOracle,
    "pa": PassiveAggressiveOracle,
    "mira": MIRAOracle,
    "cellip": CELLIPOracle,
    "iellip": IELLIPOracle,
}
