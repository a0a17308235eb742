"""Descent on losses: OGD, Pegasos, AdaGrad and FTRL-Proximal, with gradients as whole matrices."""

from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles.base import Happened, Oracle
from tests.learners.oracles.mirrored import margin_slope, slope_gap


@dataclass
class DescentOracle(Oracle):
    """A round in which the gradient of the loss decides."""

    loss: str = "hinge"

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        slope = margin_slope(self.loss, eta)
        gap = min(self.decided(x, z, eta), slope_gap(self.loss, eta))
        updated = bool(slope > 0 and x.any())
        updated = self.descend(-slope * z, updated)
        return Happened(eta <= 0, updated, min(gap, tie if updated else np.inf))

    def descend(self, g: Floats, updated: bool) -> bool:
        raise TypeError("an oracle says how it descends")


@dataclass
class OGDOracle(DescentOracle):
    rate: float = 1.0
    decay: str = "root"
    t: int = field(init=False, default=0)

    def descend(self, g: Floats, updated: bool) -> bool:
        self.t += 1
        self.W = self.W - self.rate / self.t ** {"constant": 0.0, "root": 0.5, "inverse": 1.0}[self.decay] * g
        return updated

    def take(self, model: Model) -> None:
        super().take(model)
        self.t = int(model.state.t[0])


@dataclass
class PegasosOracle(DescentOracle):
    penalty: float = 0.01
    project: bool = True
    t: int = field(init=False, default=0)

    def descend(self, g: Floats, updated: bool) -> bool:
        self.t += 1
        decays = bool(self.W.any())
        W = self.W - 1 / (self.penalty * self.t) * (self.penalty * self.W + g)
        norm = float(np.linalg.norm(W))
        self.W = W * min(1.0, 1 / np.sqrt(self.penalty) / norm) if self.project and norm > 0 else W
        return updated or decays

    def take(self, model: Model) -> None:
        super().take(model)
        self.t = int(model.state.t[0])


@dataclass
class AdaGradOracle(DescentOracle):
    rate: float = 0.1
    delta: float = 1e-8
    G: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.G = np.zeros_like(self.W)

    def descend(self, g: Floats, updated: bool) -> bool:
        self.G = self.G + g**2
        seen = self.G > 0
        self.W[seen] -= self.rate * g[seen] / (self.delta + np.sqrt(self.G[seen]))
        return updated

    def take(self, model: Model) -> None:
        super().take(model)
        self.G = model.state.G[:, : len(self.W)].T.copy()


@dataclass
class FTRLProximalOracle(DescentOracle):
    alpha: float = 0.1
    beta: float = 1.0
    l1: float = 0.0
    l2: float = 0.0
    loss: str = "logistic"
    z: Floats = field(init=False)
    n: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.z, self.n = np.zeros_like(self.W), np.zeros_like(self.W)

    def descend(self, g: Floats, updated: bool) -> bool:
        before = self.W
        sigma = (np.sqrt(self.n + g**2) - np.sqrt(self.n)) / self.alpha
        self.z = self.z + g - sigma * self.W
        self.n = self.n + g**2
        rest = np.sign(self.z) * np.maximum(np.abs(self.z) - self.l1, 0.0)
        self.W = -rest / ((self.beta + np.sqrt(self.n)) / self.alpha + self.l2)
        return updated and not np.array_equal(before, self.W)

    def take(self, model: Model) -> None:
        super().take(model)
        self.z, self.n = (each[:, : len(self.W)].T.copy() for each in (model.state.z, model.state.n))
