"""Small streams for the tests of manifold regularization, and a model on one."""

from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.model import Counts, Model
from onlinelearn.learners.manifold.manifold_learner import ManifoldLearner


def arcs(seed: int, n: int, d: int = 2, rate: float = 0.3) -> tuple[Floats, Ints]:
    """Two noisy arcs, one a class; some points come twice, and most have no label (-1)."""
    rng = np.random.default_rng((seed, d))
    y = rng.integers(0, 2, n)
    angle = np.pi * rng.uniform(size=n)
    X = 0.1 * rng.normal(size=(n, d))
    X[:, 0] += np.where(y == 1, np.cos(angle), 1.0 - np.cos(angle))
    if d > 1:
        X[:, 1] += np.where(y == 1, np.sin(angle), 0.5 - np.sin(angle))
    X[7::11] = X[min(3, n - 1)]
    return X, np.where(rng.uniform(size=n) < rate, y, -1)


def modelled(learner: ManifoldLearner, d: int) -> Model:
    return Model(learner, 2, d)


def learn(made: Model, X: Floats, y: Ints) -> Counts:
    return made.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


def learnt(learner: ManifoldLearner, X: Floats, y: Ints) -> Model:
    """The learner after this stream."""
    made = modelled(learner, X.shape[1])
    learn(made, X, y)
    return made


def said(given: dict[str, Any]) -> str:
    """An id."""
    return " ".join(f"{key}={value}" for key, value in given.items()) or "defaults"
