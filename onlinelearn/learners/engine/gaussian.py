"""What the ellipsoid became: weights with a covariance P, full or diagonal, that examples make sharper.

An example is taken for a measurement of w·z with some noise: w ← w + αPz, P⁻¹ ← P⁻¹ + zzᵀ/noise. The
learners differ in when they learn, in the step α, and in the noise. The full P is the ellipsoid's.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.learners.engine import diagonal
from onlinelearn.learners.engine.diagonal import DIAGONAL, Diagonal
from onlinelearn.learners.engine.ellipsoid import (
    FLAT,
    NOTHING,
    EllipsoidLearner,
    Shape,
    along,
    follow,
    multiply,
    round_shape,
    shrink,
    width,
)
from onlinelearn.learners.engine.linear import squared_norm
from onlinelearn.learners.theory.known_target import KnownTarget


class Gaussian(NamedTuple):
    """Mean W and covariance P."""

    W: Floats  # (d, columns)
    s: Floats  # (columns,)
    K: int
    shape: Shape | Diagonal


def spread(state: Any, r: int, q: int, x: Floats) -> float:
    """v = zᵀPz; zero where x is, and where nothing is left of P along z but rounding."""
    zz = squared_norm(state.W, state.K, x)
    zp = multiply(state.shape, r, q, x)
    return width(state.shape, zp) if zp > NOTHING * zz else 0.0


def learn(state: Any, r: int, q: int, x: Floats, v: float, alpha: float, noise: float) -> None:
    """w ← w + αPz and P⁻¹ ← P⁻¹ + zzᵀ/noise, after `spread` has found v > 0."""
    zp = along(state.shape.p, r, q, x)
    follow(state.W, state.K, alpha * v / zp, state.shape.p)
    if zp > FLAT * squared_norm(state.W, state.K, x):
        shrink(state.shape, state.K, v / (v + noise), zp, 1.0)


class GaussianLearner(EllipsoidLearner):
    """A learner that starts from W = 0 and P = I."""

    matrix: str = "full"
    """What P is: "full" or "diagonal"; a parameter of some."""

    def takes_sparse(self) -> bool:
        """A diagonal P changes where the example has features; a full one changes everywhere."""
        return self.matrix == "diagonal"

    def start(self, columns: int, n_features: int, key: Key) -> Gaussian:
        """Nothing is known, and of everything equally little."""
        W, s, _, K = super().start(columns, n_features, key)
        n = K * n_features
        return Gaussian(W, s, K, Diagonal(np.ones(n)) if self.matrix == "diagonal" else round_shape(n))

    def bound(self) -> dict[str, Callable[..., Any]]:
        """The diagonal's functions, where P is diagonal."""
        return DIAGONAL if self.matrix == "diagonal" else {}

    def reserve(self, state: Any, rounds: int) -> Any:
        """Room for a term in each of these rounds; a diagonal needs none."""
        return state if isinstance(state.shape, Diagonal) else super().reserve(state, rounds)

    def covariance(self, state: Any, k: int | None = None) -> Floats:
        """P as a matrix, (Kd, Kd), class by class: for small problems; or the (d, d) block of class k."""
        if isinstance(state.shape, Diagonal):
            variance = state.shape.variance
            return np.diag(variance if k is None else variance.reshape(state.K, -1)[k])
        return super().covariance(state, k)

    def widths(self, state: Any, X: Floats) -> Floats:
        """√(zᵀPz) for each row, with z of the two classes that score highest."""
        if isinstance(state.shape, Diagonal):
            return diagonal.widths(state, X)
        return super().widths(state, X)

    def measures(self, state: Any) -> Mapping[str, float]:
        """The logarithm of the volume within a standard deviation."""
        if isinstance(state.shape, Diagonal):
            return {"log_volume": diagonal.log_volume(state.shape)}
        return super().measures(state)

    def in_hindsight(self, state: Any, hindsight: KnownTarget) -> Mapping[str, float]:
        """How many standard deviations the target is away, squared."""
        if isinstance(state.shape, Diagonal):
            away = hindsight.target - state.W[:, 0]
            return {"target_distance": diagonal.distance(state.shape, away)}
        return super().in_hindsight(state, hindsight)
