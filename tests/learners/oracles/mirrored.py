"""ROMMA, ALMA, the p-norm Perceptron and EG: whole vectors, and the link computed anew in every round."""

from dataclasses import dataclass, field

import numpy as np
from scipy.special import expit

from onlinelearn.base.arrays import Floats
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles.base import Happened, Oracle


@dataclass
class ROMMAOracle(Oracle):
    """The nearest point to zero of two half spaces: one of them alone decides, or the corner does."""

    aggressive: bool = False

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        gap = min(self.decided(x, z, eta), abs(1 - eta) if self.aggressive else np.inf)
        updated = bool((eta <= 0 or (self.aggressive and eta < 1)) and x.any())
        if updated:
            gap = min(gap, tie)
            alone = z / (z * z).sum()
            if not self.W.any():
                self.W = alone
                return Happened(True, True, gap)
            constraints = np.array([z.ravel(), self.W.ravel()])
            gram, wanted = constraints @ constraints.T, np.array([1.0, (self.W**2).sum()])
            sine = np.linalg.det(gram) / (gram[0, 0] * gram[1, 1])
            inside = (alone * self.W).sum() - wanted[1]
            gap = min(gap, abs(inside) / wanted[1])
            if sine > 1e-12:
                gap = min(gap, 1e-5 * sine)  # nearly parallel: digits are lost
            if inside >= 0 or sine <= 1e-12:
                self.W = alone
            else:
                self.W = (np.linalg.solve(gram, wanted) @ constraints).reshape(self.W.shape)
        return Happened(eta <= 0, updated, gap)


@dataclass
class PNormOracle(Oracle):
    """W is the gradient of ½‖θ‖_p²."""

    p: float = 2.0
    theta: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.theta = np.zeros_like(self.W)

    def show(self) -> None:
        norm = np.linalg.norm(self.theta.ravel(), self.p)
        if norm > 0:
            size = (np.abs(self.theta) / norm) ** (self.p - 1)
            self.W = np.sign(self.theta) * size * norm
        else:
            self.W = np.zeros_like(self.theta)

    def take(self, model: Model) -> None:
        W = model.state.W
        self.theta = (W.rho * W.theta)[:, : len(self.W)].T.copy()
        self.show()


@dataclass
class PNormPerceptronOracle(PNormOracle):
    p: float = 4.0

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        gap = self.decided(x, z, eta)
        updated = bool(eta <= 0 and x.any())
        if updated:
            self.theta = self.theta + z
            self.show()
        return Happened(eta <= 0, updated, min(gap, tie) if updated else gap)


@dataclass
class ALMAOracle(PNormOracle):
    alpha: float = 0.9
    B: float | None = None
    k: int = field(init=False, default=1)

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        gap = self.decided(x, z, eta)
        if not x.any():
            return Happened(eta <= 0, False, gap)
        unit = z / np.linalg.norm(z.ravel(), self.p)
        margin = float((self.W * unit).sum())
        wanted = (1 - self.alpha) * (self.B or 1 / self.alpha) * np.sqrt((self.p - 1) / self.k)
        updated = bool(margin <= wanted)
        if wanted > 0:
            gap = min(gap, abs(margin - wanted))
        if updated:
            theta = self.theta + np.sqrt(2 / ((self.p - 1) * self.k)) * unit
            norm = float(np.linalg.norm(theta.ravel(), self.p))
            self.theta = theta / max(1.0, norm)
            self.show()
            self.k += 1
            gap = min(gap, tie, norm)  # where a step just undoes all, rounding is all that is left
        return Happened(eta <= 0, updated, gap)

    def take(self, model: Model) -> None:
        super().take(model)
        self.k = int(model.state.t[0]) + 1


@dataclass
class EGOracle(Oracle):
    """Weights that are multiplied and made to sum to U in every round, on ±x if balanced."""

    rate: float = 0.1
    total: float = 10.0
    balanced: bool = True
    loss: str = "hinge"
    plus: Floats = field(init=False)
    minus: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.plus = np.ones_like(self.W)
        self.minus = np.ones_like(self.W) if self.balanced else np.zeros_like(self.W)
        self.normalise()

    def normalise(self) -> None:
        whole = self.plus.sum() + self.minus.sum()
        self.plus, self.minus = self.total * self.plus / whole, self.total * self.minus / whole
        self.W = self.plus - self.minus

    def descend(self, gradient: Floats) -> None:
        self.plus = self.plus * np.exp(-self.rate * gradient)
        self.minus = self.minus * np.exp(self.rate * gradient)
        self.normalise()

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        slope = margin_slope(self.loss, eta)
        gap = min(self.decided(x, z, eta), slope_gap(self.loss, eta))
        updated = bool(slope > 0 and x.any())
        if updated:
            self.descend(-slope * z)
            gap = min(gap, tie)
        return Happened(eta <= 0, updated, gap)

    def take(self, model: Model) -> None:
        theta = model.state.W.theta[:, : len(self.W)].T
        self.plus = np.exp(theta)
        self.minus = np.exp(-theta) if self.balanced else np.zeros_like(theta)
        self.normalise()


def margin_slope(loss: str, eta: float) -> float:
    """Minus the derivative of the loss by the margin."""
    slopes = {
        "hinge": float(eta < 1),
        "squared_hinge": 2 * max(0.0, 1 - eta),
        "logistic": float(expit(-eta)),
    }
    return slopes[loss]


def slope_gap(loss: str, eta: float) -> float:
    """How far the margin is from where the slope ends; the logistic one is too small to be seen there."""
    return max(0.0, 200.0 - eta) if loss == "logistic" else abs(1.0 - eta)


@dataclass
class EGRegressionOracle(EGOracle):
    rate: float = 0.001
    epsilon: float = 0.1

    def round(self, x: Floats, y: float) -> Happened:
        error = y - self.W[0] @ x
        self.descend(2 * (self.W[0] @ x - y) * x[None])
        return Happened(abs(error) > self.epsilon, bool(x.any()), abs(abs(error) - self.epsilon))
