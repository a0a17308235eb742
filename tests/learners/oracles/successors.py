"""The oracles of SOP, AROW and SCW, which came after the ellipsoid method."""

from dataclasses import dataclass, field

import numpy as np
from scipy.stats import norm

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles.base import Happened, Oracle
from tests.learners.oracles.ellipsoid import covariance


@dataclass
class SOPOracle(Oracle):
    """w = A⁻¹Σz over the mistakes, A = aI + Σzzᵀ, solved anew after each."""

    a: float = 1.0
    A: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.A = self.a * np.eye(self.W.size)

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, eta, tie = self.direction(x, y)
        gap = self.decided(x, z_matrix, eta)
        if eta > 0 or not x.any():
            return Happened(eta <= 0, False, gap)
        z = z_matrix.ravel()
        total = self.A @ self.W.ravel() + z
        self.A += np.outer(z, z)
        self.W[:] = np.linalg.solve(self.A, total).reshape(self.W.shape)
        return Happened(True, True, min(gap, tie))

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

    def round(self, x: Floats, y: int) -> Happened:
        z_matrix, m, tie = self.direction(x, y)
        z = z_matrix.ravel()
        phi = float(norm.ppf(self.confidence))
        v = float(z @ self.P @ z)
        loss = phi * np.sqrt(v) - m
        gap = self.decided(x, z_matrix, m)
        if not x.any():
            return Happened(m <= 0, False, gap)
        if loss > 0:
            alpha = self.alpha(m, v, phi)
            u = (-alpha * v * phi + np.sqrt(alpha**2 * v**2 * phi**2 + 4 * v)) ** 2 / 4
            beta = alpha * phi / (np.sqrt(u) + v * alpha * phi)
            self.learn(z, alpha, beta, alpha * phi / np.sqrt(u))
        return Happened(m <= 0, loss > 0, min(gap, tie, abs(loss)))

    def alpha(self, m: float, v: float, phi: float) -> float:
        """The closed forms, in the paper's letters."""
        if self.variant == "SCW-I":
            psi, zeta = 1 + phi**2 / 2, 1 + phi**2
            root = np.sqrt(m**2 * phi**4 / 4 + v * phi**2 * zeta)
            return float(min(self.C, max(0.0, (-m * psi + root) / (v * zeta))))
        n = v + 1 / (2 * self.C)
        gamma = phi * np.sqrt(phi**2 * m**2 * v**2 + 4 * n * v * (n + v * phi**2))
        return float(max(0.0, (-(2 * m * n + phi**2 * m * v) + gamma) / (2 * (n**2 + n * v * phi**2))))
