"""The two methods of the ellipsoid paper, with P as a dense matrix."""

from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner, lifted
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles.base import Happened, Oracle


def covariance(model: Model) -> Floats:
    """P of a model that has an ellipsoid."""
    assert isinstance(model.learner, EllipsoidLearner)
    return model.learner.covariance(model.state)


@dataclass
class IELLIPOracle(Oracle):
    b: float = 0.3
    c: float = 0.1
    margin: float = 1.0
    decay: str = "update"
    when: str = "mistake"
    scale: float = 1.0
    P: Floats = field(init=False)
    k: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.P = self.scale * np.eye(self.W.size)

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

    def take(self, model: Model) -> None:
        super().take(model)
        # Neither P's scale nor what moves all classes at once decides anything; both grow without end.
        self.P = lifted(model.state.shape)
        self.c, self.k = float(model.state.c[0]), 0


@dataclass
class CELLIPOracle(Oracle):
    a: float = 0.5
    margin: float = 0.1
    initial: str = "corrected"
    update: str = "center"
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
        rho = (1 - alpha) / (z.size + 1) if self.update == "minimum_volume" else 0.0
        gap = min(gap, tie, abs(1 - alpha))
        updated = bool(alpha < 1 and alpha + rho > 0)
        if alpha >= 1:
            self.infeasible += 1
        if updated:  # Theorem 1
            axis = 1 - alpha - rho
            # (8) with equality; where there is one dimension, P = Pggᵀ P, and any μ will do
            mu = 1.0 if z.size == 1 else np.sqrt((1 - alpha**2) / (1 - (rho / axis) ** 2))
            Pg = self.P @ (z / root)
            self.W += ((alpha + rho) * Pg).reshape(self.W.shape)
            self.P = mu**2 * self.P + (axis**2 - mu**2) * np.outer(Pg, Pg)
        return Happened(True, updated, gap)

    def take(self, model: Model) -> None:
        super().take(model)
        self.P = covariance(model)
