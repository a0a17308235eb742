"""Batch manifold regularization once more: dense matrices, and SciPy's solvers on the dual's few unknowns."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.manifold.manifold_learner import UNLABELED
from tests.learners.manifold.oracle import gram, loss, near, slope


def weights(learner: Any, X: Floats) -> Floats:
    """w_st of all pairs, none of an example with itself."""
    W = near(X, X, learner.graph_width)
    if learner.graph == "knn":
        apart = ((X[:, None] - X[None]) ** 2).sum(axis=2)
        W = np.zeros_like(W)
        for s in range(len(X)):
            others = sorted((t for t in range(len(X)) if t != s), key=lambda t: (apart[s, t], t))
            W[s, others[: learner.neighbors]] = 1.0
        W = np.maximum(W, W.T)
    np.fill_diagonal(W, 0.0)
    return W


def batch_risk(learner: Any, X: Floats, y: Ints, alpha: Floats) -> float:
    """J(f) of f = Σ α_i K(x_i, ·), as MATH.md prints it."""
    K = gram(learner, X, X)
    f, labeled = K @ alpha, y != UNLABELED
    fit = sum(loss(learner.loss, (2 * y[i] - 1) * f[i]) for i in np.flatnonzero(labeled)) / labeled.sum()
    rough = (weights(learner, X) * (f[:, None] - f[None, :]) ** 2).sum()
    return float(fit + 0.5 * learner.lambda1 * alpha @ K @ alpha + learner.lambda2 / (2 * len(X)) * rough)


@dataclass
class Dense:
    """f* as coefficients on all examples, and J(f*)."""

    alpha: Floats
    risk: float


def solved(learner: Any, X: Floats, y: Ints) -> Dense:
    """α = (λ₁I + (2λ₂/T)LK)⁻¹ Jᵀ Y a, with the a of the dual: min ½aᵀQa + Σ c*(-a)."""
    T, labeled = len(X), np.flatnonzero(y != UNLABELED)
    K, W = gram(learner, X, X), weights(learner, X)
    L = np.diag(W.sum(axis=1)) - W
    sign = np.where(y[labeled] == 1, 1.0, -1.0)
    M = np.linalg.inv(learner.lambda1 * np.eye(T) + 2.0 * learner.lambda2 / T * L @ K)
    to_alpha = M[:, labeled] * sign
    Q = sign[:, None] * (K @ to_alpha)[labeled]
    alpha = to_alpha @ _dual(learner.loss, (Q + Q.T) / 2.0)
    return Dense(alpha, batch_risk(learner, X, y, alpha))


def _dual(name: str, Q: Floats) -> Floats:
    n = len(Q)
    if name == "squared":  # a = -c'(Qa)/l is linear
        return np.asarray(np.linalg.solve(np.eye(n) + 2.0 / n * Q, np.full(n, 2.0 / n)))
    if name == "hinge":
        box = [(0.0, 1.0 / n)] * n
        return _descended(lambda a: (0.5 * a @ Q @ a - a.sum(), Q @ a - 1.0), n, box)
    values, vectors = np.linalg.eigh(Q)
    C = vectors * np.sqrt(values.clip(0.0))

    def slopes(u: Floats) -> Floats:
        return np.array([slope(name, m) for m in C @ u]) / n

    u = _descended(lambda u: (loss(name, C @ u).sum() / n + 0.5 * u @ u, C.T @ slopes(u) + u), n, None)
    return -slopes(u)


def _descended(value_and_gradient: Any, n: int, box: list[tuple[float, float]] | None) -> Floats:
    precise: Any = {"maxiter": 20_000, "maxfun": 100_000, "ftol": 1e-16, "gtol": 1e-11, "maxcor": 50}
    found = minimize(
        value_and_gradient, np.zeros(n), jac=True, method="L-BFGS-B", bounds=box, options=precise
    )
    return np.asarray(found.x)
