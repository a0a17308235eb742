"""Measures along the stream: what the learner knows, and what theory says where the target is known."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf, isfinite
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Bools, Floats, Ints, Targets, is_real, is_set, is_sparse, stored
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.stored.stored_rows import StoredRows
from onlinelearn.experiment.models import StreamModel
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.manifold.batch_risk import minimum, problem
from onlinelearn.learners.manifold.manifold_learner import UNLABELED, ManifoldLearner
from onlinelearn.learners.theory.best_line import optimal_error
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics.least_squares import LeastSquares
from onlinelearn.numerics.sums import column_sums, squared_norms

LEAST_SQUARES = {"least_squares_distance", "rate_limit", "step_limit"}
RISKS = {"batch_risk", "regret"}

OF_ALL_ROWS = LEAST_SQUARES | RISKS | {"optimal_error"}
"""The metrics that look at all rows at once."""


class StreamMeasures:
    """The rows streamed so far, and what is measured of a model that has learnt from them."""

    def __init__(self, X: Floats, y: Targets, target: Floats | None, shown: Bools | None = None) -> None:
        self.X, self.y, self.target, self.shown = X, y, target, shown
        self.rows: list[Ints] = []
        self.ends: list[str] = []
        """The hash of the model at the end of each epoch."""

    def add(self, stretch: Ints) -> None:
        """Add these rows to those that were streamed."""
        self.rows.append(stretch)

    def measure(self, model: StreamModel, names: Sequence[str]) -> dict[str, float | None]:
        """The metrics of these names; a blank where one doesn't apply, or is not finite."""
        if not names:
            return {}
        if isinstance(self.X, StoredRows) and (asked := sorted(OF_ALL_ROWS.intersection(names))):
            raise DataError(
                f"{asked[0]} needs all rows in memory at once; leave it out, or `in_memory: false`"
            )
        found = dict(model.measures())
        if "model_size" in names and isinstance(model, Model) and (size := model.size()) is not None:
            found["model_size"] = size
        if "period" in names:
            found |= self._period(model)
        if not LEAST_SQUARES.isdisjoint(names):
            found |= self._least_squared(model)
        if not RISKS.isdisjoint(names):
            found |= self._regret(model, found)
        if "optimal_error" in names:
            found |= self._optimal
        if self.target is not None and not found.keys() >= set(names):
            found |= model.target_measures(self._known_target(self.target, frozenset(names)))
        return {name: found[name] if isfinite(found.get(name, inf)) else None for name in names}

    def _period(self, model: StreamModel) -> dict[str, float]:
        """The number of epochs since the model was the same to the bit, where all have the same order."""
        so_far, n = np.concatenate(self.rows), len(self.y)
        if len(so_far) % n or (so_far.reshape(-1, n) != np.arange(n)).any():
            return {}
        now = hashlib.sha256(model.fingerprint()).hexdigest()
        ago = [len(self.ends) - at for at, then in enumerate(self.ends) if then == now]
        self.ends.append(now)
        return {"period": ago[-1]} if ago else {}

    def _regret(self, model: StreamModel, found: Mapping[str, float]) -> dict[str, float]:
        """The least risk that any f has on the rounds so far, and how much more the model has risked."""
        if not isinstance(model, Model) or not isinstance(model.learner, ManifoldLearner):
            return {}
        rows = np.concatenate(self.rows)
        y = self.y[rows] if self.shown is None else np.where(self.shown, self.y, UNLABELED)[rows]
        # Online and batch have the same RBF graph; a kNN graph has other edges when all examples are known.
        if "risk" not in found or model.learner.graph != "rbf" or not (y != UNLABELED).any():
            return {}
        least = minimum(problem(model.learner, self.X[rows], y)).risk
        return {"batch_risk": least, "regret": found["risk"] - least}

    @cached_property
    def _optimal(self) -> dict[str, float]:
        """The error of the best line through the origin, for two classes in the plane."""
        two = not is_set(self.y) and np.array_equal(np.unique(self.y), [0, 1])
        in_plane = two and self.X.shape[1] == 2 and not is_sparse(self.X)
        return {"optimal_error": optimal_error(self.X, self.y)} if in_plane else {}

    def _least_squared(self, model: StreamModel) -> dict[str, float]:
        """The limits of the rate, and the distance from the least-squares solution where there are weights.

        For real targets, or two classes as ±1.
        """
        if is_sparse(self.X) or is_set(self.y) or not (is_real(self.y) or self.y.max() == 1):
            return {}
        found = {"rate_limit": self._squares.rate_limit, "step_limit": self._squares.step_limit}
        if isinstance(model, Model) and model.learner.linear:
            found["least_squares_distance"] = self._squares.distance(model.weights()[0])
        return found

    @cached_property
    def _squares(self) -> LeastSquares:
        return LeastSquares(self.X, self.y if is_real(self.y) else 2.0 * self.y - 1.0)

    def _known_target(self, target: Floats, wanted: frozenset[str]) -> KnownTarget:
        so_far = np.concatenate(self.rows)
        longest, shortest = self._norms
        return KnownTarget(target, self._margins[so_far], longest, self._levels, shortest, wanted)

    @cached_property
    def _margins(self) -> Floats:
        """y_i u·x_i of every row."""
        scores = products(self.X, self.target)
        return np.where(self.y == 1, scores, -scores)

    @cached_property
    def _norms(self) -> tuple[float, float]:
        norms = np.sqrt(products(self.X, None))
        return float(norms.max()), float(norms.min())

    @cached_property
    def _levels(self) -> frozenset[int]:
        held = stored(self.X)
        few = ((held == 0.0) | (np.abs(held) == 1.0)).all()
        return frozenset() if not few else frozenset({-1, 0, 1} if (held < 0.0).any() else {0, 1})


def products(X: Any, u: Floats | None) -> Floats:
    """u·x of every row, or x·x, summed in a fixed order."""
    if not is_sparse(X):
        return squared_norms(X) if u is None else column_sums((X * u).T)
    others = X.data if u is None else u[X.indices]
    rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    # One addition after the other; of no rows at all the sums would be whole numbers.
    return np.bincount(rows, X.data * others, minlength=X.shape[0]).astype(np.float64)
