"""Every learner once more: slow, obvious, with dense matrices, straight from the formulas.

An oracle holds `W` as (K, d), or (1, d) for two classes, and `round(x, y)` returns what happened.
`gap` is how far the round was from deciding otherwise: below 1e-12 rounding may differ.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from scipy.stats import norm

from onlinelearn.learners.ellipsoid import EllipsoidLearner, lifted
from onlinelearn.learners.model import Model
from onlinelearn.types import Floats


class Happened(NamedTuple):
    mistake: bool
    updated: bool
    gap: float


@dataclass
class Oracle:
    n_classes: int
    n_features: int
    W: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.W = np.zeros((1 if self.n_classes == 2 else self.n_classes, self.n_features))

    @property
    def binary(self) -> bool:
        return self.n_classes == 2

    def scores(self, x: Floats) -> Floats:
        """Wx, row by row: a BLAS may give two equal rows two scores."""
        return np.array([(row * x).sum() for row in self.W])

    def direction(self, x: Floats, y: int) -> tuple[Floats, float, float]:
        """z as a matrix of W's shape, the margin, and the distance to another choice of z."""
        z = np.zeros_like(self.W)
        if self.binary:
            sign = 1.0 if y == 1 else -1.0
            z[0] = sign * x
            return z, float(sign * (self.W[0] @ x)), np.inf
        s = self.scores(x)
        others = np.delete(np.arange(self.n_classes), y)
        q = others[np.argmax(s[others])]
        z[y] = x
        z[q] = -x
        return z, float(s[y] - s[q]), min(self.apart(s, k, q) for k in others if k != q)

    def apart(self, s: Floats, k: int | np.integer, q: int | np.integer) -> float:
        """How far two scores are apart; equal weights tie exactly, whoever computes them."""
        return np.inf if np.array_equal(self.W[k], self.W[q]) else abs(float(s[k] - s[q]))

    def decided(self, x: Floats, z: Floats, eta: float) -> float:
        """How far the sign of the margin is from flipping; x = 0 and equal weights give exactly zero."""
        rows = self.W[z.any(axis=1)]
        exact = not x.any() or not rows.any() or (len(rows) == 2 and np.array_equal(rows[0], rows[1]))
        return np.inf if exact else abs(eta)

    def round(self, x: Floats, y: int) -> Happened:
        raise TypeError("an oracle says what a round is")

    def take(self, model: Model) -> None:
        """Go on from where the model is."""
        self.W = model.learner.weights(model.state)


@dataclass
class PerceptronOracle(Oracle):
    multiclass: str = "max"
    rate: float = 1.0

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        gap = self.decided(x, z, eta)
        mistake = eta <= 0
        updated = bool(mistake and x.any())
        if updated and (self.binary or self.multiclass == "max"):
            self.W += self.rate * z
            gap = min(gap, tie)
        elif updated:
            s = self.scores(x)
            E = [k for k in range(self.n_classes) if k != y and s[k] >= s[y]]
            gap = min([gap] + [self.apart(s, k, y) for k in range(self.n_classes) if k != y])
            excess = np.array([s[k] - s[y] for k in E])
            parts = np.full(len(E), 1 / len(E))
            if self.multiclass == "proportional" and excess.sum() > 0:
                parts = excess / excess.sum()
            self.W[y] += self.rate * x
            for k, part in zip(E, parts, strict=True):
                self.W[k] -= self.rate * part * x
        return Happened(mistake, updated, gap)


@dataclass
class PassiveAggressiveOracle(Oracle):
    variant: str = "PA-I"
    C: float = 1.0
    margin: float = 1.0

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        loss = max(0.0, self.margin - eta)
        sure = self.decided(x, z, eta)
        updated = bool(loss > 0 and x.any())
        if updated:
            zz = float((z * z).sum())
            tau = {
                "PA": loss / zz,
                "PA-I": min(self.C, loss / zz),
                "PA-II": loss / (zz + 1 / (2 * self.C)),
            }[self.variant]
            self.W += tau * z
        return Happened(eta <= 0, updated, min(sure, abs(self.margin - eta), tie if updated else np.inf))


@dataclass
class MIRAOracle(Oracle):
    margin: float = 1.0

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, _ = self.direction(x, y)
        loss = max(0.0, self.margin - eta)
        sure = self.decided(x, z, eta)
        updated = bool(loss > 0 and x.any())
        A = float(x @ x)
        if updated and self.binary:
            self.W += min(1.0, loss / A) * z
        elif updated:
            self.W += np.outer(mira_steps(self.scores(x), y, A, self.margin), x)
        return Happened(eta <= 0, updated, min(sure, abs(self.margin - eta)))


def mira_steps(s: Floats, y: int, A: float, beta: float) -> Floats:
    """τ by sorting: the simplex projection as textbooks print it."""
    D = s / A
    D[y] = (s[y] - beta) / A + 1.0
    descending = np.sort(D)[::-1]
    thetas = (np.cumsum(descending) - 1.0) / np.arange(1, len(D) + 1)
    theta = thetas[np.nonzero(descending > thetas)[0][-1]]
    tau: Floats = np.minimum(theta - D, 0.0)
    tau[y] += 1.0
    return tau


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


ORACLES: dict[str, type[Oracle]] = {
    "perceptron": PerceptronOracle,
    "pa": PassiveAggressiveOracle,
    "mira": MIRAOracle,
    "cellip": CELLIPOracle,
    "iellip": IELLIPOracle,
    "sop": SOPOracle,
    "arow": AROWOracle,
    "scw": SCWOracle,
}


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


ORACLES |= {
    "kernel_perceptron": KernelPerceptronOracle,
    "kernel_pa": KernelPassiveAggressiveOracle,
    "kernel_mira": KernelMIRAOracle,
}


@dataclass
class WinnowOracle(Oracle):
    """Two sets of weights as Littlestone has them, multiplied and divided; only the first if not balanced."""

    alpha: float = 2.0
    threshold: float | None = None
    balanced: bool = False
    plus: Floats = field(init=False)
    minus: Floats = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.plus, self.minus = np.ones_like(self.W), np.ones_like(self.W)
        self.show()

    def show(self) -> None:
        self.W = self.plus - self.minus if self.balanced else self.plus.copy()

    @property
    def theta(self) -> float:
        """What the score of a binary problem is compared with."""
        if not self.binary:
            return 0.0
        if self.threshold is None:
            return 0.0 if self.balanced else float(self.n_features)
        return self.threshold

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, tie = self.direction(x, y)
        theta = self.theta if y == 1 else -self.theta
        gap = abs(eta - theta) if theta else self.decided(x, z, eta)
        mistake = eta <= theta
        updated = bool(mistake and x.any())
        if updated:
            factors = self.alpha ** np.sign(z)
            self.plus *= factors
            self.minus /= factors
            self.show()
            gap = min(gap, tie)
        return Happened(mistake, updated, gap)

    def take(self, model: Model) -> None:
        k = model.state.W.k[:, : len(self.W)].T.astype(np.float64)
        self.plus, self.minus = self.alpha**k, self.alpha**-k
        self.show()


@dataclass
class VotedPerceptronOracle(PerceptronOracle):
    """Every weight vector, and how many rounds it survived."""

    voters: list[tuple[Floats, int]] = field(init=False, default_factory=list)

    def round(self, x: Floats, y: int) -> Happened:
        happened = super().round(x, y)
        if happened.updated:
            self.voters.append((self.W.copy(), 1))
        elif not happened.mistake:
            W, survived = self.voters[-1]
            self.voters[-1] = W, survived + 1
        return happened

    def counted(self, x: Floats) -> Floats:
        """The votes: for less against, or for each class."""
        votes = np.zeros(len(self.W))
        for W, survived in self.voters:
            s = W @ x
            if self.binary:
                votes[0] += survived * np.sign(s[0])
            else:
                votes[np.argmax(s)] += survived
        return votes


ORACLES |= {"winnow": WinnowOracle, "voted_perceptron": VotedPerceptronOracle}


@dataclass
class LMSOracle(Oracle):
    rate: float = 0.01
    normalized: bool = False

    def round(self, x: Floats, y: int) -> Happened:
        z, eta, _ = self.direction(x, y)
        right = np.array([y == 1]) if self.binary else np.arange(self.n_classes) == y
        signs = np.where(right, 1.0, -1.0)
        gap = self.decided(x, z, eta)
        self.descend(x, signs - self.scores(x))
        return Happened(eta <= 0, bool(x.any()), gap)

    def descend(self, x: Floats, errors: Floats) -> None:
        if x.any():
            rho = self.rate / (x @ x) if self.normalized else self.rate
            self.W += rho * np.outer(errors, x)


@dataclass
class LMSRegressionOracle(LMSOracle):
    """Real targets: made for two classes, which is one row of weights."""

    epsilon: float = 0.1

    def round(self, x: Floats, y: float) -> Happened:
        error = y - self.W[0] @ x
        self.descend(x, np.array([error]))
        return Happened(abs(error) > self.epsilon, bool(x.any()), abs(abs(error) - self.epsilon))


@dataclass
class PARegressionOracle(Oracle):
    variant: str = "PA-I"
    C: float = 1.0
    epsilon: float = 0.1

    def round(self, x: Floats, y: float) -> Happened:
        error = float(y - self.W[0] @ x)
        loss = max(0.0, abs(error) - self.epsilon)
        updated = bool(loss > 0 and x.any())
        if updated:
            tau = pa_step(self.variant, self.C, loss, float(x @ x))
            self.W[0] += np.sign(error) * tau * x
        return Happened(loss > 0, updated, abs(abs(error) - self.epsilon))


def pa_step(variant: str, C: float, loss: float, squared: float) -> float:
    """τ of the three variants, as the slides print them."""
    steps = {"PA": loss / squared, "PA-I": min(C, loss / squared), "PA-II": loss / (squared + 1 / (2 * C))}
    return steps[variant]


@dataclass
class RidgeOracle(Oracle):
    """The batch solution over all rounds so far."""

    a: float = 1.0
    epsilon: float = 0.1
    seen: list[tuple[Floats, float]] = field(init=False, default_factory=list)

    def round(self, x: Floats, y: float) -> Happened:
        error = y - self.W[0] @ x
        self.seen.append((x, y))
        X, targets = (np.array(each) for each in zip(*self.seen, strict=True))
        self.W[0] = np.linalg.solve(self.a * np.eye(len(x)) + X.T @ X, X.T @ targets)
        return Happened(abs(error) > self.epsilon, bool(x.any()), abs(abs(error) - self.epsilon))


@dataclass
class UniclassOracle(Oracle):
    """`W` is the centre; with a learnt radius, it is moved in one dimension more."""

    variant: str = "PA-I"
    C: float = 1.0
    epsilon: float = 1.0
    learn_radius: bool = False
    height: float = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.height = self.epsilon if self.learn_radius else 0.0

    @property
    def radius(self) -> float:
        return float(np.sqrt(max(0.0, self.epsilon**2 - self.height**2)))

    def round(self, x: Floats, y: int) -> Happened:
        center, point = np.append(self.W[0], self.height), np.append(x, 0.0)
        away = float(np.linalg.norm(center - point))
        loss = max(0.0, away - self.epsilon)
        if loss > 0:
            moved = center + pa_step(self.variant, self.C, loss, 1.0) * (point - center) / away
            self.W[0], self.height = moved[:-1], float(moved[-1])
        return Happened(loss > 0, loss > 0, abs(away - self.epsilon))


@dataclass
class RunningMeanOracle(Oracle):
    epsilon: float = 1.0
    seen: list[Floats] = field(init=False, default_factory=list)

    def round(self, x: Floats, y: int) -> Happened:
        away = float(np.linalg.norm(self.W[0] - x))
        self.seen.append(x)
        self.W[0] = np.mean(self.seen, axis=0)
        return Happened(away > self.epsilon, away > 0, min(abs(away - self.epsilon), away or np.inf))


ORACLES |= {
    "lms": LMSOracle,
    "lms_regression": LMSRegressionOracle,
    "pa_regression": PARegressionOracle,
    "ridge": RidgeOracle,
    "uniclass": UniclassOracle,
    "running_mean": RunningMeanOracle,
}
