"""Two spirals: where the points are, when they turn, and in which order they come."""

import hashlib
from typing import Any

import numpy as np
import pytest

from onlinelearn import load_dataset
from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.datasets.generated.spirals import Spirals, turned

FROZEN = "ec96244a218496e31ed92d82dea1fe6cf1f80e6364842423863d93c2ae1c7e63"


def angles(X: Floats, y: Labels, turns: float = 1.5) -> Floats:
    """θ of each point by its distance from the centre; it must lie there."""
    last = np.pi / 2 + 2 * np.pi * turns
    theta = np.asarray(np.hypot(*X.T) * last)
    np.testing.assert_allclose(
        X,
        np.asarray(y)[:, None] * np.column_stack([np.cos(theta), np.sin(theta)]) * theta[:, None] / last,
        atol=1e-12,
    )
    return theta


@pytest.mark.parametrize("turns", [0.25, 1.5, 4.0])
def test_points_lie_on_two_arms_half_a_circle_apart(turns: float) -> None:
    data = Spirals(noise=0.0, turns=turns, n_train=500, n_test=300).draw(1)
    for X, y in ((data.X_train, data.y_train), (data.X_test, data.y_test)):
        theta = angles(X, y, turns)
        assert np.pi / 2 <= theta.min()
        assert theta.max() <= np.pi / 2 + 2 * np.pi * turns + 1e-9


def test_the_arms_are_as_far_apart_as_the_documentation_says() -> None:
    data = Spirals(noise=0.0, n_train=4000).draw(1)
    first, second = (data.X_train[data.y_train == label] for label in (-1, 1))
    nearest = np.sqrt(((first[:, None] - second[None]) ** 2).sum(axis=2)).min(axis=1)
    assert nearest.min() > 0.2
    assert np.median(nearest) == pytest.approx(0.29, abs=0.015)


def test_points_are_spread_along_the_arm() -> None:
    """θ² is uniform: Kolmogorov's distance, with a chance of 0.1 % to be larger."""
    data = Spirals(noise=0.0, n_train=4000).draw(1)
    squares = np.sort(angles(data.X_train, data.y_train) ** 2)
    low, high = (np.pi / 2) ** 2, (np.pi / 2 + 3 * np.pi) ** 2
    assert np.abs((squares - low) / (high - low) - (np.arange(4000) + 0.5) / 4000).max() < 1.95 / np.sqrt(
        4000
    )


def test_noise_is_added_to_each_coordinate_of_the_same_points() -> None:
    clean, noisy = (Spirals(noise=noise, n_train=3000).draw(1) for noise in (0.0, 0.05))
    added = noisy.X_train - clean.X_train
    assert added.std(axis=0) == pytest.approx([0.05, 0.05], rel=0.06)
    assert np.abs(added.mean(axis=0)).max() < 4 * 0.05 / np.sqrt(3000)
    assert abs(np.mean(added[:, 0] * added[:, 1])) / 0.05**2 < 4 / np.sqrt(3000)
    np.testing.assert_array_equal(clean.y_train, noisy.y_train)


@pytest.mark.parametrize("n", [2, 3, 40, 41])
def test_half_of_the_points_are_of_each_class(n: int) -> None:
    data = Spirals(n_train=n, n_test=n).draw(3)
    for labels in (data.y_train, data.y_test):
        assert sorted(np.unique(labels)) == [-1, 1]
        assert abs(int(labels.sum())) <= 1


@pytest.mark.parametrize("rotation", [90.0, 360.0, 1000.0])
def test_everything_turns_evenly_and_the_test_is_at_the_end(rotation: float) -> None:
    still, turning = (Spirals(n_train=101, rotation=each).draw(1) for each in (0.0, rotation))
    times = np.arange(101) / 100

    def rotate(X: Floats, degrees: Any) -> Floats:
        complex_plane = (X[:, 0] + 1j * X[:, 1]) * np.exp(1j * np.radians(degrees))
        return np.column_stack([complex_plane.real, complex_plane.imag])

    np.testing.assert_allclose(turning.X_train, rotate(still.X_train, rotation * times), atol=1e-12)
    np.testing.assert_allclose(turning.X_test, rotate(still.X_test, rotation), atol=1e-12)
    np.testing.assert_array_equal(turning.y_train, still.y_train)


def test_orders_are_of_the_stream_alone() -> None:
    drawn: dict[str, Any] = {
        order: Spirals(noise=0.0, order=order, n_train=60).draw(1) for order in ("iid", "class", "angle")
    }
    assert (np.diff(drawn["class"].y_train) >= 0).all()
    assert (np.diff(np.hypot(*drawn["angle"].X_train.T)) >= 0).all()
    for data in drawn.values():
        np.testing.assert_array_equal(data.X_test, drawn["iid"].X_test)
        assert {tuple(row) for row in data.X_train} == {tuple(row) for row in drawn["iid"].X_train}
    assert [data.ordered for data in drawn.values()] == [False, True, True]
    assert Spirals(rotation=10.0).draw(1).ordered


def test_a_point_turns_around_the_origin() -> None:
    X = turned(np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([np.pi / 2, np.pi]))
    np.testing.assert_allclose(X, [[0.0, 1.0], [0.0, -2.0]], atol=1e-15)


def test_draws_have_the_same_bits_everywhere() -> None:
    data = Spirals(n_train=50, n_test=20, rotation=30.0, seed=4).draw(2)
    parts = (data.X_train, data.y_train.astype(np.int64), data.X_test, data.y_test.astype(np.int64))
    assert hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest() == FROZEN


def test_draws_differ_by_number_and_by_seed() -> None:
    first, other, seeded = Spirals().draw(1), Spirals().draw(2), Spirals(seed=1).draw(1)
    assert not np.array_equal(first.X_train, other.X_train)
    assert not np.array_equal(first.X_train, seeded.X_train)
    assert not np.array_equal(first.X_train[: len(first.X_test)], first.X_test)
    np.testing.assert_array_equal(Spirals().draw(1).X_train, first.X_train)


def test_it_is_loaded_by_its_name() -> None:
    data = load_dataset("spirals")
    assert (data.X_train.shape, data.X_test.shape) == ((2000, 2), (1000, 2))
