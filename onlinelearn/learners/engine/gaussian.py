"""Gaussian learners, which the ellipsoid methods became: weights with a covariance P, full or diagonal.

They differ in when they learn, in the step α, and in the noise of `covariance.learn`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.base.arrays import Floats, Key
from onlinelearn.learners.engine import diagonal
from onlinelearn.learners.engine.diagonal import DIAGONAL_MATRIX, Diagonal
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner, Shape, round_shape
from onlinelearn.learners.engine.primitives import Layers
from onlinelearn.learners.theory.known_target import KnownTarget


class Gaussian(NamedTuple):
    """Mean W and covariance P."""

    W: Floats  # (d, columns)
    s: Floats  # (columns,)
    K: int
    shape: Shape | Diagonal


class GaussianLearner(EllipsoidLearner):
    """A learner that starts from W = 0 and P = I."""

    matrix: str = "full"
    """The form of P: "full" or "diagonal"; a parameter of some."""

    def takes_sparse(self) -> bool:
        """A diagonal P changes where the example has features; a full one changes everywhere."""
        return self.matrix == "diagonal"

    def start(self, columns: int, n_features: int, key: Key) -> Gaussian:
        """Nothing is known, and of everything equally little."""
        W, s, _, K = super().start(columns, n_features, key)
        n = K * n_features
        return Gaussian(W, s, K, Diagonal(np.ones(n)) if self.matrix == "diagonal" else round_shape(n))

    def step_layers(self) -> Layers:
        """The diagonal's functions, where P is diagonal."""
        return (DIAGONAL_MATRIX,) if self.matrix == "diagonal" else ()

    def reserve_rounds(self, state: Any, rounds: int) -> Any:
        """Room for a term in each of these rounds; a diagonal needs none."""
        return state if isinstance(state.shape, Diagonal) else super().reserve_rounds(state, rounds)

    def without_room(self, state: Any) -> Any:
        """A diagonal has no room to spare."""
        return state if isinstance(state.shape, Diagonal) else super().without_room(state)

    def covariance(self, state: Any, k: int | None = None) -> Floats:
        """P as a matrix, (Kd, Kd), class by class: for small problems; or the (d, d) block of class k."""
        if isinstance(state.shape, Diagonal):
            variance = state.shape.variance
            return np.diag(variance if k is None else variance.reshape(state.K, -1)[k])
        return super().covariance(state, k)

    def measures(self, state: Any) -> Mapping[str, float]:
        """The logarithm of the volume within a standard deviation."""
        if isinstance(state.shape, Diagonal):
            return {"log_volume": diagonal.log_volume(state.shape)}
        return super().measures(state)

    def target_measures(self, state: Any, known: KnownTarget) -> Mapping[str, float]:
        """How many standard deviations the target is away, squared."""
        if isinstance(state.shape, Diagonal):
            away = known.target - state.W[:, 0]
            return {"target_distance": diagonal.distance(state.shape, away)}
        return super().target_measures(state, known)
