"""Shor's method finds known minima, and keeps what it promises on the way."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError
from onlinelearn.numerics.shor import cut, minimize

seeds = st.integers(0, 2**32)


def ball(rng: np.random.Generator, n: int, d: int) -> Floats:
    """Points of the unit ball, many of them on its surface, where a cover fails first."""
    points = rng.normal(size=(n, d))
    points /= np.linalg.norm(points, axis=1)[:, None]
    points[::2] *= rng.uniform(size=(len(points[::2]), 1)) ** (1 / d)
    return points


@given(seed=seeds, d=st.integers(1, 9))
@settings(deadline=None, max_examples=40)
def test_a_cut_covers_its_half_and_the_volume_falls_by_the_stated_factor(seed: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    x, B = rng.normal(size=d), 3.0 * np.eye(d)
    for _ in range(5 * d):
        h = rng.normal(size=d)
        inside = x + ball(rng, 200, d) @ B.T
        half = inside[(inside - x) @ h <= 0]
        new_x, new_B = cut(x, B, h)
        assert np.linalg.norm(np.linalg.solve(new_B, (half - new_x).T), axis=0).max(initial=0.0) <= 1 + 1e-9
        fell = np.linalg.slogdet(new_B)[1] - np.linalg.slogdet(B)[1]
        assert fell <= -1 / (2 * d) + 1e-12
        x, B = new_x, new_B


@pytest.mark.parametrize("d", [2, 5])
def test_a_cut_is_the_printed_update(d: int) -> None:
    rng = np.random.default_rng(d)
    x, B, h = rng.normal(size=d), rng.normal(size=(d, d)), rng.normal(size=d)
    P = B @ B.T
    Ph, hPh = P @ h, h @ P @ h
    new_x, new_B = cut(x, B, h)
    np.testing.assert_allclose(new_x, x - Ph / ((d + 1) * np.sqrt(hPh)), rtol=1e-12)
    printed = d**2 / (d**2 - 1) * (P - 2 * np.outer(Ph, Ph) / ((d + 1) * hPh))
    np.testing.assert_allclose(new_B @ new_B.T, printed, rtol=1e-9, atol=1e-12)


def test_one_dimension_is_bisection() -> None:
    found = minimize(lambda x: abs(x[0] - 0.3), lambda x: np.sign(x - 0.3), [0.0], 1.0, tolerance=1e-9)
    assert [visit.point[0] for visit in found.history[:4]] == [0.0, 0.5, 0.25, 0.375]
    assert [visit.width for visit in found.history[:4]] == [1.0, 0.5, 0.25, 0.125]
    assert abs(found.point[0] - 0.3) <= 1e-9


@given(seed=seeds, d=st.integers(1, 6))
@settings(deadline=None, max_examples=15)
def test_a_quadratic_is_minimised_within_the_gap(seed: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    A, target = rng.normal(size=(d + 2, d)), rng.uniform(-1, 1, size=d)

    def f(x: Floats) -> float:
        return float(((A @ (x - target)) ** 2).sum()) + 7.0

    found = minimize(f, lambda x: 2 * A.T @ (A @ (x - target)), np.zeros(d), 5.0, tolerance=1e-7)
    assert found.gap <= 1e-7
    assert 7.0 <= found.value <= 7.0 + found.gap + 1e-12
    assert found.value == f(found.point) == min(visit.value for visit in found.history)
    assert found.iterations == len(found.history)


@given(seed=seeds)
@settings(deadline=None, max_examples=8)
def test_every_visit_bounds_the_minimum_from_below(seed: int) -> None:
    rng = np.random.default_rng(seed)
    target = rng.uniform(-1, 1, size=3)
    found = minimize(
        lambda x: float(np.abs(x - target).max()), lambda x: steepest(x - target), np.zeros(3), 4.0
    )
    bound = max(visit.value - visit.width for visit in found.history)
    assert bound <= 1e-12
    assert found.gap == found.value - bound


def steepest(r: Floats) -> Floats:
    """A subgradient of the largest absolute value."""
    k = int(np.abs(r).argmax())
    slope: Floats = np.sign(r[k]) * np.eye(len(r))[k]
    return slope


@pytest.mark.parametrize("seed", range(3))
def test_least_absolute_deviations_agree_with_a_linear_program(seed: int) -> None:
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(30, 4))
    b = A @ rng.normal(size=4) + rng.standard_t(2, size=30)
    found = minimize(
        lambda x: float(np.abs(A @ x - b).sum()), lambda x: A.T @ np.sign(A @ x - b), np.zeros(4), 20.0
    )
    # min Σt with -t ≤ Ax - b ≤ t
    I = np.eye(30)  # noqa: E741
    exact: Any = linprog(
        np.r_[np.zeros(4), np.ones(30)],
        A_ub=np.block([[A, -I], [-A, -I]]),
        b_ub=np.r_[b, -b],
        bounds=[(None, None)] * 4 + [(0, None)] * 30,
    )
    assert found.gap <= 1e-6
    assert exact.fun - 1e-9 <= found.value <= exact.fun + found.gap + 1e-9


@pytest.mark.parametrize("seed", range(3))
def test_a_linear_program_agrees_with_scipy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    c, A, b = rng.normal(size=3), rng.normal(size=(12, 3)), rng.uniform(0.5, 2.0, size=12)
    A, b = np.vstack([A, np.eye(3), -np.eye(3)]), np.r_[b, np.full(6, 3.0)]
    constraints: list[Any] = [
        (lambda x, row=row, most=most: float(row @ x - most), lambda _, row=row: row)
        for row, most in zip(A, b, strict=True)
    ]
    # The start is not feasible, so that the first cuts are those of constraints.
    found = minimize(lambda x: float(c @ x), lambda _: c, np.full(3, 4.0), 15.0, constraints=constraints)
    exact: Any = linprog(c, A_ub=A, b_ub=b, bounds=(None, None))
    assert found.history[0].value == np.inf
    assert (A @ found.point <= b).all()
    assert exact.fun - 1e-9 <= found.value <= exact.fun + 1e-6


def test_a_zero_subgradient_ends_it_with_no_gap() -> None:
    found = minimize(lambda x: float(x @ x), lambda x: 2 * x, [0.0, 0.0], 1.0, tolerance=0.0)
    assert (found.value, found.gap, found.iterations) == (0.0, 0.0, 1)


@pytest.mark.parametrize("seed", range(8))
def test_rounding_makes_no_gap_negative(seed: int) -> None:
    t = np.random.default_rng(seed).uniform(-1, 1, size=2)
    found = minimize(lambda x: float(x @ x - 2 * t @ x), lambda x: 2 * (x - t), [0, 0], 2.0, tolerance=0.0)
    assert found.gap == 0.0
    assert found.value == pytest.approx(-t @ t)


def test_an_end_before_the_tolerance_says_what_was_reached() -> None:
    target = np.array([0.3, -0.2])
    found = minimize(
        lambda x: float(np.abs(x - target).sum()), lambda x: np.sign(x - target), [0, 0], 1, max_iterations=9
    )
    assert found.iterations == 9
    assert found.gap > 1e-6
    assert found.value <= found.gap


def test_the_callers_functions_cannot_change_the_centre() -> None:
    def f(x: Floats) -> float:
        x[0] = 0.0
        return 0.0

    with pytest.raises(ValueError, match="read-only"):
        minimize(f, lambda x: x, [1.0, 1.0], 1.0)


def one(x: Floats) -> float:
    return float(x[0])


@pytest.mark.parametrize(
    ("arguments", "options", "says"),
    [
        (
            (one, lambda x: [1, 0], [0, 0], 1),
            {"constraints": [(lambda x: 5 - x[0], lambda x: [-1, 0])]},
            "radius",
        ),
        ((one, lambda x: [1, 0], [0, 0], 1), {"constraints": [(lambda x: 1.0, lambda x: [0, 0])]}, "radius"),
        (
            (one, lambda x: [1, 0], [0, 0], 1),
            {"constraints": [(lambda x: np.nan, lambda x: [1, 0])]},
            "not finite",
        ),
        ((one, lambda x: [np.inf, 0], [0, 0], 1), {}, "not finite"),
        ((lambda x: -np.inf, lambda x: [1, 0], [0, 0], 1), {}, "not finite"),
        ((one, lambda x: [1, 0], [0, 0], 0), {}, "positive radius"),
        ((one, lambda x: [1, 0], 3.0, 1), {}, "vector"),
        ((one, lambda x: [1, 0], [0, 0], 1), {"tolerance": -1.0}, "tolerance"),
        (
            (one, lambda x: [1, 0], [0, 0], 1),
            {"constraints": [(lambda x: x[0] + 0.9, lambda x: [1, 0])], "max_iterations": 1},
            "max_iterations",
        ),
    ],
)
def test_what_cannot_be_minimised_is_said_in_a_line(arguments: Any, options: Any, says: str) -> None:
    with pytest.raises(ConfigError, match=says) as caught:
        minimize(*arguments, **options)
    assert "\n" not in str(caught.value)
