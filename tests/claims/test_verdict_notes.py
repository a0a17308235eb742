"""Notes on verdicts: where the t test that a verdict rests on is not to be trusted, and where it is."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from onlinelearn.base.arrays import Floats
from onlinelearn.claims import ResultsView, judge
from onlinelearn.claims.inference import below_zero
from onlinelearn.claims.verdict import ClaimVerdict, Levels
from onlinelearn.claims.verdict_notes import verdict_notes
from onlinelearn.numerics.estimates import skewness
from tests.claims.made import DATASETS, claim, rows


def judged(d: Sequence[float] | Floats, levels: Levels | None = None) -> tuple[ClaimVerdict, ...]:
    """The verdict on the claim that a errs less than b, whose errors differ so."""
    measured = rows(a=[0.5 + float(each) for each in d], b=[0.5] * len(d))
    view = ResultsView(measured, (), {}, DATASETS, Path())
    return judge([claim("a.test_error < b.test_error")], view, levels)


def few_much_above(n: int, shift: float, rng: np.random.Generator) -> Floats:
    """15 % of the differences are 0.3 above the others."""
    above = rng.uniform(size=n) < 0.15
    return np.where(above, 0.3, 0.0) + rng.normal(0.0, 0.01, n) + shift


def test_a_verdict_that_few_permutations_carry_has_a_note() -> None:
    d = np.array([0.2, 0.01] + [-0.05 + 0.001 * i for i in range(18)])
    (note,) = verdict_notes(judged(d))
    needed = int(np.ceil(25 * stats.skew(d) ** 2))
    assert note == (
        "c: few permutations carry the mean: a.test_error < b.test_error on d, epoch 1. Of 20 "
        "differences as skewed as these, a t test is wrong more often than it says; "
        f"about {needed} permutations would do."
    )


def test_skewed_data_are_mostly_noted_and_normal_data_seldom() -> None:
    rng = np.random.default_rng(3)
    for n in (20, 40):
        skewed = [
            below_zero(list(few_much_above(n, -0.045, rng)), strict=True, level=0.95) for _ in range(400)
        ]
        usual = [below_zero(list(rng.normal(size=n)), strict=True, level=0.95) for _ in range(400)]
        assert np.mean([found.runs_needed > n for found in skewed]) > 0.85
        assert np.mean([found.runs_needed > 0 for found in usual]) < {20: 0.09, 40: 0.01}[n]


@pytest.mark.parametrize(
    "d",
    [
        [-0.3] + [-0.05 + 0.001 * i for i in range(20)],  # all have one sign
        [0.03, *[-0.05 + 0.001 * i for i in range(12)]],  # too few to know their skewness
        [0.6] + [-0.05 + 0.001 * i for i in range(20)],  # undecided
    ],
    ids=["one sign", "few", "undecided"],
)
def test_other_verdicts_have_no_note(d: list[float]) -> None:
    assert verdict_notes(judged(d)) == ()


def test_the_skewness_is_that_of_the_books() -> None:
    d = np.random.default_rng(1).exponential(1.0, 50)
    assert skewness(list(d)) == pytest.approx(stats.skew(d))
