"""Claims about ranks: over the data sets of an experiment, which are the cases, and not the permutations."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from onlinelearn.base.result_rows import Row
from onlinelearn.claims import Claim, DatasetFamily, ResultsView, Verdict, judge
from onlinelearn.claims.grammar import parse
from onlinelearn.claims.verdict import ClaimVerdict
from onlinelearn.config import parse_config
from onlinelearn.experiment.result import results_view

SPREAD = (-0.01, 0.0, 0.01)


def judged(
    text: str,
    differences: Sequence[float],
    *,
    readings: Sequence[str] = ("",),
    always: bool = False,
    sources: Sequence[str] = (),
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
                    datasets[made.condition] = DatasetFamily(
                        made.condition, {}, name, reading, source=sources[i] if sources else name
                    )
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


def test_variants_of_one_source_count_once() -> None:
    """Eight points of a generator's grid say what one of them says."""
    found = judged("rank(A) < rank(B)", [-0.1] * 8, sources=["mixture"] * 8)
    (cell,) = found.cells
    assert (found.verdict, cell.dataset, cell.evidence.n) == (Verdict.UNDECIDED, "1 data set", 1)
    assert cell.evidence.test == (
        "1 data set is too few to decide on ranks; have 6 or more; "
        "variants of one data set count once, so 8 are 1"
    )
    five = ["a", "b", "c", "d", "e", "e", "e", "e"]
    assert judged("rank(A) < rank(B)", [-0.1] * 8, sources=five).verdict is Verdict.UNDECIDED
    six = ["a", "b", "c", "d", "e", "f", "f"]
    # The mean of f's variants decides its sign.
    assert judged("rank(A) < rank(B)", [*[-0.1] * 6, 0.05], sources=six).verdict is Verdict.REPRODUCED
    assert judged("rank(A) < rank(B)", [*[-0.1] * 6, 0.15], sources=six).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("datasets", "n"),
    [
        ([{"name": "mixture", "spread": {"grid": [0.30, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36, 0.37]}}], 1),
        ([{"name": "letter", "seed": {"grid": [1, 2, 3, 4, 5]}}, "sklearn:iris"], 2),
        (
            [
                {"path": "a/my.csv", "name": "a", "target": "y"},
                {"path": "b/my.csv", "name": "b", "target": "y"},
            ],
            2,
        ),
        ([{"path": "my.csv", "target": "y", "name": f"split {i}", "split": {"seed": i}} for i in (1, 2)], 1),
        (
            [{"drift": {"from": "letter", "to": to, "at": at}} for to in ("usps", "letter") for at in (2, 3)],
            2,
        ),
    ],
)
def test_a_config_has_as_many_data_sets_as_sources(datasets: list[object], n: int) -> None:
    claims = {"c": {"source": "s", "says": "s", "holds": "rank(A) < rank(B)"}}
    learners = {"A": {"learner": "pa"}, "B": {"learner": "perceptron"}}
    experiment = parse_config(
        {"datasets": datasets, "learners": learners, "claims": claims}, name="c", where="c", folder=Path()
    )
    view = results_view(experiment, (), (), {})
    (statement,) = experiment.claims[0].parsed[0].statements
    (place,) = statement.places(list(view.datasets), view)
    assert place.dataset == ("1 data set" if n == 1 else f"{n} data sets")


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
