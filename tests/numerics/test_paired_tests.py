"""Paired tests against Demšar's worked example, against scipy, and against all signs written out."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from onlinelearn.numerics.paired_tests import (
    holm,
    least_wilcoxon_p,
    paired_t,
    sign_test,
    wilcoxon,
)
from onlinelearn.numerics.rank_tests import mean_ranks, rank_error, ranks
from tests.numerics.demsar import AUC, ERRORS

# Of printed digits: 0.931 - 0.936 and 0.768 - 0.763 must tie, as they do on paper.
IMPROVEMENTS = [round(areas[1] - areas[0], 3) for areas in AUC.values()]

DIFFERENCES = st.lists(st.integers(-4, 4).map(float), min_size=1, max_size=9)


def test_demsars_wilcoxon_test() -> None:
    found = wilcoxon(IMPROVEMENTS)
    assert (found.above, found.below, found.smaller, found.n) == (93.0, 12.0, 12.0, 14)
    assert f"{found.z:.2f}" == "-2.54"
    # The critical value of his table is 21 for alpha = 0.05, and 12 is below it.
    assert found.p < 0.05


def test_demsars_sign_test() -> None:
    """11 of 14, one of two ties among them; his table asks for 11 at 0.05 and for 10 at 0.10."""
    wins, losses = (sum(sign * d > 0 for d in IMPROVEMENTS) for sign in (1, -1))
    ties = len(IMPROVEMENTS) - wins - losses
    assert (wins, losses, ties) == (10, 2, 2)
    assert wins + ties // 2 == 11
    # His table is of the normal approximation, w >= n/2 + 1.96 √n/2, which the exact test is near to.
    assert 14 / 2 + 1.96 * 14**0.5 / 2 <= 11
    assert 2 * sign_test(11, 3) == pytest.approx(0.0574, abs=5e-5)


def test_demsars_holm_procedure() -> None:
    """All against C4.5: z and p as he prints them; the first two are rejected, the third is not."""
    base, m, cf, both = mean_ranks(ERRORS)
    scores = [(base - each) / rank_error(4, 14) for each in (both, m, cf)]
    # He computed from ranks and a standard error of three digits: (3.143 - 1.964) / 0.488 is 2.416.
    rounded = [(3.143 - round(each, 3)) / round(rank_error(4, 14), 3) for each in (both, m, cf)]
    assert [f"{z:.3f}" for z in rounded] == ["2.416", "2.342", "0.512"]
    assert scores == pytest.approx(rounded, abs=1e-3)
    p_values = [2 * stats.norm.sf(z) for z in scores]
    assert [f"{p:.3f}" for p in p_values[:2]] == ["0.016", "0.019"]
    assert [p <= 0.05 for p in holm(p_values)] == [True, True, False]


@given(DIFFERENCES)
def test_wilcoxons_p_value_counts_all_signs(differences: list[float]) -> None:
    found = wilcoxon(differences)
    zeros = [0.0] * (differences.count(0.0) // 2 * 2)
    kept = [abs(d) for d in differences if d] + zeros
    placed = ranks(kept)
    shared = sum(rank for size, rank in zip(kept, placed, strict=True) if not size) / 2
    coins = [rank for size, rank in zip(kept, placed, strict=True) if size]
    sums = [
        sum(rank for rank, heads in zip(coins, signs, strict=True) if heads)
        for signs in product([0, 1], repeat=len(coins))
    ]
    extreme = [s for s in sums if min(s, sum(coins) - s) + shared <= found.smaller]
    assert found.p == pytest.approx(len(extreme) / len(sums))


@pytest.mark.parametrize("n", [6, 12, 40, 200])
def test_wilcoxons_p_value_is_scipys(n: int) -> None:
    differences = (np.random.default_rng(n).normal(size=n) + 0.2).tolist()
    method: Any = "exact" if n <= 50 else "approx"
    expected = stats.wilcoxon(differences, method=method, correction=False)
    assert wilcoxon(differences).p == pytest.approx(expected.pvalue)


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (6, 0), (0, 6), (14, 16), (300, 250)])
def test_the_sign_test_is_scipys(wins: int, losses: int) -> None:
    n = wins + losses
    expected = stats.binomtest(wins, n, alternative="greater").pvalue if n else 1.0
    assert sign_test(wins, losses) == pytest.approx(expected)


@pytest.mark.parametrize("n", [1, 4, 6])
def test_the_least_p_value_is_that_of_equal_signs(n: int) -> None:
    assert wilcoxon([float(i) for i in range(1, n + 1)]).p == pytest.approx(least_wilcoxon_p(n))


def test_wilcoxon_without_any_difference_says_nothing() -> None:
    assert wilcoxon([0.0, 0.0, 0.0]).p == wilcoxon([0.0]).p == 1.0


def test_paired_t_is_scipys() -> None:
    one, other = np.random.default_rng(3).random((2, 7)).tolist()
    assert paired_t(one, other) == pytest.approx(stats.ttest_rel(one, other).pvalue)


def test_copies_of_one_run_are_no_evidence() -> None:
    assert paired_t([0.1] * 20, [0.2] * 20) is None
    assert paired_t([0.1], [0.2]) is None


def test_a_constant_difference_of_runs_that_vary_is_tested_by_its_signs() -> None:
    one = [0.125, 0.25, 0.375, 0.5, 0.625]
    assert paired_t(one, [x + 0.125 for x in one]) == 2 * sign_test(5, 0) == 2 * 0.5**5
    assert paired_t(one, [x * (1 + 1e-15) for x in one]) == 1.0


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_rejects_what_the_steps_reject(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    for alpha in (0.01, 0.05, 0.3):
        rejected: set[float] = set()
        for step, p in enumerate(sorted(p_values)):
            if (len(p_values) - step) * p > alpha:
                break
            rejected.add(p)
        stepwise = [p in rejected for p in p_values]
        ours = [p <= alpha for p in adjusted]
        # Of equal p-values the steps may stop between two; the adjusted ones are equal.
        assert all(a or not b for a, b in zip(stepwise, ours, strict=True))
        if len(set(p_values)) == len(p_values):
            assert stepwise == ours
