"""Intervals cover what they say they cover, near 95 times of 100, on simulated data."""

import numpy as np
import pytest

from onlinelearn.base.repetitions import ORDERS, splits
from onlinelearn.claims.inference import below_zero
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.splits import drawn
from onlinelearn.numerics.estimates import Estimate, estimate

TIMES = 1000
ERROR = 0.3
"""The error of a learner that always says the same, on all examples that there are."""


def covers(found: Estimate, truth: float) -> bool:
    assert found.low is not None
    assert found.high is not None
    return found.low <= truth <= found.high


def test_over_orders_the_t_interval_covers_the_mean_of_all_orders() -> None:
    rng = np.random.default_rng(1)
    runs = ERROR + 0.02 * rng.normal(size=(TIMES, 5))
    assert ORDERS.overlap("test_error") == 0.0
    share = np.mean([covers(estimate(each), ERROR) for each in runs.tolist()])
    assert share == pytest.approx(0.95, abs=0.02)


def mean_errors(train: float, n: int, permutations: int) -> tuple[list[list[float]], list[list[float]]]:
    """The errors on the test part and on the training part, for each data set and permutation."""
    rng = np.random.default_rng(2)
    marks = [drawn(_numbered(n), train, seed) for seed in range(1, permutations + 1)]
    rows = [(parts[0].X[:, 0].astype(int), parts[1].X[:, 0].astype(int)) for parts in marks]
    tested, streamed = [], []
    for _ in range(TIMES):
        wrong = rng.random(n) < ERROR
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
