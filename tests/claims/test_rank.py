"""Claims about ranks: over the data sets of an experiment, which are the cases, and not the permutations."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from onlinelearn.base.result_rows import Row
from onlinelearn.claims import Claim, DatasetFamily, ResultsView, Verdict, judge
from onlinelearn.claims.grammar import parse
from onlinelearn.claims.verdict import ClaimVerdict

SPREAD = (-0.01, 0.0, 0.01)


def judged(
    text: str, differences: Sequence[float], *, readings: Sequence[str] = ("",), always: bool = False
) -> ClaimVerdict:
    """The verdict where A's error is B's plus the difference, on each of so many data sets."""
    rows, datasets = [], {}
    for i, difference in enumerate(differences):
        for reading in readings:
            for permutation, noise in enumerate(SPREAD):
                for learner, error in (("A", 0.3 + difference), ("B", 0.3)):
                    name = f"d{i}"
                    given = (name, learner, permutation, 1, error + noise, 0.1, 1, 1, 1, 0.1)
                    made = Row(*given, reading=reading)
                    datasets[made.condition] = DatasetFamily(made.condition, {}, name, reading)
                    rows.append(made)
    claim = Claim("c", "", "", (text,), (parse(text),), always=always)
    (found,) = judge([claim], ResultsView(rows, (), {}, datasets, Path()))
    return found


@pytest.mark.parametrize(
    ("differences", "expected"),
    [
        ([-0.1] * 6, Verdict.REPRODUCED),
        ([0.1] * 6, Verdict.NOT_REPRODUCED),
        ([-0.1, -0.2, -0.1, 0.2, 0.1, -0.05], Verdict.UNDECIDED),
        ([0.0] * 8, Verdict.UNDECIDED),
        ([*[-0.1] * 11, 0.001], Verdict.REPRODUCED),
        # Wilcoxon's test would call this reproduced, p = 0.017, although A's rank is the worse one.
        ([*[0.001] * 16, *[-0.1] * 14], Verdict.UNDECIDED),
        ([*[0.001] * 22, *[-0.1] * 8], Verdict.NOT_REPRODUCED),
    ],
)
def test_ranks_are_decided_by_the_data_sets(differences: Sequence[float], expected: Verdict) -> None:
    assert judged("rank(A) < rank(B)", differences).verdict is expected
    assert judged("rank(B) > rank(A)", differences).verdict is expected


def test_too_few_data_sets_are_undecided_in_words_however_clear_they_are() -> None:
    found = judged("rank(A) < rank(B)", [-0.1] * 5)
    (cell,) = found.cells
    assert found.verdict is Verdict.UNDECIDED
    assert cell.evidence.test == "5 data sets are too few to decide on ranks; have 6 or more"
    assert (cell.evidence.effect, cell.dataset) == (-1.0, "5 data sets")


def test_each_reading_is_judged_by_its_own_data_sets() -> None:
    found = judged("rank(A) < rank(B)", [-0.1] * 6, readings=("", "other"))
    assert [(cell.reading, cell.evidence.n) for cell in found.cells] == [("", 6), ("other", 6)]


def test_always_means_on_every_data_set() -> None:
    assert judged("rank(A) < rank(B)", [-0.1] * 3, always=True).verdict is Verdict.REPRODUCED
    assert judged("rank(A) < rank(B)", [-0.1, -0.1, 0.1], always=True).verdict is Verdict.NOT_REPRODUCED


def test_equal_learners_are_seldom_told_apart() -> None:
    draws = np.random.default_rng(5).normal(0, 0.05, (400, 8))
    verdicts = [judged("rank(A) < rank(B)", each).verdict for each in draws]
    wrong = sum(each is not Verdict.UNDECIDED for each in verdicts) / len(draws)
    assert wrong <= 0.05 + 2 * (0.05 * 0.95 / len(draws)) ** 0.5
