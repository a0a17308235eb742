"""The baselines of every table: what they predict, round by round."""

from typing import Any

import numpy as np
import pytest

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.mean_regression import MeanRegressor
from onlinelearn.learners.engine.model import Counts, Model
from tests.interpreted import interpreted
from tests.learners.oracles import ORACLES
from tests.learners.oracles.baselines import MeanRegressionOracle


def learn(model: Model, X: Floats, y: Any) -> Counts:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


def drawn(n_classes: int) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(n_classes)
    y = rng.integers(0, n_classes, 80)
    X = rng.normal(size=(80, 3)) + y[:, None]
    X[::17] = 0.0
    return X, y


@pytest.mark.parametrize("name", ["majority_class", "no_change", "nearest_mean"])
@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_every_round_is_the_oracles(name: str, n_classes: int) -> None:
    X, y = drawn(n_classes)
    model, oracle = Model(registry()[name](), n_classes, 3), ORACLES[name](n_classes, 3)
    for i in range(len(y)):
        happened = oracle.round(X[i], int(y[i]))
        counts = learn(model, X[i : i + 1], y[i : i + 1])
        assert happened.gap > 1e-12
        assert counts == (happened.mistake, happened.updated), f"round {i}"


@interpreted()
def test_the_mean_of_the_targets_is_numpys() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 2)), 5.0 + rng.normal(size=60)
    model, oracle = Model(MeanRegressor(epsilon=1.0), 0, 2), MeanRegressionOracle(2, 2, epsilon=1.0)
    for i in range(len(y)):
        happened = oracle.round(X[i], y[i])
        assert learn(model, X[i : i + 1], y[i : i + 1]) == (happened.mistake, True)
    np.testing.assert_allclose(model.predict(X), y.mean(), rtol=1e-12)


@interpreted()
def test_a_mean_that_overflows_is_an_error() -> None:
    model = Model(registry()["mean_regression"](), 0, 1)
    with pytest.raises(LearnerError, match="overflowed"):
        learn(model, np.ones((2, 1)), np.array([1.7e308, -1.7e308]))


@interpreted()
def test_classes_far_from_zero_are_told_apart_by_their_means() -> None:
    """Scores are differences of squares; they keep the digits that the decision needs."""
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 400)
    X = 1e4 + rng.normal(size=(400, 2)) + 4.0 * y[:, None]
    model = Model(registry()["nearest_mean"](), 2, 2)
    learn(model, X, y)
    means = np.array([X[y == k].mean(axis=0) for k in (0, 1)])
    nearest = ((X[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
    assert (model.predict(X) == nearest).all()
