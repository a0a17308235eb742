"""Averaged weights are the mean of all that a stream went through; random first weights."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.base.parameters import model
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.iellip import IELLIP
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.selective_sampling import ByMargin
from tests.interpreted import interpreted

AVERAGE: dict[str, Any] = {"average": True}
LINEAR = {name for name, cls in registry().items() if cls.linear}
AVERAGED: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in sorted(LINEAR)),
    ("perceptron", {"multiclass": "uniform"}),
    ("perceptron", {"init": "normal"}),
    ("pa", {"margin": 0.3}),
    ("arow", {"matrix": "diagonal"}),
    ("sop", {"matrix": "diagonal"}),
    ("scw", {"matrix": "diagonal"}),
    ("winnow", {"balanced": True, "alpha": 1.5}),
    ("pnorm_perceptron", {"p": 2.0}),
    ("alma", {"p": 3.0}),
    ("eg", {"balanced": False}),
    ("ogd", {"loss": "logistic"}),
    ("pegasos", {"project": False}),
    ("ftrl_proximal", {"l1": 1.0}),
    ("online_newton", {"matrix": "diagonal"}),
]


def test_every_linear_learner_can_average() -> None:
    """All but those that have no weights (kernels, baselines) or vote with all of them."""
    assert {name for name, cls in registry().items() if "average" in model(cls).model_fields} == LINEAR


def stream(model: Model, X: Floats, y: Ints) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


@pytest.mark.parametrize(("name", "settled"), AVERAGED, ids=str)
@interpreted()
@given(seed=st.integers(0, 2**32), n_classes=st.integers(2, 4), d=st.integers(1, 6))
@settings(deadline=None, max_examples=10)
def test_predictions_are_made_with_the_mean_of_all_weights(
    name: str, settled: dict[str, Any], seed: int, n_classes: int, d: int
) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(30, d)), rng.integers(0, n_classes, 30)
    if registry()[name].kind == "regression":
        n_classes, y = 0, y.astype(np.float64)
    plain = Model(registry()[name](**settled), n_classes, d)
    averaged = Model(registry()[name](**settled, **AVERAGE), n_classes, d)
    before, scored = [], []
    for i in range(len(y)):
        before.append(plain.weights())
        scored.append(plain.scores(X))
        assert stream(plain, X[i : i + 1], y[i : i + 1]) == stream(averaged, X[i : i + 1], y[i : i + 1])
    # Large weights may cancel in the mean: what rounding leaves is of their size, not of the mean's.
    largest = max(1.0, np.abs(before).max())
    np.testing.assert_allclose(averaged.weights(), np.mean(before, axis=0), rtol=1e-9, atol=1e-12 * largest)
    np.testing.assert_allclose(averaged.scores(X), np.mean(scored, axis=0), rtol=1e-9, atol=1e-9 * largest)
    assert averaged.fingerprint() == plain.fingerprint()


@pytest.mark.parametrize(
    ("name", "settled"), [("pa", {}), ("iellip", {}), ("arow", {"matrix": "diagonal"})], ids=str
)
def test_compiled_the_mean_has_the_same_bits(name: str, settled: dict[str, Any]) -> None:
    """One of each way to keep a matrix, since compiling takes its time."""
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(60, 4)), rng.integers(0, 3, 60)
    compiled, plain = (Model(registry()[name](**settled, **AVERAGE), 3, 4) for _ in range(2))
    counts = stream(compiled, X, y)
    with interpreted():
        assert stream(plain, X, y) == counts
    assert compiled.weights().tobytes() == plain.weights().tobytes()
    assert compiled.fingerprint() == plain.fingerprint()


def test_random_first_weights_are_those_of_the_ellipsoid_too() -> None:
    """The same seed and permutation start both at the same place."""
    ours, theirs = (learner(init="normal", seed=3).start(3, 20, (1, 2)).W for learner in (Perceptron, IELLIP))
    np.testing.assert_array_equal(ours, theirs)
    assert 0.005 < ours[:, :3].std() < 0.02
    assert not np.array_equal(ours, Perceptron(init="normal", seed=4).start(3, 20, (1, 2)).W)
    assert not Perceptron().start(3, 20, (1, 2)).W.any()


@interpreted()
def test_rounds_without_a_label_are_part_of_the_mean() -> None:
    """Hidden by the protocol, or not asked for."""
    rng = np.random.default_rng(4)
    X, y, shown = rng.normal(size=(80, 3)), rng.integers(0, 2, 80), rng.uniform(size=80) < 0.3
    for ask in (None, ByMargin(rule="margin", b=0.5)):
        averaged, plain = (Model(Perceptron(average=a), 2, 3, ask=ask) for a in (True, False))
        before = []
        for i in range(len(y)):
            before.append(plain.weights())
            for each in (averaged, plain):
                told = shown if ask is None else None
                each.learn(X, y, np.array([i]), np.zeros(len(y), np.bool_), told)
        np.testing.assert_allclose(averaged.weights(), np.mean(before, axis=0), rtol=1e-9, atol=1e-12)


def test_a_sum_that_overflows_is_an_error_not_a_mean() -> None:
    model = Model(Perceptron(rate=1e306, average=True), 2, 2)
    X, y = np.tile([[1.0, 0.0], [-1.0, 1e-3]], (1000, 1)), np.ones(2000, np.int64)
    model.learn(X, y, np.arange(2000), np.zeros(2000, np.bool_))
    with pytest.raises(LearnerError, match="the sum behind the mean of the weights overflowed"):
        model.predict(X[:1])
