"""The sets that each ellipsoid covers, and its falling volume (secs. 2.1 and 2.2, Apps. A and B)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats
from tests.theory.formulas import (
    by_volume,
    cellip,
    direction,
    distance,
    family,
    positive_definite,
    sphere,
    surface,
    theorem_3,
    theorem_3_corrected,
)
from tests.theory.streams import first, separable

seeds = st.integers(0, 2**32)
parts = st.floats(0.1, 0.9)


def covers(w: Floats, P: Floats, points: Floats) -> bool:
    return bool(distance(P, points - w).max() <= 1 + 1e-9)


@given(seed=seeds, alpha=st.floats(0.0, 0.9), share=st.floats(0.0, 0.99), slack=st.floats(1.0, 2.0))
@settings(deadline=None, max_examples=60)
def test_theorem_1_and_corollary_2_hold_for_rho_zero_too(
    seed: int, alpha: float, share: float, slack: float
) -> None:
    """(8) leaves 0 ≤ ρ < (1 - α)/2; the theorem says ρ > 0, and CELLIP then takes ρ = 0."""
    d, rho = 4, share * (1 - alpha) / 2
    mu = slack * np.sqrt((1 - alpha**2) / (1 - (rho / (1 - alpha - rho)) ** 2))
    rng = np.random.default_rng(seed)
    w, P = rng.normal(size=d), positive_definite(rng, d)
    g = direction(P, rng.normal(size=d))
    points = surface(rng, 2000, w, P)
    kept = points[(points - w) @ g >= alpha]
    new_w, new_P = w + (alpha + rho) * P @ g, family(P, g, alpha, rho, mu)  # (6), (7)
    rim = w + P @ g  # the one point of the cap that is sure to be there
    assert covers(new_w, new_P, np.vstack([kept, rim]))
    fell = np.sqrt(np.linalg.det(new_P) / np.linalg.det(P))
    assert fell == pytest.approx(mu ** (d - 1) * (1 - alpha - rho))  # (9)
    if share == 0 and slack == 1:
        np.testing.assert_allclose(new_P, cellip(P, g, alpha))


@given(seed=seeds, alpha=st.floats(0.0, 0.9), share=st.floats(0.05, 0.9))
@settings(deadline=None, max_examples=30)
def test_theorem_1_fails_as_soon_as_its_constraint_does(seed: int, alpha: float, share: float) -> None:
    d, rho = 4, share * (1 - alpha) / 2
    mu = 0.99 * np.sqrt((1 - alpha**2) / (1 - (rho / (1 - alpha - rho)) ** 2))
    rng = np.random.default_rng(seed)
    P = positive_definite(rng, d)
    g = direction(P, rng.normal(size=d))
    across = rng.normal(size=d)
    across -= (across @ g) * P @ g  # now in the plane of the cut
    rim = alpha * P @ g + np.sqrt((1 - alpha**2) / distance(P, across)) * across
    assert distance(P, rim) == pytest.approx(1.0)
    assert not covers((alpha + rho) * P @ g, family(P, g, alpha, rho, mu), rim[None])


@given(seed=seeds, a=parts, gamma=st.floats(0.05, 0.5))
@settings(deadline=None, max_examples=30)
def test_every_ellipsoid_holds_the_ball_and_none_holds_all_consistent_classifiers(
    seed: int, a: float, gamma: float
) -> None:
    rng = np.random.default_rng(seed)
    d, r = 4, (1 - a) * gamma
    X, y = separable(rng, 60, d, gamma)
    Z = y[:, None] * X
    w, P = np.zeros(d), (1 + r) ** 2 * np.eye(d)
    ball = first(d) + r * sphere(rng, 200, d)
    for t, z in enumerate(Z, 1):
        if w @ z > 0:
            continue
        g = direction(P, z)
        alpha = (a * gamma - w @ z) / np.sqrt(z @ P @ z)
        w, P = w + alpha * P @ g, cellip(P, g, alpha)
        assert covers(w, P, ball)
        far = 10 * first(d)
        assert (Z[:t] @ far >= a * gamma).all()  # far ∈ A_t
        assert not covers(w, P, far[None])


@given(seed=seeds, a=parts, gamma=st.floats(0.05, 0.5))
@settings(deadline=None, max_examples=30)
def test_lemma_1_needs_the_hyperplanes_to_be_far(seed: int, a: float, gamma: float) -> None:
    rng = np.random.default_rng(seed)
    X, y = separable(rng, 100, 3, gamma)
    u, r = first(3), (1 - a) * gamma
    away = (y * (X @ u) - a * gamma) / np.linalg.norm(X, axis=1)
    assert (away >= r - 1e-12).all()
    assert (away > r * (1 + 1e-6)).any()  # so it is no upper bound
    assert (y[:, None] * X @ (u + r * sphere(rng, 200, 3)).T >= a * gamma - 1e-12).all()  # A_t ⊇ B


@pytest.mark.parametrize("d", [2, 5, 50])
@pytest.mark.parametrize(("a", "gamma"), [(0.5, 0.1), (0.9, 0.5), (0.2, 0.02)])
def test_appendix_b_bounds_the_volume_from_above_by_the_square(d: int, a: float, gamma: float) -> None:
    """A mistake's part of the volume (12), for every α that (24) allows."""
    least = a * gamma / np.sqrt(1 + (1 - a) * gamma)
    alpha = np.linspace(least, 0.999, 200)
    part = (1 - alpha**2) ** ((d - 1) / 2) * (1 - alpha)
    assert (part <= (1 - least**2) ** (d / 2)).all()
    printed = (1 - least) ** (d / 2)
    assert part[-1] < printed  # not ≥, and ≤ only where α is large:
    if d > 2:
        assert part[0] > printed


@given(seed=seeds, a=parts, gamma=st.floats(0.05, 0.5))
@settings(deadline=None, max_examples=20)
def test_lemma_4_has_an_inequality_where_it_prints_one_as_equal(seed: int, a: float, gamma: float) -> None:
    """‖P^{1/2}g‖·‖P^{-1/2}(u - w)‖ is at most 1, and less for every u inside."""
    rng = np.random.default_rng(seed)
    X, y = separable(rng, 30, 3, gamma)
    w, P = np.zeros(3), (1 + (1 - a) * gamma) ** 2 * np.eye(3)
    for z in y[:, None] * X:
        if w @ z > 0:
            continue
        g, alpha = direction(P, z), (a * gamma - w @ z) / np.sqrt(z @ P @ z)
        inside = np.sqrt(distance(P, first(3) - w))
        assert alpha <= g @ (first(3) - w) <= inside + 1e-12
        assert inside < 1
        w, P = w + alpha * P @ g, cellip(P, g, alpha)


@given(a=parts, gamma=st.floats(0.001, 0.9))
def test_equation_13_is_the_bound_of_neither_first_ellipsoid(a: float, gamma: float) -> None:
    """Its numerator is that of P₁ as printed, its denominator that of the square."""
    ball = 1 + (1 - a) * gamma
    assert by_volume(a, gamma, ball) < theorem_3(a, gamma) < by_volume(a, gamma, ball**2)
    # After as many mistakes as it allows, volumes don't rule out one more: (1 + r)^d·(…)^{Md/2} > r^d.
    left = ball * (1 - (a * gamma / ball) ** 2) ** (theorem_3(a, gamma) / 2)
    assert left > (1 - a) * gamma


def test_cellips_bound_is_a_logarithm_above_the_perceptrons() -> None:
    """M γ² of the bound grows by 2 log(10)/a² with every tenth of γ: no constant factor."""
    a = 0.5
    ratios = np.array([theorem_3_corrected(a, gamma) * gamma**2 for gamma in 0.1 ** np.arange(3, 8)])
    np.testing.assert_allclose(np.diff(ratios), 2 * np.log(10) / a**2, rtol=0.02)


def test_shors_step_needs_the_direction() -> None:
    """(1) covers the half that is left; the slides subtract 1/((d + 1)√hᵀPh) and no vector."""
    rng = np.random.default_rng(0)
    d = 3
    x, P, h = rng.normal(size=d), positive_definite(rng, d), rng.normal(size=d)
    Ph, hPh = P @ h, h @ P @ h
    points = surface(rng, 2000, x, P)
    half = points[(points - x) @ h <= 0]
    new_P = d**2 / (d**2 - 1) * (P - 2 * np.outer(Ph, Ph) / ((d + 1) * hPh))
    assert covers(x - Ph / ((d + 1) * np.sqrt(hPh)), new_P, half)
    assert not covers(x - 1 / ((d + 1) * np.sqrt(hPh)), new_P, half)
