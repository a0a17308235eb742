"""Kernel learners: the linear oracles, shown φ(x), with the support as a list."""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.numerics import rng
from tests.learners.oracles.base import Happened, Oracle
from tests.learners.oracles.first_order import MIRAOracle, PassiveAggressiveOracle, PerceptronOracle


class Held(NamedTuple):
    """An example of the support, and what its coefficients make of it: their part of W."""

    x: Floats
    part: Floats


@dataclass
class KernelOracle(Oracle):
    """The first base of a kernel learner's oracle: the linear one, shown `features` in the place of x."""

    budget: int | None = None
    evict: str = "oldest"
    support: list[Held] = field(init=False, default_factory=list)
    evicted: int = field(init=False, default=0)

    def round(self, x: Floats, y: int) -> Happened:
        before = self.W.copy()
        happened = super().round(x, y)
        if happened.updated:
            self.keep(x, self.W - before)
        return happened

    def keep(self, x: Floats, change: Floats) -> None:
        for held in self.support:
            if np.array_equal(held.x, x):
                held.part[:] += change
                return
        if len(self.support) == self.budget and self.evict == "random":
            self.evicted += 1
            i = int(rng.uniform((rng.EVICT,), self.evicted)[-1] * len(self.support))
            self.W -= self.support[i].part
            self.support[i] = Held(x, change)
            return
        if len(self.support) == self.budget:
            # Rounded, so that equal coefficients are equal here too; the first of them is the oldest.
            sizes = [
                round(float(np.linalg.norm(part) / np.linalg.norm(old)), 9) for old, part in self.support
            ]
            gone = self.support.pop(0 if self.evict == "oldest" else int(np.argmin(sizes)))
            self.W -= gone.part
        self.support.append(Held(x, change))


def gram(
    X: Floats, Z: Floats, kernel: str, degree: int = 3, offset: float = 0.0, width: float = 1.0
) -> Floats:
    """k(x, z) for all pairs of rows."""
    products: Floats = (X[:, None, :] * Z[None, :, :]).sum(axis=2)
    distances = ((X[:, None, :] - Z[None, :, :]) ** 2).sum(axis=2)
    kernels: dict[str, Floats] = {
        "linear": products,
        "polynomial": (offset + products) ** degree,
        "rbf": np.exp(-distances / (2 * width**2)),
    }
    return kernels[kernel]


def features(X: Floats, G: Floats) -> Floats:
    """Rows φ(x) with φ(x)·φ(z) = k(x, z) for all rows of X: a root of their Gram matrix."""
    _, first, which = np.unique(X, axis=0, return_index=True, return_inverse=True)
    values, vectors = np.linalg.eigh(G[np.ix_(first, first)])  # once for each, so that equal rows stay equal
    rows: Floats = (vectors * np.sqrt(values.clip(0.0)))[which]
    rows[np.diag(G) == 0.0] = 0.0  # and zero stays exactly zero
    return rows


@dataclass
class KernelPerceptronOracle(KernelOracle, PerceptronOracle):
    """On φ(x)."""


@dataclass
class KernelPassiveAggressiveOracle(KernelOracle, PassiveAggressiveOracle):
    """On φ(x)."""


@dataclass
class KernelMIRAOracle(KernelOracle, MIRAOracle):
    """On φ(x)."""


@dataclass
class NORMAOracle(KernelOracle):
    """All parts of W fade in every round."""

    rate: float = 0.1
    penalty: float = 0.01
    margin: float = 1.0
    nu: float | None = None

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        gap = min(self.decided(x, z, eta), abs(self.margin - eta))
        missed = eta < self.margin
        if self.nu is not None:
            self.margin -= self.rate * (missed - self.nu)
        updated = bool(self.support) and self.penalty > 0
        for held in self.support:
            held.part[:] *= 1 - self.rate * self.penalty
        self.W = self.W * (1 - self.rate * self.penalty)
        if missed and x.any():
            self.W = self.W + self.rate * z
            self.keep(x, self.rate * z)
            updated, gap = True, min(gap, tie)
        return Happened(eta <= 0, updated, gap)
