"""Ranks and Friedman's test against Demšar's worked example, to the last digit that he prints."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from onlinelearn.numerics.rank_tests import (
    alike_groups,
    bonferroni_dunn_difference,
    friedman,
    mean_ranks,
    nemenyi_difference,
    rank_error,
    ranks,
)
from tests.numerics.demsar import ERRORS

VALUES = st.lists(st.integers(0, 5).map(float), min_size=1, max_size=8)


def test_demsars_mean_ranks() -> None:
    assert [f"{rank:.3f}" for rank in mean_ranks(ERRORS)] == ["3.143", "2.000", "2.893", "1.964"]


def test_demsars_friedman_test() -> None:
    found = friedman(ERRORS)
    assert f"{found.chi_square:.2f}" == "9.28"
    assert f"{found.F:.2f}" == "3.69"
    assert found.degrees == (3, 39)
    # He compares with the critical value 2.85 for alpha = 0.05, and rejects.
    assert f"{stats.f.ppf(0.95, *found.degrees):.2f}" == "2.85"
    assert found.p == pytest.approx(stats.f.sf(found.F, 3, 39))


def test_demsars_critical_differences() -> None:
    assert f"{nemenyi_difference(4, 14, 0.05):.2f}" == "1.25"
    assert f"{nemenyi_difference(4, 14, 0.10):.2f}" == "1.12"
    # He prints 1.16 for Bonferroni and Dunn, from a value of 2.394 in his table: 1.168, cut and not rounded.
    assert bonferroni_dunn_difference(4, 14, 0.05) == pytest.approx(2.394 * rank_error(4, 14), abs=5e-4)
    assert f"{bonferroni_dunn_difference(4, 14, 0.05):.3f}" == "1.168"


@pytest.mark.parametrize(
    ("methods", "five", "ten"), [(2, 1.960, 1.645), (4, 2.569, 2.291), (10, 3.164, 2.920)]
)
def test_demsars_table_of_nemenyis_critical_values(methods: int, five: float, ten: float) -> None:
    for alpha, q in ((0.05, five), (0.10, ten)):
        found = nemenyi_difference(methods, 14, alpha) / rank_error(methods, 14)
        assert found == pytest.approx(q, abs=1.1e-3)  # his last digit is cut in places


def test_demsars_groups() -> None:
    """At 0.05 no pair is told apart; at 0.10 C4.5 is, from C4.5+m and C4.5+m+cf."""
    ordered = sorted(mean_ranks(ERRORS))  # m+cf, m, cf, C4.5
    assert alike_groups(ordered, nemenyi_difference(4, 14, 0.05)) == [(0, 3)]
    assert alike_groups(ordered, nemenyi_difference(4, 14, 0.10)) == [(0, 2), (2, 3)]


@given(VALUES)
def test_ranks_are_those_of_scipy(values: list[float]) -> None:
    assert ranks(values) == stats.rankdata(values).tolist()


def test_what_differs_by_rounding_alone_shares_its_rank() -> None:
    equal = (0.1 + 0.2) / 2, (0.3 + 0.0) / 2
    assert equal[0] != equal[1]
    assert ranks([0.2, *equal, 0.1]) == [4.0, 2.5, 2.5, 1.0]
    assert ranks([1e-9, 2e-9, math.inf, 5.0, math.inf]) == [1.0, 2.0, 4.5, 3.0, 4.5]
    found = friedman([equal] * 3)
    assert (found.chi_square, found.F, found.p) == (0.0, 0.0, 1.0)


def test_without_ties_friedmans_chi_square_is_that_of_scipy() -> None:
    cases = np.random.default_rng(0).random((9, 5))
    assert friedman(cases.tolist()).chi_square == pytest.approx(stats.friedmanchisquare(*cases.T).statistic)


def test_where_all_cases_agree_f_is_infinite_and_the_p_value_is_the_chance_of_that() -> None:
    found = friedman([[0.1, 0.2, 0.3]] * 3)
    assert math.isinf(found.F)
    orders = list(permutations(range(3)))
    alike = sum(a == b == c for a in orders for b in orders for c in orders)
    assert found.p == pytest.approx(alike / len(orders) ** 3)


def test_where_all_are_tied_nothing_differs() -> None:
    found = friedman([[0.5, 0.5, 0.5]] * 4)
    assert (found.chi_square, found.F, found.p) == (0.0, 0.0, 1.0)


@given(st.lists(st.floats(1, 9), min_size=2, max_size=7), st.floats(0.1, 4))
def test_groups_hold_exactly_the_pairs_within_the_difference(found: list[float], difference: float) -> None:
    ordered = sorted(found)
    groups = alike_groups(ordered, difference)
    for i in range(len(ordered)):
        for j in range(i + 1, len(ordered)):
            together = any(first <= i and j <= last for first, last in groups)
            assert together == (ordered[j] - ordered[i] <= difference)
