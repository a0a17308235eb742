"""Intervals cover what they say they cover, near 95 times of 100, on simulated data."""

from collections.abc import Sequence

import numpy as np
import pytest
from scipy.special import ndtr

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.repetitions import ORDERS, splits
from onlinelearn.claims.inference import below_zero
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.splits import drawn
from onlinelearn.numerics import rng
from onlinelearn.numerics.estimates import Estimate, estimate

TIMES = 1000
ERROR = 0.3
"""The error of a learner that always says the same, on all examples that there are."""


def covers(found: Estimate, truth: float) -> bool:
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high


def perceptron_errors(orders: Ints) -> Floats:
    """The test error of a Perceptron after one pass over the same examples in each of these orders."""
    draw = np.random.default_rng(1)
    shape = np.array([1.0, 0.7, 0.5, 0.3, 0.2])
    X, X_test = draw.normal(size=(orders.shape[1], 5)), draw.normal(size=(500, 5))
    z = X * np.where(X @ shape + draw.normal(size=len(X)) > 0, 1.0, -1.0)[:, None]
    z_test = X_test * np.where(X_test @ shape + draw.normal(size=500) > 0, 1.0, -1.0)[:, None]
    w = np.zeros((len(orders), 5))
    for rows in orders.T:
        mistaken = (w * z[rows]).sum(axis=1) <= 0
        w[mistaken] += z[rows[mistaken]]
    errors: Floats = (w @ z_test.T <= 0).mean(axis=1)
    return errors


def test_over_orders_the_t_interval_covers_the_mean_of_all_orders() -> None:
    repeated = 5
    keys = ((rng.ORDER, 1, permutation, 1) for permutation in range(TIMES * repeated))
    errors = perceptron_errors(np.array([rng.permutation(key, 60) for key in keys]))
    assert errors.std() > 0.01
    assert ORDERS.overlap("test_error") == 0.0
    share = np.mean([covers(estimate(each), errors.mean()) for each in errors.reshape(TIMES, -1).tolist()])
    assert share == pytest.approx(0.95, abs=0.025)


def nearest_mean_errors(parts: Sequence[tuple[Ints, Ints]], n: int) -> tuple[Floats, float]:
    """The test errors of nearest means, a line for each data set, and their mean error on new examples."""
    draw = np.random.default_rng(4)
    y = draw.choice([-1.0, 1.0], size=(TIMES, n))
    centre = np.array([0.6, 0.3, 0.0, 0.0, 0.0])
    X = draw.normal(size=(TIMES, n, 5)) + y[:, :, None] * centre
    found, truths = [], []
    for fit, test in parts:
        up, down = (
            ((y[:, fit] == side)[:, :, None] * X[:, fit]).sum(axis=1)
            / (y[:, fit] == side).sum(axis=1)[:, None]
            for side in (1.0, -1.0)
        )
        w, middle = up - down, (up + down) / 2
        scores = ((X[:, test] - middle[:, None]) * w[:, None]).sum(axis=2)
        found.append((scores * y[:, test] <= 0).mean(axis=1))
        # The score of a new example is normal, about the centre of its class.
        means = [(w * (side * (side * centre - middle))).sum(axis=1) for side in (1.0, -1.0)]
        truths += [ndtr(-mean / np.sqrt((w * w).sum(axis=1))).mean() for mean in means]
    return np.array(found).T, float(np.mean(truths))


def test_over_splits_it_covers_the_error_of_a_learner_whose_training_sets_overlap() -> None:
    n, permutations = 100, 10
    errors, truth = nearest_mean_errors(drawn_rows(0.8, n, permutations), n)
    overlap = splits(80, 20).overlap("test_error")
    corrected = np.mean([covers(estimate(each, overlap=overlap), truth) for each in errors.tolist()])
    plain = np.mean([covers(estimate(each), truth) for each in errors.tolist()])
    assert corrected == pytest.approx(0.95, abs=0.025)
    assert plain < 0.8


def drawn_rows(train: float, n: int, permutations: int) -> list[tuple[Ints, Ints]]:
    """The rows of the training part and of the test part of each permutation."""
    parts = (drawn(_numbered(n), train, seed) for seed in range(1, permutations + 1))
    return [(fit.X[:, 0].astype(int), test.X[:, 0].astype(int)) for fit, test in parts]


def mean_errors(train: float, n: int, permutations: int) -> tuple[list[list[float]], list[list[float]]]:
    """The errors on the test part and on the training part, for each data set and permutation."""
    draw = np.random.default_rng(2)
    rows = drawn_rows(train, n, permutations)
    tested, streamed = [], []
    for _ in range(TIMES):
        wrong = draw.random(n) < ERROR
        streamed.append([float(wrong[fit].mean()) for fit, _ in rows])
        tested.append([float(wrong[test].mean()) for _, test in rows])
    return tested, streamed


def _numbered(n: int) -> ExampleTable:
    return ExampleTable(np.arange(float(n))[:, None], np.arange(float(n)))


@pytest.mark.parametrize(("train", "permutations"), [(0.8, 10), (0.5, 15)])
def test_over_splits_the_corrected_interval_covers_the_error_on_new_examples(
    train: float, permutations: int
) -> None:
    n = 200
    repeated = splits(round(train * n), n - round(train * n))
    measured = dict(zip(("test_error", "online_error"), mean_errors(train, n, permutations), strict=True))
    for metric, runs in measured.items():
        corrected = np.mean([covers(estimate(r, overlap=repeated.overlap(metric)), ERROR) for r in runs])
        plain = np.mean([covers(estimate(r), ERROR) for r in runs])
        assert corrected == pytest.approx(0.95, abs=0.025), metric
        assert plain < 0.8, metric


def test_a_claim_over_splits_is_held_to_the_corrected_test() -> None:
    """Of two learners that differ by chance alone, one is called better in about 2.5 % of the data sets."""
    tested, _ = mean_errors(0.8, 200, 10)
    differences = [[a - ERROR for a in runs] for runs in tested]
    found = [below_zero(d, strict=True, level=0.95, overlap=0.25) for d in differences]
    assert {each.test for each in found} == {"corrected paired t"}
    false = np.mean([each.holds is not None and each.holds <= 0.025 for each in found])
    assert false < 0.04
    plain = [below_zero(d, strict=True, level=0.95).holds for d in differences]
    assert np.mean([p is not None and p <= 0.025 for p in plain]) > 0.1


def test_runs_without_spread_count_for_less_where_splits_overlap() -> None:
    alike = [-0.1] * 40
    assert below_zero(alike, strict=True, level=0.95).holds == 0.5**40
    held = below_zero(alike, strict=True, level=0.95, overlap=0.25).holds
    assert held is not None
    assert held > 0.025
