"""Online manifold regularization once more, slow and obvious: all kernels and weights as dense matrices.

An f is a vector of coefficients on all examples of the stream, zero where there is none. Nothing is
kept but these vectors: every f_t is, to be averaged when somebody asks.
"""

from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.manifold.online_manifold import OnlineManifold


def gram(learner: Any, X: Floats, Y: Floats) -> Floats:
    """K(x, y) of all pairs."""
    if learner.kernel == "rbf":
        return near(X, Y, learner.width)
    return X @ Y.T if learner.kernel == "linear" else (learner.offset + X @ Y.T) ** learner.degree


def near(X: Floats, Y: Floats, sigma: float) -> Floats:
    """exp(-‖x - y‖²/(2σ²)) of all pairs."""
    squared = ((X[:, None, :] - Y[None, :, :]) ** 2).sum(axis=2)
    return np.asarray(np.exp(-squared / (2.0 * sigma**2)))


def loss(name: str, margin: Any) -> Any:
    """c; of complex margins too."""
    if name == "hinge":
        return (1.0 - margin) * (np.real(margin) < 1.0)
    return (1.0 - margin) ** 2 if name == "squared" else np.log(1.0 + np.exp(-margin))


def slope(name: str, margin: float) -> float:
    """c'."""
    if name == "hinge":
        return -1.0 if margin < 1.0 else 0.0
    return -2.0 * (1.0 - margin) if name == "squared" else -1.0 / (1.0 + np.exp(margin))


def pursuit(K: Floats, e: int, others: list[int], atoms: int) -> Floats:
    """The coefficients of K(x_e, ·), projected on the others by matching pursuit."""
    c, rest = np.zeros(len(K)), np.eye(len(K))[e]
    for _ in range(atoms):
        products = {j: K[j] @ rest for j in others}
        gains = {j: products[j] ** 2 / K[j, j] for j in others if K[j, j] > 0.0}
        if not gains or max(gains.values()) == 0.0:
            break
        best = max(gains, key=lambda j: gains[j])
        step = products[best] / K[best, best]
        c[best] += step
        rest[best] -= step
    return c


def ridge_solution(K: Floats, e: int, others: list[int], ridge: float = 1e-9) -> Floats:
    """The coefficients of the nearest element to K(x_e, ·) in the span of the others."""
    c = np.zeros(len(K))
    inner = K[np.ix_(others, others)]
    c[others] = np.linalg.solve(inner + ridge * np.trace(K) / len(K) * np.eye(len(others)), K[others, e])
    return c


class Oracle:
    """What `OnlineManifold` with these parameters does on this stream, one round after the other."""

    def __init__(self, X: Floats, y: Ints, learner: OnlineManifold, *, hoard: bool = False) -> None:
        self.X, self.y, self.learner, self.hoard = X, y, learner, hoard
        self.K, self.near = gram(learner, X, X), near(X, X, learner.graph_width)
        self.alpha = np.zeros(len(X))
        self.kept: list[int] = []
        self.past: list[Floats] = []
        """f_1, ..., f_t"""
        self.risks: list[float] = []
        self.labels = 0

    @property
    def t(self) -> int:
        """The number of the round that begins or lasts, from 1."""
        return len(self.past)

    @property
    def x(self) -> int:
        """Its example."""
        return self.t - 1

    @property
    def eta(self) -> float:
        return self.learner.rate / (self.t**0.5 if self.learner.schedule == "sqrt" else 1.0)

    @property
    def weight(self) -> float:
        """T/l, or 0 for an example without a label."""
        if self.y[self.x] < 0:
            return 0.0
        return 1.0 / self.learner.label_rate if self.learner.label_rate else self.t / self.labels

    @property
    def sign(self) -> float:
        return 1.0 if self.y[self.x] == 1 else -1.0

    def edges(self) -> Floats:
        """w_it for all examples, zero for those that are not kept."""
        w = np.zeros(len(self.X))
        if self.learner.graph == "rbf":
            w[self.kept] = self.near[self.x, self.kept]
            return w
        apart = ((self.X - self.X[self.x]) ** 2).sum(axis=1)
        w[sorted(self.kept, key=lambda i: (apart[i], i))[: self.learner.neighbors]] = 1.0
        return w

    @property
    def share(self) -> float:
        """λ₂, times how many examples each that is kept stands for."""
        return self.learner.lambda2 * (self.t - 1) / len(self.kept) if self.kept else 0.0

    def risk(self, alpha: Any) -> Any:
        """J_t of any f."""
        f = self.K @ alpha
        fit = self.weight * loss(self.learner.loss, self.sign * f[self.x]) if self.weight else 0.0
        rough = (self.edges() * (f - f[self.x]) ** 2).sum()
        return fit + 0.5 * self.learner.lambda1 * alpha @ self.K @ alpha + self.share * rough

    def gradient(self, alpha: Floats) -> Floats:
        """The coefficients of ∂J_t."""
        f = self.K @ alpha
        g = self.learner.lambda1 * alpha
        pull = 2.0 * self.share * self.edges() * (f - f[self.x])
        g = g + pull
        g[self.x] -= pull.sum()
        if self.weight:
            g[self.x] += self.weight * self.sign * slope(self.learner.loss, self.sign * f[self.x])
        return np.asarray(g)

    def begin(self) -> None:
        """A round begins: f_t is remembered, and the label counted."""
        self.past.append(self.alpha)
        self.labels += self.y[self.x] >= 0

    def round(self) -> bool:
        """A whole round; whether it was a mistake."""
        self.begin()
        mistake = self.weight > 0.0 and self.sign * (self.K @ self.alpha)[self.x] <= 0.0
        self.risks.append(float(self.risk(self.alpha)))
        self.alpha = self.alpha - self.eta * self.gradient(self.alpha)
        if self.y[self.x] >= 0 or self.learner.lambda2 > 0.0 or self.hoard:
            self.kept.append(self.x)
        if self.learner.buffer is not None and len(self.kept) > self.learner.buffer:
            self.evict()
        return mistake

    def evict(self) -> None:
        """One leaves every f so far, and what it was is projected on the others."""
        spared = self.learner.evict == "unlabeled"
        e = min(self.kept, key=lambda i: (spared and self.y[i] >= 0, i))
        self.kept.remove(e)
        c = pursuit(self.K, e, self.kept, self.learner.atoms)
        self.alpha, *self.past = (
            np.where(np.arange(len(a)) == e, 0.0, a) + a[e] * c for a in (self.alpha, *self.past)
        )

    @property
    def mean(self) -> Floats:
        """The coefficients of f̄."""
        return np.asarray(np.mean(self.past, axis=0))
