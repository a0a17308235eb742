"""The Perceptron from any start, with any rate: Novikoff's argument with w₀ and ρ in it."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.model import Model
from tests.theory.test_lecture import passes, separable


@given(separable(), st.sampled_from([0.001, 0.01, 1.0, 30.0]), st.integers(0, 100))
@settings(deadline=None)
def test_a_random_start_only_delays_convergence(
    data: tuple[Floats, Ints, Floats], rate: float, seed: int
) -> None:
    """k mistakes take w·u to w₀·u + kργ at least, and ‖w‖² to ‖w₀‖² + kρ²R² at most."""
    X, y, u = data
    gamma, R2 = (y * (X @ u)).min() / np.linalg.norm(u), (X * X).sum(axis=1).max()
    model = Model(Perceptron(init="normal", rate=rate, seed=seed), 2, X.shape[1])
    start = model.weights()[0]
    assert start.any()
    k = 0
    while again := passes(model, X, y, 1):
        k += again
        least = start @ u / np.linalg.norm(u) + k * rate * gamma
        assert least <= np.sqrt(start @ start + k * rate**2 * R2) * (1 + 1e-9)
    assert (np.sign(model.scores(X)[:, 0]) == y).all()


@given(separable(), st.floats(1e-3, 1e3))
@settings(deadline=None, max_examples=50)
def test_from_zero_a_rate_only_scales_the_weights(data: tuple[Floats, Ints, Floats], rate: float) -> None:
    X, y, _ = data
    power = 2.0 ** int(np.log2(rate))  # whose products are exact
    plain, scaled = Model(Perceptron(), 2, X.shape[1]), Model(Perceptron(rate=power), 2, X.shape[1])
    assert passes(plain, X, y, 3) == passes(scaled, X, y, 3)
    np.testing.assert_array_equal(power * plain.weights(), scaled.weights())
