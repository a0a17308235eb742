"""Kernel learners with a way of their own to keep a budget, on φ(x): projections by least squares."""

from dataclasses import dataclass, field

import numpy as np

from onlinelearn.base.arrays import Floats
from tests.learners.oracles.base import Happened
from tests.learners.oracles.first_order import pa_step
from tests.learners.oracles.kernels import Held, KernelOracle


@dataclass
class ForgetronOracle(KernelOracle):
    """The self-tuned Forgetron; φ is searched for on a fine grid and by halving, not solved for."""

    mistakes: int = field(init=False, default=0)
    damage: float = field(init=False, default=0.0)

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        gap = self.decided(x, z, eta)
        if eta > 0 or not x.any():
            return Happened(eta <= 0, False, gap)
        self.mistakes += 1
        known = any(np.array_equal(held.x, x) for held in self.support)
        phi = 1.0
        if not known and len(self.support) == self.budget:
            phi = self.shrinking(self.support[0], self.W + z)
            self.support = [Held(old, phi * part) for old, part in self.support]
            self.W = phi * self.W
        self.W = self.W + phi * z
        self.keep(x, phi * z)
        return Happened(True, True, min(gap, tie))

    def shrinking(self, oldest: Held, f: Floats) -> float:
        """max{φ : Q + Ψ(φ) ≤ 15/32 M}."""
        coefficients = oldest.part @ oldest.x / (oldest.x @ oldest.x)
        weight = np.abs(coefficients).sum() / (1 if self.binary else 2)

        def psi(phi: float) -> float:
            part = phi * oldest.part
            return float((part * part).sum() - 2 * (part * (phi * f)).sum() + 2 * phi * weight)

        allowed = 15 / 32 * self.mistakes
        phi = 1.0
        if self.damage + psi(1.0) > allowed:
            grid = np.linspace(0, 1, 2001)
            low = max(p for p in grid if self.damage + psi(p) <= allowed)
            high = low + 1 / 2000
            for _ in range(60):
                middle = (low + high) / 2
                low, high = (middle, high) if self.damage + psi(middle) <= allowed else (low, middle)
            phi = float(low)
        self.damage += psi(phi)
        return phi


@dataclass
class BudgetPassiveAggressiveOracle(KernelOracle):
    """BPA-S: every row is tried, by the change of f that it takes."""

    C: float = 1.0
    margin: float = 1.0

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        loss = self.margin - eta
        gap = min(self.decided(x, z, eta), abs(loss))
        if loss <= 0 or not x.any():
            return Happened(eta <= 0, False, gap)
        step = pa_step("PA-I", self.C, loss, float((z * z).sum())) * z
        known = any(np.array_equal(held.x, x) for held in self.support)
        if known or len(self.support) < (self.budget or 0):
            self.W = self.W + step
            self.keep(x, step)
            return Happened(eta <= 0, True, min(gap, tie))
        taken = [np.outer(held.part @ x / (x @ x), x) for held in self.support]
        costs = [
            float(((held.part - mine) ** 2).sum()) for held, mine in zip(self.support, taken, strict=True)
        ]
        i = int(np.argmin(costs))
        best, second = np.sort(costs)[:2] if len(costs) > 1 else (0.0, np.inf)
        self.W = self.W - self.support[i].part + taken[i] + step
        self.support[i] = Held(x, taken[i] + step)
        return Happened(eta <= 0, True, min(gap, tie, second - best))


@dataclass
class ProjectronOracle(KernelOracle):
    """The projection on the support by least squares; the support is a list of φ(x)."""

    eta: float = 0.1
    plus: bool = False

    def round(self, x: Floats, y: int) -> Happened:
        z, margin, tie = self.direction(x, y)
        gap = self.decided(x, z, margin)
        if self.plus:
            gap = min(gap, abs(1 - margin))
        if margin > (1 if self.plus else 0) or not x.any() or (self.plus and margin == 1):
            return Happened(margin <= 0, False, gap)
        rows = np.array([held.x for held in self.support]).reshape(-1, len(x))
        d = np.linalg.lstsq(rows.T, x, rcond=None)[0]
        inside = z @ np.outer(x, d @ rows) / (x @ x)
        off = float(np.linalg.norm(z - inside))
        off = 0.0 if off < 1e-6 * np.linalg.norm(z) else off
        gap = min(gap, tie)
        if margin <= 0:
            gap = min(gap, abs(off - self.eta) if off else np.inf)
            spent = self.budget is not None and len(self.support) == self.budget
            if not self.support or (off > self.eta and not spent):
                self.W = self.W + z
                self.support.append(Held(x, z))
            else:
                self.W = self.W + inside
            return Happened(True, True, gap)
        rest = 1 - margin - (off / self.eta if off else 0.0)
        gap = min(gap, abs(rest))
        if rest <= 0 or not inside.any():
            return Happened(False, False, gap)
        length = float((inside * inside).sum())
        self.W = self.W + min((1 - margin) / length, 2 * rest / length, 1.0) * inside
        return Happened(False, True, gap)
