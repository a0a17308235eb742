"""Mistake bounds that hold, against random streams and against an adversary who sees the weights."""

from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn import CELLIP, IELLIP, PassiveAggressive, Perceptron
from onlinelearn.base.arrays import Floats, Ints
from tests.theory.formulas import losses, memory, sphere, theorem_3_corrected, theorem_4, theorem_4_corrected
from tests.theory.streams import SIGNS, evade, first, flipped_target, separable

seeds = st.integers(0, 2**32)
memories = st.tuples(st.floats(0.0, 0.95), st.floats(0.05, 0.95)).map(
    lambda each: (each[0], each[1] * (1 - each[0]))
)
"""(b, c) with c + b < 1."""


@given(seed=seeds, gamma=st.floats(0.02, 0.5), d=st.integers(2, 8), longest=st.floats(0.1, 10.0))
@settings(deadline=None, max_examples=25)
def test_the_perceptron_keeps_novikoffs_bound(seed: int, gamma: float, d: int, longest: float) -> None:
    X, y = separable(np.random.default_rng(seed), 500, d, gamma)
    model = Perceptron().partial_fit(longest * X, y, classes=SIGNS)
    assert model.n_mistakes_ <= 1 / gamma**2


@pytest.mark.parametrize("gamma", [0.3, 0.1, 0.06])
def test_an_adversary_gets_the_perceptron_to_its_bound_and_no_further(gamma: float) -> None:
    model = Perceptron()
    evade(model, int(1 / gamma**2) + 50, gamma)
    assert 0.9 / gamma**2 <= model.n_mistakes_ <= 1 / gamma**2


@pytest.mark.parametrize("gamma", [0.3, 0.1, 0.06])
@pytest.mark.parametrize("a", [0.3, 0.6])
def test_an_adversary_does_not_get_cellip_above_the_corrected_bound(a: float, gamma: float) -> None:
    model = CELLIP(a=a, margin=gamma)
    evade(model, int(1 / gamma**2) + 50, gamma)
    assert 1 / (2 * gamma**2) <= model.n_mistakes_ <= theorem_3_corrected(a, gamma)
    assert model.n_infeasible_ == 0


@given(seed=seeds, gamma=st.floats(0.1, 0.5), d=st.integers(2, 6), scale=st.floats(0.2, 5.0))
@settings(deadline=None, max_examples=20)
def test_pas_squared_losses_sum_to_less_than_the_targets_norm_allows(
    seed: int, gamma: float, d: int, scale: float
) -> None:
    """u/γ has margin 1: Σℓ² ≤ R²‖u‖²/γ². The losses are summed as they occur."""
    X, y = separable(np.random.default_rng(seed), 60, d, gamma)
    assert pa_losses(scale * X, y) <= 1 / gamma**2 * (1 + 1e-9)


def pa_losses(X: Floats, y: Ints) -> float:
    model, w, total = PassiveAggressive(variant="PA", margin=1.0), np.zeros(X.shape[1]), 0.0
    for x, sign in zip(X, y, strict=True):
        total += max(0.0, 1 - sign * (w @ x)) ** 2
        w = model.partial_fit(x[None], [sign], classes=SIGNS).coef_[0]
    return total


def noisy(seed: int, n: int, d: int) -> tuple[Floats, Ints]:
    """Unit examples, a fifth of them with the wrong label for u = e₁."""
    rng = np.random.default_rng(seed)
    X = sphere(rng, n, d)
    return X, np.where((X[:, 0] > 0) ^ (rng.uniform(size=n) < 0.2), 1, -1)


@given(
    seed=seeds,
    bc=memories,
    gamma=st.floats(0.05, 0.9),
    d=st.integers(1, 6),
    decay=st.sampled_from(["update", "round"]),
)
@settings(deadline=None, max_examples=40)
def test_iellip_keeps_the_corrected_theorem_4_with_noise(
    seed: int, bc: tuple[float, float], gamma: float, d: int, decay: Literal["update", "round"]
) -> None:
    X, y = noisy(seed, 400, d)
    b, c = bc
    model = IELLIP(b=b, c=c, margin=gamma, decay=decay).partial_fit(X, y, classes=SIGNS)
    assert model.n_mistakes_ <= theorem_4_corrected(b, c, gamma, losses(gamma, y * X[:, 0]))


@given(seed=seeds, bc=memories, gamma=st.floats(0.05, 0.5), shrink=st.floats(0.1, 1.0))
@settings(deadline=None, max_examples=25)
def test_iellip_keeps_it_for_short_examples_by_their_length(
    seed: int, bc: tuple[float, float], gamma: float, shrink: float
) -> None:
    rng = np.random.default_rng(seed)
    X, y = noisy(seed, 200, 3)
    norms = rng.uniform(shrink, 1.0, 200)
    X *= norms[:, None]
    b, c = bc
    model = IELLIP(b=b, c=c, margin=gamma).partial_fit(X, y, classes=SIGNS)
    assert model.n_mistakes_ <= theorem_4_corrected(b, c, gamma, losses(gamma, y * X[:, 0]), norms)


@given(seed=seeds, bc=memories, gamma=st.floats(0.05, 0.9))
@settings(deadline=None, max_examples=40)
def test_each_mistake_lowers_the_potential_of_the_proof(
    seed: int, bc: tuple[float, float], gamma: float
) -> None:
    """D = wᵀM⁻¹w - 2uᵀM⁻¹w starts at 0, ends at -A or above, and falls by γ² less Aφ(l) a mistake."""
    b, c = bc
    X, y = noisy(seed, 60, 3)
    A, u = memory(b, c), first(3)
    w, M, D, c_t = np.zeros(3), np.eye(3), 0.0, c
    for z in y[:, None] * X:
        m, xi = w @ z, u @ z
        if m > 0:
            continue
        s = z @ M @ z
        w = w + (gamma - m) / s * M @ z
        M = M - c_t / s * np.outer(M @ z, M @ z)
        new = w @ np.linalg.solve(M, w - 2 * u)
        exact = (gamma**2 - 2 * gamma * xi) / ((1 - c_t) * s) + m * (2 * xi - m) / s
        assert new - D == pytest.approx(exact, rel=1e-5, abs=1e-6)
        loss = max(0.0, gamma - xi)
        phi = 2 * gamma * loss if loss <= gamma else loss**2 + gamma**2
        assert exact <= A * phi - gamma**2 + 1e-9
        assert u @ np.linalg.solve(M, u) <= A * (1 + 1e-9)
        D, c_t = new, b * c_t


@given(seed=seeds, bc=memories, gamma=st.floats(0.02, 0.5), d=st.integers(2, 6))
@settings(deadline=None, max_examples=25)
def test_without_noise_iellip_keeps_a_over_the_square_of_the_margin(
    seed: int, bc: tuple[float, float], gamma: float, d: int
) -> None:
    X, y = separable(np.random.default_rng(seed), 500, d, gamma)
    b, c = bc
    model = IELLIP(b=b, c=c, margin=gamma).partial_fit(X, y, classes=SIGNS)
    assert model.n_mistakes_ <= memory(b, c) / gamma**2


@pytest.mark.parametrize("gamma", [0.3, 0.1, 0.06])
@pytest.mark.parametrize("along", [0.3, 0.7, 0.95])
def test_the_printed_theorem_4_holds_without_noise_where_c_is_small(gamma: float, along: float) -> None:
    """c(1 + γ) ≤ 2γ is what its proof needs of examples with margins up to 1."""
    c, d = 2 * gamma / (1 + gamma), int(1 / gamma**2) + 50
    begin = along * np.eye(d)[0] + np.sqrt(1 - along**2) * np.eye(d)[1]
    model = IELLIP(b=0.3, c=c, margin=gamma)
    evade(model, d, gamma, begin)
    assert 0.3 / gamma**2 < model.n_mistakes_ <= theorem_4(0.3, c, gamma, np.zeros(1))


def test_the_corrected_theorem_4_is_nearly_reached_by_flipped_labels() -> None:
    X, y = flipped_target(400, 5)
    margins = y * X.sum(axis=1) / 20
    model = IELLIP(b=0.3, c=0.1, margin=0.05).partial_fit(X, y, classes=SIGNS)
    bound = theorem_4_corrected(0.3, 0.1, 0.05, losses(0.05, margins))
    assert 0.6 * bound < model.n_mistakes_ <= bound
