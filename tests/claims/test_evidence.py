"""Evidence: what proves nothing, what is too near the boundary to tell, and how seldom chance decides."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scipy import stats

from onlinelearn.claims import Claim, DatasetFamily, ResultsView, Verdict, judge
from onlinelearn.claims.border import Distance
from onlinelearn.claims.inference import NO_RUNS, below_zero
from onlinelearn.claims.relation import ONE_RUN
from onlinelearn.claims.verdict import CellVerdict, Levels, decide_cells, in_words, open_cells, together
from onlinelearn.numerics.paired_tests import paired_t
from tests.claims.made import DATASETS, HIGH, LOW, NOISY, claim, rows, verdict


def test_rounding_at_the_border_decides_nothing() -> None:
    for a, b in ((0.05, 0.04), (0.06, 0.05)):
        measured = rows(a=[a] * 6, b=[b] * 6)
        assert verdict(claim("a.test_error <= b.test_error within 0.01"), measured) is Verdict.REPRODUCED


def test_a_few_equal_differences_are_no_proof() -> None:
    assert (
        verdict(claim("a.test_error < b.test_error"), rows(a=[0.1, 0.1], b=[0.2, 0.2])) is Verdict.UNDECIDED
    )


def test_discrete_differences_are_not_taken_for_certain() -> None:
    """±1 with equal chance: three that agree happen in every fourth draw."""
    rng = np.random.default_rng(5)
    wrong = 0
    for _ in range(1500):
        d = list(rng.choice([-1.0, 1.0], 3))
        wrong += decide_cells([below_zero(d, strict=True, level=0.95)], Levels()) != [Verdict.UNDECIDED]
    assert wrong / 1500 <= 2 * allowed()


@given(st.lists(st.integers(0, 64), min_size=2, max_size=12), st.integers(-8, 8), st.booleans())
@example([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 4, False)
def test_tables_and_claims_test_a_difference_alike(values: list[int], by: int, varies: bool) -> None:
    """Two-sided in tables, one-sided in claims; over splits too, and where all pairs differ alike."""
    one = [value / 64 for value in values]
    other = [value + by / 64 + (0.25 * (i % 2) if varies else 0.0) for i, value in enumerate(one)]
    assume(len(set(one)) > 1 and one != other)
    for overlap in (0.0, 0.25):
        held = below_zero(
            [a - b for a, b in zip(one, other, strict=True)], strict=True, level=0.95, overlap=overlap
        )
        assert held.holds is not None
        assert held.fails is not None
        assert paired_t(one, other, overlap) == pytest.approx(min(1.0, 2 * min(held.holds, held.fails)))


def allowed(alpha: float = 0.025, n: int = 1500) -> float:
    return alpha + 3 * float(np.sqrt(alpha * (1 - alpha) / n))


def border(text: str, within: float) -> Claim:
    stated = claim(text)
    return replace(stated, border=dict.fromkeys(stated.metrics, Distance(within)))


AT_THE_LIMIT = [0.109, 0.111, 0.110, 0.1095, 0.1105, 0.110]
"""A hundredth above 0.1, give or take a thousandth."""


def test_what_is_near_the_boundary_is_on_the_border_and_not_reproduced() -> None:
    measured = rows(a=AT_THE_LIMIT, b=[0.1] * 6)
    text = "a.test_error <= b.test_error within 0.01"
    assert verdict(claim(text), measured) is Verdict.UNDECIDED
    assert verdict(border(text, 0.002), measured) is Verdict.ON_THE_BORDER
    assert verdict(border(text, 0.0001), measured) is Verdict.UNDECIDED


def test_a_decided_claim_is_not_on_the_border() -> None:
    measured = rows(a=AT_THE_LIMIT, b=[0.1] * 6)
    assert verdict(border("a.test_error < b.test_error", 0.5), measured) is Verdict.NOT_REPRODUCED
    assert verdict(border("a.test_error > b.test_error", 0.5), measured) is Verdict.REPRODUCED


def test_an_equivalence_has_two_boundaries() -> None:
    for sign in (1.0, -1.0):
        measured = rows(a=[sign * x for x in AT_THE_LIMIT], b=[sign * 0.1] * 6)
        near = border("a.test_error ~ b.test_error within 0.01", 0.002)
        assert verdict(near, measured) is Verdict.ON_THE_BORDER


def test_one_cell_on_the_border_keeps_a_claim_from_being_reproduced() -> None:
    yes, no, near, open_ = Verdict
    assert (together([yes, near]), together([yes, yes])) == (near, yes)
    assert (together([near, open_]), together([near, no, open_])) == (open_, no)


def test_a_verdict_on_the_border_says_how_near() -> None:
    given = border("a.test_error < b.test_error", 0.002)
    assert in_words(Verdict.ON_THE_BORDER, given) == "on the border (within ±0.2 points)"
    assert in_words(Verdict.REPRODUCED, given) == "reproduced"
    counted = border("a.updates < b.updates", 5.0)
    assert in_words(Verdict.ON_THE_BORDER, counted) == "on the border (within ±5)"


def test_a_border_may_be_a_share_of_the_right_side() -> None:
    text = "a.test_error < b.test_error"
    measured = rows(a=[1000.0, 1002.0, 998.0, 1001.0, 999.0, 1000.5], b=[1000.0] * 6)
    one_percent, tiny = Distance.read("1 %"), Distance.read("0.01%")
    shared, narrow = (replace(claim(text), border={"test_error": each}) for each in (one_percent, tiny))
    assert (verdict(shared, measured), verdict(narrow, measured)) == (
        Verdict.ON_THE_BORDER,
        Verdict.UNDECIDED,
    )
    assert in_words(Verdict.ON_THE_BORDER, shared) == "on the border (within ±1 %)"


def test_each_metric_has_its_own_border() -> None:
    stated = claim("a.test_error < 1", "a.updates < a.support")
    apart = replace(stated, border={"test_error": Distance(0.005), "updates": Distance(0.01, relative=True)})
    assert apart.margin == "within ±0.5 points of test_error, ±1 % of updates"
    assert apart.distance({"test_error"}) == Distance(0.005)
    assert apart.distance({"updates", "support"}) is None, "the two sides don't have the same one"


def judged_with_copies(text: str, *learners: str) -> CellVerdict:
    """Eight permutations of a and b, where those of the learners that are named are copies of the first."""
    measured = rows(a=[0.1] * 8, b=[0.2] * 8)
    copies = {("d", name): dict.fromkeys(range(2, 9), 1) for name in learners}
    (judged,) = judge([claim(text)], ResultsView(measured, (), {}, DATASETS, Path(), copies))
    (cell,) = judged.cells
    return cell


def test_copies_of_one_run_are_no_evidence() -> None:
    both = judged_with_copies("a.test_error < b.test_error", "a", "b")
    assert (both.verdict, both.evidence.n) == (Verdict.UNDECIDED, 1)
    assert both.evidence.test == ONE_RUN
    number = judged_with_copies("a.test_error < 0.2", "a")
    assert (number.verdict, number.evidence.n) == (Verdict.UNDECIDED, 1)


def test_runs_that_differ_are_evidence_also_where_one_side_is_a_copy() -> None:
    for copied in ((), ("a",), ("b",)):
        found = judged_with_copies("a.test_error < b.test_error", *copied)
        assert (found.verdict, found.evidence.n) == (Verdict.REPRODUCED, 8)


def test_rounding_is_no_spread() -> None:
    """0.3 - 0.2 and 0.4 - 0.3 differ in the last bit: three such differences are three equal ones."""
    measured = rows(a=[0.2, 0.3, 0.5], b=[0.3, 0.4, 0.6])
    assert len({b - a for a, b in ((0.2, 0.3), (0.3, 0.4), (0.5, 0.6))}) > 1
    assert verdict(claim("a.test_error < b.test_error"), measured) is Verdict.UNDECIDED


def test_auto_waits_for_open_cells_only_and_never_for_time() -> None:
    measured = rows(a=NOISY, b=LOW, c=HIGH)
    given = [
        claim("a.test_error < b.test_error", "b.test_error < c.test_error"),
        replace(claim("b.test_error < c.test_error"), id="decided"),
        replace(claim("a.seconds < b.seconds"), id="time"),
    ]
    judged = judge(given, ResultsView(measured, (), {}, DATASETS, Path()))
    assert open_cells(judged) == {("c", "a.test_error < b.test_error", "d", 1): 6}


def test_a_single_bad_cell_among_many_is_not_found_by_chance() -> None:
    """A claim over 20 cells at the border: not reproduced in at most the level's share of cases."""
    rng = np.random.default_rng(4)
    wrong = 0
    for _ in range(300):
        cells = [below_zero(list(rng.normal(0, 1, 10)), strict=True, level=0.95) for _ in range(20)]
        wrong += Verdict.NOT_REPRODUCED in decide_cells(cells, Levels())
    assert wrong / 300 <= allowed(n=300)


def test_among_cells_that_fail_the_others_are_said_to_fail_no_more_often_than_the_level() -> None:
    """Ten cells fail and ten lie at the boundary: of these, any is found in the level's share of cases."""
    rng = np.random.default_rng(5)
    wrong = found = 0
    for _ in range(300):
        cells = [
            below_zero(list(rng.normal(5 * (i < 10), 1, 10)), strict=True, level=0.95) for i in range(20)
        ]
        verdicts = decide_cells(cells, Levels())
        found += Verdict.NOT_REPRODUCED in verdicts[:10]
        wrong += Verdict.NOT_REPRODUCED in verdicts[10:]
    assert found == 300
    assert 0 < wrong / 300 <= allowed(n=300)


def test_a_cell_beside_one_that_fails_for_certain_has_the_rest_of_the_level() -> None:
    """p = 0.02 is too much for one of two cells, and enough for the last that is open."""
    certain, likely = (replace(NO_RUNS, holds=1.0 - p, fails=p) for p in (1e-9, 0.02))
    assert decide_cells([certain, likely], Levels()) == [Verdict.NOT_REPRODUCED] * 2
    assert decide_cells([likely, likely], Levels()) == [Verdict.UNDECIDED] * 2


def test_a_failure_has_its_share_of_the_level_among_the_cells_of_its_reading() -> None:
    errors = [1.02 + z for z in (-1, -1, 0, 0, 1, 1)]
    p_value = stats.ttest_1samp(errors, 0.0, alternative="greater").pvalue
    assert 0.025 / 2 < p_value < 0.025
    assert verdict(claim("a.test_error < 0"), rows(a=errors)) is Verdict.NOT_REPRODUCED
    two = claim("a.test_error < 0", "a.test_error > -100")
    assert verdict(two, rows(a=errors)) is Verdict.UNDECIDED
    datasets = DATASETS | {"d | r": DatasetFamily("d | r", {}, "d", "r")}
    measured = [*rows(a=errors), *(replace(each, reading="r") for each in rows(a=errors))]
    (judged,) = judge([claim("a.test_error < 0")], ResultsView(measured, (), {}, datasets, Path()))
    assert [each.verdict for each in judged.cells] == [Verdict.NOT_REPRODUCED] * 2


def test_standard_errors_are_those_of_both_where_the_source_has_its_own(tmp_path: Path) -> None:
    """Ours are 0.11 ± 0.0037: 0.02 away is too far for 3 of ours, and not for 3 of both."""
    given, measured = claim("test_error matches 'p.csv' within 0 + 3 se"), rows(a=LOW)
    for error, found in (
        ("", Verdict.NOT_REPRODUCED),
        ("0.001", Verdict.NOT_REPRODUCED),
        ("0.008", Verdict.REPRODUCED),
    ):
        (tmp_path / "p.csv").write_text(f"dataset,learner,test_error,test_error_se\nd,a,0.13,{error}\n")
        assert verdict(given, measured, folder=tmp_path) is found
