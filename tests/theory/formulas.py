"""The ellipsoid paper's formulas as they are written, with dense matrices, and the bounds of all sources."""

from math import log, log1p

import numpy as np

from onlinelearn.base.arrays import Floats


def positive_definite(rng: np.random.Generator, d: int) -> Floats:
    B = rng.normal(size=(d, d))
    return B @ B.T + 0.1 * np.eye(d)


def direction(P: Floats, z: Floats) -> Floats:
    """g of (5), with gᵀPg = 1."""
    return z / np.sqrt(z @ P @ z)


def cellip(P: Floats, g: Floats, alpha: float) -> Floats:
    """(11)"""
    Pg = P @ g
    return (1 - alpha**2) * P - 2 * alpha * (1 - alpha) * np.outer(Pg, Pg)


def iellip(P: Floats, g: Floats, c: float) -> Floats:
    """(15)"""
    Pg = P @ g
    return (P - c * np.outer(Pg, Pg)) / (1 - c)


def family(P: Floats, g: Floats, alpha: float, rho: float, mu: float) -> Floats:
    """(7)"""
    Pg = P @ g
    return mu**2 * P + ((1 - alpha - rho) ** 2 - mu**2) * np.outer(Pg, Pg)


def distance(P: Floats, v: Floats) -> Floats:
    """vᵀP⁻¹v for one v or each row of many."""
    squared: Floats = (v.T * np.linalg.solve(P, v.T)).sum(axis=0)
    return squared


def sphere(rng: np.random.Generator, n: int, d: int) -> Floats:
    points = rng.normal(size=(n, d))
    unit: Floats = points / np.linalg.norm(points, axis=1)[:, None]
    return unit


def surface(rng: np.random.Generator, n: int, w: Floats, P: Floats) -> Floats:
    """Points on the surface of the ellipsoid around w, where a cover fails first."""
    points: Floats = w + sphere(rng, n, w.size) @ np.linalg.cholesky(P).T
    return points


def by_volume(a: float, gamma: float, largest: float) -> float:
    """The M from which λ^{d/2}(1 - a²γ²/λ)^{Md/2}, with λ = λ_max(P₁), is below the ball's r^d (App. B)."""
    r = (1 - a) * gamma
    return (2 * log(r) - log(largest)) / log1p(-((a * gamma) ** 2) / largest)


def theorem_3(a: float, gamma: float) -> float:
    """(13) as printed."""
    r = (1 - a) * gamma
    return (2 * log(1 - a) + 2 * log(gamma) - log1p(r)) / log1p(-((a * gamma / (1 + r)) ** 2))


def theorem_3_corrected(a: float, gamma: float) -> float:
    """(13) with P₁ = (1 + (1 - a)γ)²I."""
    return by_volume(a, gamma, (1 + (1 - a) * gamma) ** 2)


def memory(b: float, c: float) -> float:
    """A = (1 - b)/(1 - b - c) ≥ 1/Π(1 - c_t)."""
    return (1 - b) / (1 - b - c)


def losses(gamma: float, margins: Floats) -> Floats:
    """l_i(u), of the margins y_i u·x_i."""
    return np.maximum(0.0, gamma - margins)


def theorem_4(b: float, c: float, gamma: float, losses: Floats) -> float:
    """(18) as printed."""
    return float(1 / gamma**2 + 2 / gamma * memory(b, c) * losses.sum())


def theorem_4_corrected(
    b: float, c: float, gamma: float, losses: Floats, norms: Floats | float = 1.0
) -> float:
    """M ≤ (A/γ²)(1 + Σφ(l_i)/‖x_i‖²): φ(l) = 2γl where u is right, else l² + γ²."""
    phi = np.where(losses <= gamma, 2 * gamma * losses, losses**2 + gamma**2)
    return float(memory(b, c) / gamma**2 * (1 + (phi / np.square(norms)).sum()))
