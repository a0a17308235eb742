"""The Passive-Aggressive paper's noisy data, and the best fixed classifier in the plane."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.datasets import load_dataset
from onlinelearn.datasets.generated.pa_noise import PANoise
from onlinelearn.learners.theory.best_line import optimal_error

Z = tuple[Fraction, Fraction]


def candidates(z: list[Z]) -> Iterator[Z]:
    """A direction in every gap between two normals of the z, and for points of a line the line itself."""
    normals = [(sign * -b, sign * a) for a, b in z if a or b for sign in (1, -1)]
    yield from [*z, *((-a, -b) for a, b in z)]
    for p, q in normals:
        for r, s in normals:
            # Scaled to the same size, the sum of two directions lies between them.
            size, other = abs(p) + abs(q), abs(r) + abs(s)
            yield p / size + r / other, q / size + s / other


def brute_force(X: Floats, y: Ints) -> float:
    """Every candidate, without rounding."""
    z = [
        (Fraction(a) * (2 * label - 1), Fraction(b) * (2 * label - 1))
        for (a, b), label in zip(X.tolist(), y.tolist(), strict=True)
    ]
    wrong: list[int] = [sum(p * a + q * b <= 0 for a, b in z) for p, q in candidates(z)]
    return min(wrong) / len(z)


values = st.integers(-3, 3).map(float) | st.floats(-2.0, 2.0)


@given(st.lists(st.tuples(values, values, st.integers(0, 1)), min_size=1, max_size=9))
@settings(deadline=None, max_examples=150)
def test_the_sweep_finds_what_trying_every_angle_finds(points: list[tuple[float, float, int]]) -> None:
    X, y = np.array([point[:2] for point in points]), np.array([point[2] for point in points])
    assert optimal_error(X, y) == brute_force(X, y)


@pytest.mark.parametrize(
    ("points", "labels", "error"),
    [
        ([[1, 0], [-1, 0]], [1, 0], 0.0),
        ([[1, 0], [1, 0]], [1, 0], 0.5),
        ([[0, 1], [0, -1], [0, 0]], [1, 0, 1], 1 / 3),  # zero has no side
        ([[0, 0]], [1], 1.0),
        ([[1, 0], [-1, 1], [-1, -1]], [1, 1, 1], 1 / 3),  # around the origin: no half-plane has all
    ],
)
def test_the_best_error_of_a_few_points(points: Any, labels: list[int], error: float) -> None:
    assert optimal_error(np.array(points, float), np.array(labels)) == error


def test_no_sampled_direction_beats_the_optimum_and_the_best_comes_near() -> None:
    data = PANoise(sigma=0.8, p=0.1, n_train=2000).draw(1)
    y = (data.y_train == 1).astype(np.int64)
    best = optimal_error(data.X_train, y)
    angles = np.linspace(0, 2 * np.pi, 2001)
    z = data.y_train[:, None].astype(float) * data.X_train
    errors = (z @ np.array([np.cos(angles), np.sin(angles)]) <= 0).mean(axis=0)
    assert best <= errors.min() <= best + 0.005


def test_each_class_is_the_gaussian_that_the_paper_draws() -> None:
    """Means ±(1, 1) and deviations 0.2 and 2, within five standard errors."""
    data = PANoise(n_train=8000).draw(2)
    assert data.y_train.sum() == 0
    z = data.y_train[:, None].astype(float) * data.X_train
    np.testing.assert_array_less(abs(z.mean(axis=0) - 1), 5 * np.array([0.2, 2]) / np.sqrt(8000))
    np.testing.assert_allclose(z.std(axis=0), [0.2, 2], rtol=5 / np.sqrt(2 * 8000))
    assert abs(((z[:, 0] - 1) * (z[:, 1] - 1)).mean()) < 5 * 0.4 / np.sqrt(8000)
    assert optimal_error(data.X_train, (data.y_train == 1).astype(np.int64)) == 0.0


def test_instance_noise_moves_the_same_examples_by_its_deviation() -> None:
    still, moved = (PANoise(sigma=sigma, n_train=8000).draw(1) for sigma in (0.0, 0.6))
    twice = PANoise(sigma=1.2, n_train=8000).draw(1)
    np.testing.assert_array_equal(still.y_train, moved.y_train)
    np.testing.assert_array_equal(still.X_test, moved.X_test)
    step = moved.X_train - still.X_train
    np.testing.assert_allclose(step.std(axis=0), 0.6, rtol=5 / np.sqrt(2 * 8000))
    np.testing.assert_allclose(twice.X_train - still.X_train, 2 * step, atol=1e-12)


def test_label_noise_turns_that_share_of_labels_and_more_noise_turns_more() -> None:
    clean, some, many = (PANoise(p=p, n_train=8000).draw(1) for p in (0.0, 0.1, 0.2))
    np.testing.assert_array_equal(clean.X_train, many.X_train)
    np.testing.assert_array_equal(clean.y_test, many.y_test)
    turned = [(each.y_train != clean.y_train) for each in (some, many)]
    for wrong, p in zip(turned, (0.1, 0.2), strict=True):
        assert abs(wrong.mean() - p) < 5 * np.sqrt(p * (1 - p) / 8000)
    assert (turned[1] | ~turned[0]).all()


@pytest.mark.parametrize("sigma", [0.0, 0.5])
def test_the_target_is_the_best_direction_for_the_distribution(sigma: float) -> None:
    """Turned by a degree either way, the mean of y u·x is smaller against its deviation."""
    target = PANoise(sigma=sigma).draw(1).target
    assert target is not None
    spread = np.diag([0.04 + sigma**2, 4 + sigma**2])

    def quality(u: Floats) -> float:
        return float(u.sum() / np.sqrt(u @ spread @ u))

    turn = np.array([[np.cos(0.017), -np.sin(0.017)], [np.sin(0.017), np.cos(0.017)]])
    assert quality(target) > max(quality(turn @ target), quality(turn.T @ target))


@pytest.mark.parametrize("slip", [{"p": 0.6}, {"sigma": -1.0}, {"n_train": 1}])
def test_noise_out_of_range_is_refused(slip: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PANoise(**slip)


def test_ordered_data_are_other_data() -> None:
    """The order decides the result, so that a cell of one must not be taken for one of the other."""
    plain, ordered = (load_dataset("usps", ordered=ordered) for ordered in (False, True))
    assert (plain.ordered, ordered.ordered) == (False, True)
    np.testing.assert_array_equal(plain.X_train, ordered.X_train)
    assert plain.digest != ordered.digest
