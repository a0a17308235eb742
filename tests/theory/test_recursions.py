"""The recursion of P⁻¹, the "weighted covariance of the examples" (sec. 2.3, App. B)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn import IELLIP
from onlinelearn.base.arrays import Floats
from tests.interpreted import interpreted
from tests.theory.formulas import cellip, direction, iellip, memory, positive_definite
from tests.theory.streams import SIGNS

seeds = st.integers(0, 2**32)
alphas = st.floats(0.05, 0.9)


def start(seed: int, d: int = 4) -> tuple[Floats, Floats]:
    """Some P, and some g with gᵀPg = 1."""
    rng = np.random.default_rng(seed)
    P = positive_definite(rng, d)
    return P, direction(P, rng.normal(size=d))


def is_inverse(claimed: Floats, P: Floats) -> bool:
    return np.allclose(claimed @ P, np.eye(len(P)), atol=1e-6)


@given(seed=seeds, alpha=alphas)
@settings(deadline=None, max_examples=30)
def test_the_inverse_of_sec_2_3_needs_one_plus_alpha(seed: int, alpha: float) -> None:
    P, g = start(seed)
    inverse, gg, new = np.linalg.inv(P), np.outer(g, g), cellip(P, g, alpha)
    assert is_inverse(inverse / (1 - alpha**2) + 2 * alpha / ((1 - alpha) ** 2 * (1 + alpha)) * gg, new)
    assert not is_inverse(inverse / (1 - alpha**2) + 2 * alpha / ((1 - alpha) ** 2 * (1 - alpha)) * gg, new)


@given(seed=seeds, alpha=alphas)
@settings(deadline=None, max_examples=30)
def test_equation_23_divides_the_old_inverse(seed: int, alpha: float) -> None:
    P, g = start(seed)
    inverse, new = np.linalg.inv(P), cellip(P, g, alpha)
    added = 2 * alpha / ((1 - alpha) * (1 - alpha**2)) * np.outer(g, g)
    assert is_inverse(inverse / (1 - alpha**2) + added, new)
    assert not is_inverse(inverse * (1 - alpha**2) + added, new)


@given(seed=seeds, c=st.floats(0.05, 0.9))
@settings(deadline=None, max_examples=30)
def test_iellips_inverse_is_the_printed_mixture(seed: int, c: float) -> None:
    P, g = start(seed)
    assert is_inverse((1 - c) * np.linalg.inv(P) + c * np.outer(g, g), iellip(P, g, c))


@given(seed=seeds, alpha=alphas)
@settings(deadline=None, max_examples=30)
def test_equation_22_holds_with_the_square_inside(seed: int, alpha: float) -> None:
    P, g = start(seed)
    new, rng = cellip(P, g, alpha), np.random.default_rng(seed)
    X = rng.normal(size=(100, len(P)))
    before, after = ((X @ Q * X).sum(axis=1) for Q in (P, new))
    assert (after <= (1 - alpha**2) * before * (1 + 1e-9)).all()
    # Across g nothing is cut: there ≺ is an equality, and the printed factor is too small.
    x = np.linalg.svd((P @ g)[None])[2][1]
    assert x @ new @ x == pytest.approx((1 - alpha**2) * (x @ P @ x))
    assert x @ new @ x > (1 - alpha) ** 2 * (x @ P @ x)


def test_equation_14_begins_with_the_inverse() -> None:
    """Across the examples P⁻¹ is what P₁⁻¹ made it; P₁ is no multiple of that unless it is round."""
    rng = np.random.default_rng(1)
    first = positive_definite(rng, 6)
    X = rng.normal(size=(3, 6))
    P, theta = first, 1.0
    for x, alpha in zip(X, (0.2, 0.5, 0.3), strict=True):
        P = cellip(P, direction(P, x), alpha)
        theta /= 1 - alpha**2
    across = np.linalg.svd(X)[2][3:]
    left = np.linalg.inv(P) @ across.T
    np.testing.assert_allclose(left, theta * np.linalg.inv(first) @ across.T, rtol=1e-9, atol=1e-9)
    ratios = left / (first @ across.T)
    assert ratios.max() - ratios.min() > 0.1 * abs(ratios).max()


@given(seed=seeds, b=st.floats(0.05, 0.9), share=st.floats(0.05, 0.95))
@settings(deadline=None, max_examples=30)
def test_the_first_mistakes_weigh_most_and_are_never_forgotten(seed: int, b: float, share: float) -> None:
    """The weights θ of g_i g_iᵀ in P⁻¹, read off P itself: orthogonal examples don't disturb each other."""
    d, c = 12, share * (1 - b)
    P, weights = np.eye(d), np.zeros((d + 1, d))
    lengths = np.random.default_rng(seed).uniform(0.5, 2.0, d)
    for t in range(d):
        g = direction(P, lengths[t] * np.eye(d)[t])
        P = iellip(P, g, c * b**t)
        weights[t + 1] = weights[t] * (1 - c * b**t)
        weights[t + 1, t] = c * b**t
    last = weights[-1]
    total = np.prod(1 - c * b ** np.arange(d))
    # g_t g_tᵀ has 1/P_tt of its time on the diagonal, which is what was left of P₁⁻¹ then.
    left = np.cumprod(np.r_[1.0, 1 - c * b ** np.arange(d - 1)])
    np.testing.assert_allclose(np.linalg.inv(P).diagonal(), total + last * left, rtol=1e-9)
    assert (np.diff(last) < 0).all()
    assert (last >= c * b ** np.arange(d) / memory(b, c)).all()


def test_the_scale_of_p_does_not_stand_in_for_c() -> None:
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(200, 5)), rng.choice(SIGNS, 200)

    def learned(scale: float, c: float) -> Floats:
        w, P = np.zeros(5), scale * np.eye(5)
        for x, sign in zip(X, y, strict=True):
            if sign * (w @ x) <= 0:
                g = direction(P, sign * x)
                w = w + (0.1 - sign * (w @ x)) / np.sqrt(x @ P @ x) * P @ g  # (10)
                P, c = iellip(P, g, c), 0.3 * c
        return w

    for scale in (0.1, 10.0):
        np.testing.assert_allclose(learned(scale, 0.1), learned(1.0, 0.1), rtol=1e-9)
    assert not np.allclose(learned(1.0, 0.1), learned(1.0, 0.6), rtol=0.05)
    with interpreted():
        model = IELLIP(b=0.3, c=0.1, margin=0.1).partial_fit(X, y, classes=SIGNS)
    np.testing.assert_allclose(model.coef_[0], learned(0.1, 0.1), rtol=1e-9)
