"""Notes on verdicts: where the t test that a verdict rests on is not to be trusted, and where it is."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from onlinelearn.base.arrays import Floats
from onlinelearn.base.repetitions import ORDERS, Repetition, splits
from onlinelearn.claims import Claim, ResultsView, judge
from onlinelearn.claims.border import Distance
from onlinelearn.claims.inference import below_zero
from onlinelearn.claims.verdict import ClaimVerdict, Levels, Verdict, open_cells
from onlinelearn.claims.verdict_notes import verdict_notes
from onlinelearn.numerics.estimates import skewness
from tests.claims.made import DATASETS, claim, rows

CLAIM = claim("a.test_error < b.test_error")


def judged(
    d: Sequence[float] | Floats,
    repetition: Repetition = ORDERS,
    looks: int = 1,
    stated: Claim = CLAIM,
) -> tuple[ClaimVerdict, ...]:
    """The verdict on the claim that a errs less than b, whose errors differ so."""
    measured = rows(a=[0.5 + float(each) for each in d], b=[0.5] * len(d))
    measured = [replace(row, repetition=repetition) for row in measured]
    return judge([stated], ResultsView(measured, (), {}, DATASETS, Path()), Levels(looks=looks))


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


SPLITS = splits(80, 20)
"""A test part of a fifth: no interval is narrower than half a standard deviation's."""


def around(mean: float, n: int) -> Floats:
    """Differences of this mean and a standard deviation of one, in hundredths."""
    d = np.resize([1.0, -1.0], n)
    return np.asarray(0.01 * (mean + d / d.std(ddof=1)))


@pytest.mark.parametrize("n", [20, 80, 320])
@pytest.mark.parametrize("mean", [0.7, 0.0, -0.7])
def test_what_overlapping_splits_leave_open_is_not_waited_for(mean: float, n: int) -> None:
    """Endless permutations would leave ±1.29 standard deviations: 2.58 at this level, times √(20/80)."""
    found = judged(around(mean, n), SPLITS, looks=5)
    assert found[0].verdict is Verdict.UNDECIDED
    assert not open_cells(found)
    assert verdict_notes(found) == (
        "c: more permutations would not decide a.test_error < b.test_error on d, epoch 1: its interval can't "
        "get narrow enough, since splits of the same examples overlap.",
    )


@pytest.mark.parametrize(
    ("mean", "n", "repetition"),
    [
        (0.0, 20, ORDERS),  # an interval as narrow as one likes
        (-1.35, 40, SPLITS),  # beyond what endless permutations would leave
        (-1.0, 20, SPLITS),  # not beyond, but the mean of so few may still get there
        (1.35, 40, SPLITS),
        (0.0, 10, SPLITS),  # too few to know their spread
    ],
)
def test_what_more_permutations_could_decide_is_waited_for(
    mean: float, n: int, repetition: Repetition
) -> None:
    found = judged(around(mean, n), repetition, looks=5)
    assert found[0].verdict is Verdict.UNDECIDED
    assert open_cells(found)
    assert verdict_notes(found) == ()


@pytest.mark.parametrize(("border", "waited"), [(0.005, False), (0.014, True)])
def test_what_may_turn_out_to_be_on_the_border_is_waited_for(border: float, waited: bool) -> None:
    distance = {"test_error": Distance(border)}
    found = judged(around(0.0, 20), SPLITS, looks=5, stated=replace(CLAIM, border=distance))
    assert found[0].verdict is Verdict.UNDECIDED
    assert bool(open_cells(found)) == waited
