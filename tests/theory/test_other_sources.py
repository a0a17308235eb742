"""Slips in the slides on PA and on manifold regularization, and in the lecture on the Perceptron."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn import Perceptron
from onlinelearn.base.arrays import Floats
from tests.theory.formulas import positive_definite, sphere
from tests.theory.streams import SIGNS, separable


def test_without_its_sum_pas_bound_holds_for_a_learner_that_never_learns() -> None:
    """w = 0 loses 1 in every round: ℓ_t² ≤ R²‖u‖² each time, and no bound on Σℓ_t² or on mistakes."""
    gamma = 0.2
    X, y = separable(np.random.default_rng(0), 100, 3, gamma)
    squared = np.maximum(0.0, 1 - y * (X @ np.zeros(3))) ** 2
    allowed = 1 / gamma**2  # ‖u/γ‖², R = 1
    assert (squared <= allowed).all()
    assert squared.sum() == 100 > allowed


def test_a_perceptron_that_asks_for_a_negative_margin_never_leaves_zero() -> None:
    X, y = separable(np.random.default_rng(1), 200, 3, 0.2)
    w = np.zeros(3)
    for x, sign in zip(X, y, strict=True):
        if sign * (w @ x) < 0:
            w = w + sign * x
    assert not w.any()
    model = Perceptron().partial_fit(X, y, classes=SIGNS)
    assert (model.predict(X) == y).mean() > 0.9


@given(seed=st.integers(0, 2**32), rate=st.floats(0.01, 10.0))
def test_the_lectures_single_update_adds_and_does_not_subtract(seed: int, rate: float) -> None:
    """The error -w·v, v = yx, falls by the rule w + αv; the w - αv of the slide raises it."""
    w, v = np.random.default_rng(seed).normal(size=(2, 4))
    error = -w @ v
    assert -(w + rate * v) @ v == pytest.approx(error - rate * v @ v)
    assert -(w + rate * v) @ v < error < -(w - rate * v) @ v


def test_on_data_that_is_not_separable_the_weights_need_not_come_back() -> None:
    """x = 1 is positive and x = √2 negative: w = i - j√2 after i and j mistakes, and neither goes down.

    In whole numbers: w > 0 iff i² > 2j², so that not even rounding decides. The weights stay bounded.
    """
    i = j = 0
    seen = {(0, 0)}
    for _ in range(1000):
        before = (i, j)
        i += i * i <= 2 * j * j
        j += i * i >= 2 * j * j
        assert (i, j) != before  # no pass without a mistake
        assert (i, j) not in seen
        assert abs(i - j * 2**0.5) <= 1 + 2**0.5
        seen.add((i, j))


def edge(sigma: float, mean: Floats, spread: Floats, x: Floats) -> float:
    """E exp(-‖X - x‖²/2σ²), X ~ N(mean, spread), by Gauss and Hermite's rule for two dimensions."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(60)
    points = np.stack(np.meshgrid(nodes, nodes), axis=-1).reshape(-1, 2) @ np.linalg.cholesky(spread).T + mean
    values = np.exp(-((points - x) ** 2).sum(axis=1) / (2 * sigma**2))
    return float(np.outer(weights, weights).ravel() @ values / (2 * np.pi))


def test_the_edge_weight_of_a_cluster_has_no_gaussian_constant() -> None:
    rng = np.random.default_rng(2)
    sigma, d = 1.3, 2
    mean, x, spread = rng.normal(size=d), rng.normal(size=d), positive_definite(rng, d) / 4
    own, kernel = np.linalg.inv(spread), np.eye(d) / sigma**2  # Σᵢ⁻¹ and Σ₀⁻¹
    joint = np.linalg.inv(own + kernel)
    centre = own @ mean + kernel @ x
    power = np.exp(-0.5 * (mean @ own @ mean + x @ kernel @ x - centre @ joint @ centre))
    corrected = np.sqrt(np.linalg.det(joint) / np.linalg.det(spread)) * power
    assert edge(sigma, mean, spread, x) == pytest.approx(corrected, rel=1e-6)
    printed = corrected * (2 * np.pi) ** (-d / 2) * np.linalg.det(kernel) ** 0.5
    assert printed < 0.2 * corrected


@pytest.mark.parametrize("size", [3, 8, 20])
def test_the_buffers_weight_is_biased_until_it_is_full(size: int) -> None:
    """A buffer that nothing has left must give the batch's graph term; t/τ gives it at t = τ or never."""
    rng = np.random.default_rng(size)
    f, X = rng.normal(size=size), sphere(rng, size, 2)
    squares = (f[:, None] - f) ** 2 * np.exp(-((X[:, None] - X) ** 2).sum(axis=2))
    tau = size + 5
    new = np.array([squares[t, :t].sum() for t in range(size)])  # edges from x_{t+1} to all before it
    batch = squares.sum() / (2 * size)
    rounds = np.arange(1, size + 1)
    scale = (rounds[1:] - 1) / np.minimum(rounds[1:] - 1, tau)
    assert (scale * new[1:]).sum() / size == pytest.approx(batch)
    assert (rounds / tau * new).sum() / size < 0.9 * batch
