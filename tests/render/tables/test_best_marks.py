"""The marks beside errors: the lowest, and those that are not significantly worse."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
import pytest
from scipy import stats

from onlinelearn.base.arrays import Floats
from onlinelearn.base.repetitions import ORDERS, splits
from onlinelearn.base.result_rows import Row
from onlinelearn.render.report.summary_table import read_summary
from onlinelearn.render.tables import summarize, summary_csv, summary_md, summary_tex, summary_text
from onlinelearn.render.tables.best_marks import BestMarks, best_marks
from tests.render.tables.made import row

ORDER_EFFECTS = np.random.default_rng(14).normal(0, 0.02, 12)
"""What an order does to every learner: large beside what the learners differ in."""

ERRORS = {
    "lowest": 0.10 + ORDER_EFFECTS,
    "near": 0.1001 + ORDER_EFFECTS + 0.001 * np.cos(np.arange(12)),
    "worse": 0.105 + ORDER_EFFECTS + 0.001 * np.sin(np.arange(12)),
}


def made(errors: Mapping[str, Sequence[float] | Floats]) -> list[Row]:
    return [
        row(float(error), learner=learner, permutation=permutation)
        for learner, values in errors.items()
        for permutation, error in enumerate(values)
    ]


def test_pairing_tells_what_unpaired_intervals_would_not() -> None:
    marks = best_marks("test_error", {name: dict(enumerate(each)) for name, each in ERRORS.items()})
    assert marks.best == {"lowest"}
    assert marks.not_worse == {"lowest": True, "near": True, "worse": False}
    # Of two samples without pairs the t test sees nothing.
    assert stats.ttest_ind(ERRORS["worse"], ERRORS["lowest"]).pvalue > 0.5


def test_nobody_is_the_best_where_all_are_tied() -> None:
    """The optimal error is that of the data; beside every learner it stands once more."""
    alike = {name: {0: 0.101, 1: 0.103} for name in ("PA", "PA-I", "PA-II")}
    assert best_marks("optimal_error", alike) == BestMarks()
    worse = {"SOP": {0: 0.2, 1: 0.3}}
    assert best_marks("optimal_error", alike | worse).best == alike.keys()


def test_the_tests_are_corrected_for_their_number() -> None:
    """A difference with p = 0.03 alone is significant beside one rival, and not beside ten."""
    steps = np.resize([1.0, -1.0], 12)
    shift = stats.t.isf(0.015, 11) * (steps.std(ddof=1) / 12**0.5)
    rivals = {"lowest": ORDER_EFFECTS, "one": ORDER_EFFECTS + 0.001 * (steps + shift)}
    assert best_marks("test_error", {n: dict(enumerate(v)) for n, v in rivals.items()}).not_worse == {
        "lowest": True,
        "one": False,
    }
    rivals |= {f"like {i}": ORDER_EFFECTS + 0.001 * (steps + shift) for i in range(10)}
    marks = best_marks("test_error", {n: dict(enumerate(v)) for n, v in rivals.items()})
    assert all(marks.not_worse.values())


def test_every_table_shows_the_marks_and_says_what_they_mean() -> None:
    summaries = summarize(made(ERRORS), ["test_error"])
    lines = summary_text(summaries).splitlines()
    assert [line[-1] for line in lines[2:5]] == ["*", "†", lines[4][-1]]
    assert lines[4][-1].isdigit()
    assert "†: not significantly worse than that (paired t tests" in lines[-1]
    markdown = summary_md("T", summaries)
    assert re.findall(r"± [\d.]+†", markdown.partition("Mean")[0]) == [
        re.search(r"near .*(± [\d.]+)", markdown)[1] + "†"  # type: ignore[index]
    ]
    assert summary_tex("T", summaries).count(r"$^\dagger$") == 2  # a cell, and the caption
    assert [(s.best, s.not_worse) for s in summaries] == [(True, True), (False, True), (False, False)]


@pytest.mark.parametrize(("order", "corrected"), [("shuffled", True), ("file", True), (None, False)])
def test_the_note_on_the_marks_says_where_overlapping_splits_are_corrected_for(
    order: Literal["shuffled", "file"] | None, corrected: bool
) -> None:
    repetition = splits(66, 24).streamed(order) if order else ORDERS
    rows = [replace(each, repetition=repetition) for each in made(ERRORS)]
    text = summary_text(summarize(rows, ["test_error"]))
    assert ("permutations, corrected for splits that overlap, Holm" in text) == corrected
    assert ("it is corrected for splits that overlap (Nadeau and Bengio)" in text) == corrected


def test_the_report_reads_the_marks_from_summary_csv() -> None:
    summaries = summarize(made(ERRORS), ["test_error"])
    assert list(read_summary(summary_csv(summaries).encode()).estimates) == summaries


def test_the_report_reads_results_of_an_earlier_version_without_marks() -> None:
    text = summary_csv(summarize(made(ERRORS), ["test_error"]))
    before = "\n".join(",".join(line.split(",")[:9]) for line in text.splitlines())
    assert [(s.best, s.not_worse) for s in read_summary(before.encode()).estimates] == [(False, None)] * 3


def test_copies_of_one_run_are_not_tested_and_a_note_says_why() -> None:
    summaries = summarize(made({"a": [0.1] * 5, "b": [0.2] * 5}), ["test_error"])
    assert [s.not_worse for s in summaries] == [None, None]
    assert [s.best for s in summaries] == [True, False]
    for text in (summary_text(summaries), summary_md("T", summaries)):
        assert "†" not in text
        assert "As permutations have no spread, none is tested against the lowest." in text


@pytest.mark.parametrize(("permutations", "tested"), [(2, False), (4, False), (5, True), (12, True)])
def test_few_permutations_are_not_tested_and_a_note_says_why(permutations: int, tested: bool) -> None:
    """A dagger there would say only that nothing could be told."""
    orders = ORDER_EFFECTS[:permutations]
    near = 0.102 + orders + 0.004 * np.resize([1.0, -1.0, 0.0], permutations)
    summaries = summarize(made({"lowest": 0.1 + orders, "near": near}), ["test_error"])
    assert [s.best for s in summaries] == [True, False]
    assert {s.not_worse is not None for s in summaries} == {tested}
    written = [line.split(",") for line in summary_csv(summaries).splitlines()]
    assert {line[written[0].index("not_worse")] != "" for line in written[1:]} == {tested}
    for text in (summary_text(summaries), summary_md("T", summaries), summary_tex("T", summaries)):
        assert ("With fewer than 5 permutations none is tested" in text) != tested
        assert "no spread" not in text
    assert ("†" in summary_text(summaries)) == tested


def test_data_sets_with_few_permutations_are_told_from_those_with_enough() -> None:
    few = [replace(each, dataset="few") for each in made({name: each[:3] for name, each in ERRORS.items()})]
    text = summary_text(summarize([*few, *made(ERRORS)], ["test_error"]))
    assert "†: not significantly worse than that" in text
    assert "With fewer than 5 permutations none is tested" in text


def test_one_permutation_is_not_tested() -> None:
    summaries = summarize(made({"a": [0.1], "b": [0.2]}), ["test_error"])
    assert [s.not_worse for s in summaries] == [None, None]
    assert "nothing is tested" in summary_text(summaries)


def test_counts_and_a_single_learner_have_no_marks() -> None:
    assert {(s.best, s.not_worse) for s in summarize(made(ERRORS), ["updates"])} == {(False, None)}
    alone = summarize(made({"a": [0.1, 0.2]}), ["test_error"])
    assert {(s.best, s.not_worse) for s in alone} == {(False, None)}


def test_numbers_are_compared_and_not_their_texts() -> None:
    """Errors beyond 1,000 % print with a comma, as a text would sort them otherwise."""
    summaries = summarize(made({"a": [12.0], "b": [9.0]}), ["test_error"])
    assert [s.best for s in summaries] == [False, True]
