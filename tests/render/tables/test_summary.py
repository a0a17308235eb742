"""Means and intervals over the permutations."""

import csv
import io
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.report.summary_table import read_summary
from onlinelearn.render.tables import summarize, summary_csv
from tests.render.tables.made import row

SAMPLES = st.lists(st.floats(0, 1e6), min_size=2, max_size=12)


@given(SAMPLES)
def test_mean_and_deviation_are_those_of_the_standard_library(values: list[float]) -> None:
    made = estimate(values)
    assert made.n == len(values)
    assert made.mean == pytest.approx(statistics.fmean(values), rel=1e-12)
    assert made.std == pytest.approx(statistics.stdev(values), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("n", "t"), [(2, 12.7062), (3, 4.30265), (5, 2.77645), (11, 2.22814), (31, 2.04227)])
def test_the_interval_is_students(n: int, t: float) -> None:
    values = [float(i * i) for i in range(n)]
    made = estimate(values)
    margin = t * statistics.stdev(values) / n**0.5
    assert made.high == pytest.approx(statistics.fmean(values) + margin, rel=1e-5)
    assert made.low == pytest.approx(statistics.fmean(values) - margin, rel=1e-5, abs=1e-4)


@given(SAMPLES, st.randoms())
def test_the_order_of_the_permutations_changes_no_bit(values: list[float], random: object) -> None:
    shuffled = list(values)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert estimate(shuffled) == estimate(values)


def test_one_permutation_tells_nothing_of_the_uncertainty() -> None:
    assert estimate([0.25]) == (1, 0.25, None, None, None, 0.0)


def test_the_interval_of_a_small_error_goes_below_zero() -> None:
    low = estimate([0.0, 0.01]).low
    assert low is not None
    assert low < 0


def test_rows_are_grouped_by_data_set_learner_and_epoch_in_their_order() -> None:
    rows = [
        row(0.1 * (permutation + epoch), learner=learner, permutation=permutation, epoch=epoch)
        for permutation in (0, 1)
        for learner in ("B", "A")
        for epoch in (1, 2)
    ]
    made = summarize(rows, ["test_error"])
    assert [(s.learner, s.epoch, s.n) for s in made] == [("B", 1, 2), ("B", 2, 2), ("A", 1, 2), ("A", 2, 2)]
    assert [s.mean for s in made] == pytest.approx([0.15, 0.25, 0.15, 0.25])


def test_a_metric_without_values_has_no_line() -> None:
    made = summarize([row(updates=None)], ["updates", "curves", "balanced_error", "mistakes"])
    assert [s.metric for s in made] == ["mistakes"]


def test_blanks_do_not_count() -> None:
    (made,) = summarize([row(updates=None), row(updates=4, permutation=1)], ["updates"])
    assert (made.n, made.mean) == (1, 4.0)


def test_summary_csv_has_a_line_for_each_estimate() -> None:
    made = summarize([row(0.25, extra={"balanced_error": 0.5})], ["test_error", "balanced_error"])
    lines = list(csv.reader(io.StringIO(summary_csv(made))))
    assert lines == [
        [
            *("dataset", "learner", "epoch", "metric", "n", "mean", "std", "low", "high"),
            *("covers", "role", "best", "not_worse", "unfinished"),
        ],
        ["usps", "PA", "1", "test_error", "1", "0.25", "", "", "", "orders", "given", "false", "", ""],
        ["usps", "PA", "1", "balanced_error", "1", "0.5", "", "", "", "orders", "given", "false", "", ""],
    ]


def test_summary_csv_names_what_lacks_values_and_the_report_reads_it_back() -> None:
    made = summarize([row(0.25)], ["test_error"])
    gaps = {
        ("usps", "PA"): "1 of 2 permutations failed",
        ("usps", "mine"): "failed",
        ("letter", ""): "no data",
    }
    text = summary_csv(made, gaps)
    assert [line[:5] + line[-1:] for line in csv.reader(io.StringIO(text))][1:] == [
        ["usps", "PA", "1", "test_error", "1", "1 of 2 permutations failed"],
        ["usps", "mine", "", "", "0", "failed"],
        ["letter", "", "", "", "0", "no data"],
    ]
    read = read_summary(text.encode())
    assert (list(read.estimates), dict(read.unfinished)) == (made, gaps)
