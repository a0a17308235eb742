"""Streams for kernel learners, and a comparison with their oracles in the kernel's space."""

from typing import Any

import numpy as np
import pytest

from onlinelearn.base.arrays import Bools, Floats, Ints
from onlinelearn.learners import registry
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.model import Counts, Model
from tests.learners.oracles import ORACLES, KernelOracle, features, gram

CUBIC: dict[str, Any] = {"kernel": "polynomial", "degree": 3}
SQUARE: dict[str, Any] = {"kernel": "polynomial", "degree": 2, "offset": 0.5}
STRAIGHT: dict[str, Any] = {"kernel": "polynomial", "degree": 1}
RBF: dict[str, Any] = {"kernel": "rbf", "width": 1.5}
LINEAR: dict[str, Any] = {"kernel": "linear"}
BUDGETS: list[dict[str, Any]] = [
    {},
    {"budget": 11},
    {"budget": 11, "evict": "smallest"},
    {"budget": 11, "evict": "random"},
]


def said(given: dict[str, Any]) -> str:
    return " ".join(str(value) for value in given.values()) or "-"


def learn(model: Model, X: Any, y: Ints | Bools) -> tuple[Counts, Bools]:
    touched = np.zeros(len(y), np.bool_)
    return model.learn(X, y, np.arange(len(y)), touched), touched


def noisy(seed: int, n_classes: int, n: int = 120, d: int = 4) -> tuple[Floats, Ints]:
    """Labels that can nearly be learnt; some rows are zero, some come back later."""
    rng = np.random.default_rng((seed, n_classes))
    X = rng.normal(size=(n, d))
    y = np.argmax(X @ rng.normal(size=(d, n_classes)) + 0.5 * rng.normal(size=(n, n_classes)), axis=1)
    X[::17] = 0.0
    X[2 * n // 3 :] = X[: n - 2 * n // 3]
    return X, y


def support(model: Model) -> tuple[Floats, Floats]:
    assert isinstance(model.learner, KernelLearner)
    return model.learner.support(model.state)


def check_against_oracle(
    name: str, given: dict[str, Any], kernel: dict[str, Any], n_classes: int, *, n: int, close: float
) -> None:
    """Every round is the oracle's, and the scores are as close, on a stream without rounds at a border."""
    for seed in range(20):
        X, y = noisy(seed, n_classes, n)
        phi = features(X, gram(X, X, **kernel))
        oracle = ORACLES[name](n_classes, phi.shape[1], **given)
        assert isinstance(oracle, KernelOracle)
        happened = [oracle.round(x, int(k)) for x, k in zip(phi, y, strict=True)]
        if min(h.gap for h in happened) > 1e-9:
            break
    else:
        pytest.fail("every stream has a round that is too close to call")
    model = Model(registry()[name](**given, **kernel), n_classes, X.shape[1])
    counts, touched = learn(model, X, y)
    assert touched.tolist() == [h.updated for h in happened]
    assert counts == (sum(h.mistake for h in happened), sum(h.updated for h in happened))
    np.testing.assert_allclose(
        model.scores(X), phi @ oracle.W.T, rtol=close, atol=min(close, 1e-7) * np.abs(oracle.W).max()
    )
    rows, coefficients = support(model)
    assert len(rows) == len(oracle.support) == model.measures()["support_size"]
    np.testing.assert_allclose(
        model.scores(X), gram(X, rows, **kernel) @ coefficients.T, rtol=1e-9, atol=1e-9
    )
