"""The oracles of SOP, AROW, SCW, CW, NHERD, NAROW and the online Newton step: weights with a matrix."""

from dataclasses import dataclass, field

import numpy as np
from scipy.stats import norm

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles.base import Happened, Oracle
from tests.learners.oracles.ellipsoid import covariance
from tests.learners.oracles.mirrored import margin_slope, slope_gap


@dataclass
class SOPOracle(Oracle):
    """w = A⁻¹Σz over the mistakes, A = aI + Σzzᵀ over these or all, or its diagonal, solved anew."""

    a: float = 1.0
    matrix: str = "full"
    keep: str = "mistakes"
    A: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.A = self.a * np.eye(self.W.size)

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, eta, tie = self.direction(x, y)
        gap = self.decided(x, z_matrix, eta)
        mistake = eta <= 0
        if not z_matrix.any() or not (mistake or self.keep == "every"):
            return Happened(mistake, False, gap)
        z = z_matrix.ravel()
        total = self.A @ self.W.ravel() + mistake * z
        self.A += np.outer(z, z) if self.matrix == "full" else np.diag(z**2)
        self.W[:] = np.linalg.solve(self.A, total).reshape(self.W.shape)
        return Happened(mistake, True, min(gap, tie))

    def take(self, model: Model) -> None:
        super().take(model)
        self.A = np.asarray(self.a * np.linalg.inv(covariance(model)), np.float64)


@dataclass
class GaussianOracle(Oracle):
    """Weights with a covariance P."""

    matrix: str = "full"
    P: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.P = np.eye(self.W.size)

    def learn(self, z: Floats, alpha: float, beta: float, weight: float) -> None:
        """w ← w + αPz; P ← P - βPzzᵀP, or P_jj⁻¹ ← P_jj⁻¹ + weight·z_j²."""
        Pz = self.P @ z
        self.W += alpha * Pz.reshape(self.W.shape)
        if self.matrix == "full":
            self.P -= beta * np.outer(Pz, Pz)
        else:
            self.P = np.diag(1 / (1 / np.diag(self.P) + weight * z**2))

    def take(self, model: Model) -> None:
        super().take(model)
        self.P = covariance(model)


@dataclass
class AROWOracle(GaussianOracle):
    r: float = 1.0

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, eta, tie = self.direction(x, y)
        updated = bool(eta < 1 and x.any())
        gap = min(self.decided(x, z_matrix, eta), abs(1 - eta), tie if updated else np.inf)
        if updated:
            z = z_matrix.ravel()
            beta = 1 / (float(z @ self.P @ z) + self.r)
            self.learn(z, (1 - eta) * beta, beta, 1 / self.r)
        return Happened(eta <= 0, updated, gap)


@dataclass
class SCWOracle(GaussianOracle):
    variant: str = "SCW-I"
    C: float = 1.0
    confidence: float = 0.75
    root: str = "exact"

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, m, tie = self.direction(x, y)
        z = z_matrix.ravel()
        phi = float(norm.ppf(self.confidence))
        v = float(z @ self.P @ z)
        loss = phi * np.sqrt(v) - m
        gap = self.decided(x, z_matrix, m)
        if not x.any():
            return Happened(m <= 0, False, gap)
        alpha = self.alpha(m, v, phi) if loss > 0 else 0.0
        if alpha > 0:
            u = (-alpha * v * phi + np.sqrt(alpha**2 * v**2 * phi**2 + 4 * v)) ** 2 / 4
            beta = alpha * phi / (np.sqrt(u) + v * alpha * phi)
            self.learn(z, alpha, beta, alpha * phi / np.sqrt(u))
        return Happened(m <= 0, alpha > 0, min(gap, tie, abs(loss)))

    def alpha(self, m: float, v: float, phi: float) -> float:
        """The closed forms, in the paper's letters."""
        if self.variant == "SCW-I":
            psi, zeta = 1 + phi**2 / 2, 1 + phi**2
            root = np.sqrt(m**2 * phi**4 / 4 + v * phi**2 * zeta)
            return float(min(self.C, max(0.0, (-m * psi + root) / (v * zeta))))
        n = v + 1 / (2 * self.C)
        if self.root == "libol":
            gamma = np.sqrt(phi**4 * m**2 * v * 2 + 4 * n * v * phi**2 * (n + v * phi * 2))
        else:
            gamma = phi * np.sqrt(phi**2 * m**2 * v**2 + 4 * n * v * (n + v * phi**2))
        return float(max(0.0, (-(2 * m * n + phi**2 * m * v) + gamma) / (2 * (n**2 + n * v * phi**2))))


@dataclass
class CWOracle(GaussianOracle):
    form: str = "stdev"
    confidence: float = 0.75

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, m, tie = self.direction(x, y)
        z = z_matrix.ravel()
        phi = float(norm.ppf(self.confidence))
        v = float(z @ self.P @ z)
        gap = self.decided(x, z_matrix, m)
        if not x.any():
            return Happened(m <= 0, False, gap)
        wanted = phi * np.sqrt(v) if self.form == "stdev" else phi * v
        if m < wanted and self.form == "stdev":
            psi, zeta = 1 + phi**2 / 2, 1 + phi**2
            alpha = (-m * psi + np.sqrt(m**2 * phi**4 / 4 + v * phi**2 * zeta)) / (v * zeta)
            u = (-alpha * v * phi + np.sqrt(alpha**2 * v**2 * phi**2 + 4 * v)) ** 2 / 4
            self.learn(z, alpha, alpha * phi / (np.sqrt(u) + v * alpha * phi), alpha * phi / np.sqrt(u))
        elif m < wanted:
            b = 1 + 2 * phi * m
            alpha = (-b + np.sqrt(b**2 - 8 * phi * (m - phi * v))) / (4 * phi * v)
            self.learn(z, alpha, 2 * alpha * phi / (1 + 2 * alpha * phi * v), 2 * alpha * phi)
        return Happened(m <= 0, bool(m < wanted), min(gap, tie, abs(m - wanted)))


@dataclass
class NHERDOracle(GaussianOracle):
    C: float = 1.0
    diagonal: str = "exact"

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, eta, tie = self.direction(x, y)
        updated = bool(eta < 1 and x.any())
        gap = min(self.decided(x, z_matrix, eta), abs(1 - eta), tie if updated else np.inf)
        if updated:
            z, C = z_matrix.ravel(), self.C
            v = float(z @ self.P @ z)
            Pz, cut = self.P @ z, (C**2 * v + 2 * C) / (1 + C * v) ** 2
            self.W += (1 - eta) / (v + 1 / C) * Pz.reshape(self.W.shape)
            variance = np.diag(self.P)
            if self.matrix == "full":
                self.P = self.P - cut * np.outer(Pz, Pz)
            elif self.diagonal == "exact":
                self.P = np.diag(variance / (1 + C * z**2 * variance) ** 2)
            elif self.diagonal == "drop":
                self.P = np.diag(variance - cut * Pz**2)
            else:
                self.P = np.diag(1 / (1 / variance + (2 * C + C**2 * v) * z**2))
        return Happened(eta <= 0, updated, gap)


@dataclass
class NAROWOracle(GaussianOracle):
    b: float = 10.0

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, eta, tie = self.direction(x, y)
        z = z_matrix.ravel()
        v = float(z @ self.P @ z)
        gap = min(self.decided(x, z_matrix, eta), abs(1 - eta))
        updated = bool(eta < 1 and v > 1 / self.b)
        if eta < 1 and x.any():
            gap = min(gap, tie, abs(self.b * v - 1))
        if updated:
            r = v / (self.b * v - 1)
            self.learn(z, (1 - eta) / (v + r), 1 / (v + r), 1 / r)
        return Happened(eta <= 0, updated, gap)


@dataclass
class OnlineNewtonOracle(Oracle):
    """A itself, inverted anew in every round."""

    gamma: float = 1.0
    a: float = 1.0
    loss: str = "logistic"
    matrix: str = "full"
    A: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.A = self.a * np.eye(self.W.size)

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        slope = margin_slope(self.loss, eta)
        gap = min(self.decided(x, z, eta), slope_gap(self.loss, eta))
        updated = bool(slope > 0 and x.any())
        if updated:
            g = -slope * z.ravel()
            self.A = self.A + (np.outer(g, g) if self.matrix == "full" else np.diag(g**2))
            self.W = self.W - (np.linalg.solve(self.A, g) / self.gamma).reshape(self.W.shape)
            gap = min(gap, tie)
        return Happened(eta <= 0, updated, gap)

    def take(self, model: Model) -> None:
        super().take(model)
        self.A = np.asarray(self.a * np.linalg.inv(covariance(model)), np.float64)
