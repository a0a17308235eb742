"""Faster, by ratio in one run: the machine may be as busy as it likes."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from onlinelearn import PassiveAggressive, run
from onlinelearn.base.arrays import Floats
from onlinelearn.datasets.preprocessors.scaling import UnitNorm, in_passes
from onlinelearn.datasets.preprocessors.unit_rows import MANY
from onlinelearn.experiment.protocol import Prepared
from tests.bench import dense as dense_rows
from tests.bench import many_cells, one_row, streaming
from tests.bench import sparse as sparse_rows
from tests.bench._timing import medians
from tests.bench.family import ellipsoids
from tests.learners import dense
from tests.learners.manifold.costs import buffered, projections

# A neighbour on the machine may slow one side of a measurement: the best of some is the code's own.
# Ratios differ from one kind of processor to the next by half; docs/performance.md names its machine.


@pytest.mark.parametrize(("dataset", "least"), [("usps", 4.0), ("letter", 4.0), ("shuttle", 3.5)])
def test_pa_is_faster_per_example_than_scikit_learns(dataset: str, least: float) -> None:
    assert any(dense_rows.ratios(dataset, repeats=7)["scikit-learn"] >= least for _ in range(5))


def test_pa_on_usps_takes_at_most_three_bare_products() -> None:
    assert any(dense_rows.ratios("usps", repeats=7)["product"] <= 3.0 for _ in range(5))


@pytest.mark.parametrize(("n", "n_classes", "least"), [(20_000, 2, 1.0), (6_000, 20, 2.0)])
def test_pa_is_faster_than_others_on_hashed_text(n: int, n_classes: int, least: float) -> None:
    """Than scikit-learn's, and per example than Vowpal Wabbit, which takes one a call."""
    X, y = sparse_rows.hashed_text(n)
    y = y if n_classes == 2 else np.arange(n) % n_classes
    found = (sparse_rows.ratios(X, y) for _ in range(5))
    assert any(each["scikit-learn"] >= least and each["Vowpal Wabbit"] >= 1.0 for each in found)


def test_many_rows_are_scaled_twice_as_fast_as_by_numpys_passes() -> None:
    """Rows of 20 numbers, a block of a file at a time."""
    X = np.random.default_rng(0).normal(size=(MANY // 10, 20))
    assert any(taken["NumPy"] >= 2.0 * taken["ours"] for taken in (scaling_of(X) for _ in range(5)))


def scaling_of(X: Floats) -> dict[str, float]:
    """Seconds to scale rows to norm 1, all of them by whole-array passes and one after the other."""
    return medians({"NumPy": lambda: in_passes(X), "ours": lambda: UnitNorm().fit(X)(X)})


def test_the_low_rank_ellipsoid_is_ten_times_faster_than_a_matrix() -> None:
    """Kd = 2560; even if the matrix is read only where z touches it, and with equal counts."""
    taken = ellipsoids(0.3, 0.1, 2000, {"blocks": dense.blocks}, repeats=3)
    assert taken["blocks"] / taken["ours"] >= 10.0


def test_a_round_with_a_full_buffer_costs_at_most_six_times_its_kernels() -> None:
    """τ = 300 in 256 dimensions, with an edge to all of them and a projection of the one that leaves."""
    taken = buffered(256, repeats=5)
    assert taken.round <= 6.0 * taken.kernels


def test_matching_pursuit_is_cheaper_than_exact_projections_and_leaves_more() -> None:
    one, five, solved, kept = projections("spirals", evictions=60).values()
    assert 10.0 * five.seconds < min(solved.seconds, kept.seconds)
    assert solved.remains < five.remains < one.remains < 1.0


@pytest.fixture(scope="module")
def rows_in_files(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """32 MB of them, as the first reading leaves them."""
    path = tmp_path_factory.mktemp("rows") / "rows.parquet"
    streaming.write_rows(path, 200_000)
    return streaming.stored(path)


@pytest.mark.parametrize("order", ["file", "shuffled"])
def test_rows_from_files_are_learnt_from_at_a_third_of_the_pace_of_memory_or_more(
    rows_in_files: Prepared, order: str
) -> None:
    """The goal of the bench is twice that, on a machine that does nothing else."""
    in_memory = streaming.in_memory(rows_in_files)
    pairs = (
        (streaming.nanoseconds(in_memory, order), streaming.nanoseconds(rows_in_files, order))
        for _ in range(10)
    )
    assert any(there >= 0.35 * here for there, here in pairs)


def test_a_small_cell_with_all_around_it_costs_at_most_twelve_times_its_rows_one_a_call(
    tmp_path: Path,
) -> None:
    """Plan, order, stream, test, store and tables; and from the cache at most twice those calls."""
    path, cells = many_cells.write_small(tmp_path), 1000
    many = many_cells.config(path, cells)
    X = np.random.default_rng(0).normal(size=(many_cells.ROWS, 4))
    model = PassiveAggressive().fit(X, X[:, 0] > 0.0)

    def one_a_call() -> None:
        for _ in range(cells):
            for x in X:
                model.learn_one(x, True)

    def ratios(attempt: int) -> tuple[float, float]:
        ways = [one_a_call, *[lambda: run(many, out=tmp_path / str(attempt), jobs=1)] * 2]
        calls, whole, again = (once(way) for way in ways)
        return whole / calls, again / calls

    assert any(whole <= 12.0 and again <= 2.0 for whole, again in map(ratios, range(5)))


def once(run: Callable[[], object]) -> float:
    """Seconds of the CPU."""
    begun = time.process_time()
    run()
    return time.process_time() - begun


def test_one_example_a_call_is_eight_times_faster_than_rivers() -> None:
    """Many times faster than scikit-learn's, and about as fast as Vowpal Wabbit's. To predict takes no longer
    than to learn. From dicts it is two and a half times as fast as river's at least.
    """
    taken = one_row.seconds(one_row.learning(), repeats=5)
    assert taken["river"] >= 8.0 * taken["learn_one"]
    assert taken["predict_one"] <= 1.25 * taken["learn_one"]
    assert taken["scikit-learn"] >= 4.0 * taken["partial_fit, one row"]
    assert taken.get("Vowpal Wabbit", taken["learn_one"]) >= 0.75 * taken["learn_one"]
    for of_dicts in ("learn_one of our river model", "learn_one, a dict"):
        assert taken["river"] >= 2.5 * taken[of_dicts]
