"""Averaged weights are the mean of all that a stream went through; random first weights."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.learners import registry
from onlinelearn.learners.iellip import IELLIP
from onlinelearn.learners.model import Model
from onlinelearn.learners.perceptron import Perceptron
from onlinelearn.types import Floats, Ints

AVERAGE: dict[str, Any] = {"average": True}
AVERAGED: list[tuple[str, dict[str, Any]]] = [
    ("perceptron", {}),
    ("perceptron", {"multiclass": "uniform"}),
    ("perceptron", {"init": "normal"}),
    ("pa", {"margin": 0.3}),
    ("mira", {}),
]


def stream(model: Model, X: Floats, y: Ints) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


@pytest.mark.parametrize(("name", "settled"), AVERAGED, ids=str)
@given(seed=st.integers(0, 2**32), n_classes=st.integers(2, 4), d=st.integers(1, 6))
@settings(deadline=None, max_examples=15)
def test_predictions_are_made_with_the_mean_of_all_weights(
    name: str, settled: dict[str, Any], seed: int, n_classes: int, d: int
) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(30, d)), rng.integers(0, n_classes, 30)
    plain = Model(registry()[name](**settled), n_classes, d)
    averaged = Model(registry()[name](**settled, **AVERAGE), n_classes, d)
    before = []
    for i in range(len(y)):
        before.append(plain.weights())
        assert stream(plain, X[i : i + 1], y[i : i + 1]) == stream(averaged, X[i : i + 1], y[i : i + 1])
    np.testing.assert_allclose(averaged.weights(), np.mean(before, axis=0), rtol=1e-9, atol=1e-12)
    assert averaged.fingerprint() == plain.fingerprint()


def test_random_first_weights_are_those_of_the_ellipsoid_too() -> None:
    """The same seed and permutation start both at the same place."""
    ours, theirs = (learner(init="normal", seed=3).start(3, 20, (1, 2)).W for learner in (Perceptron, IELLIP))
    np.testing.assert_array_equal(ours, theirs)
    assert 0.005 < ours[:, :3].std() < 0.02
    assert not np.array_equal(ours, Perceptron(init="normal", seed=4).start(3, 20, (1, 2)).W)
    assert not Perceptron().start(3, 20, (1, 2)).W.any()
