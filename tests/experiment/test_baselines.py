"""A learner that can't be told from a simpler one is pointed out; one that can is not."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn import run
from onlinelearn.base.arrays import Ints
from onlinelearn.claims.inference import near_zero
from onlinelearn.experiment.baselines import LEVEL, MARGIN, FinalTest, baseline_note, disagreement
from onlinelearn.experiment.execution import execute
from onlinelearn.experiment.result import Result
from onlinelearn.experiment.run_options import RunOptions
from onlinelearn.experiment.worklist import make_worklist
from onlinelearn.numerics.estimates import farthest_value
from onlinelearn.printing.run_text import plan
from tests.config.outcomes import parsed
from tests.interpreted import interpreted


def predictions(rng: np.random.Generator, truth: Ints, error: float) -> tuple[int, ...]:
    flipped = rng.random(len(truth)) < error
    return tuple(np.where(flipped, rng.integers(0, 10, len(truth)), truth).tolist())


def runs(rng: np.random.Generator, truth: Ints, error: float, n: int) -> dict[int, FinalTest]:
    """Independent runs: each is wrong wherever a coin of its own says so."""
    made = [predictions(rng, truth, error) for _ in range(n)]
    return {p: FinalTest(disagreement(each, truth.tolist()), each) for p, each in enumerate(made, 1)}


def near_copies(given: dict[int, FinalTest], truth: Ints, more: int = 0) -> dict[int, FinalTest]:
    """The same runs but for a few rows, where each is right; `more` errors in all of them."""
    right, wrong = truth.tolist(), ((truth + 1) % 10).tolist()
    changed = {
        p: (*right[: 5 + p], *run.predictions[5 + p : len(right) - more], *wrong[len(right) - more :])
        for p, run in given.items()
    }
    return {p: FinalTest(disagreement(each, right), each) for p, each in changed.items()}


def test_a_learner_near_its_baseline_in_every_order_is_pointed_out_with_the_numbers() -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10, 2000)
    simpler = runs(rng, truth, 0.2, 5)
    said = baseline_note("d", "A", "B", near_copies(simpler, truth), simpler)
    assert re.fullmatch(
        r"d: A can't be told from B\. Over 5 orders their test errors differ by −0\.\d\d points "
        r"\(90 % interval −0\.\d\d to [−+]0\.\d\d, within ±0\.5\)\. In the same order they disagree on "
        r"0\.\d% of the test part; two orders of one learner disagree on \d\d\.\d% or more\.",
        said,
    )


def test_a_small_but_sure_difference_in_error_tells_them_apart() -> None:
    """They disagree on little, always to the same side: by disagreement alone they'd pass for the same."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10, 2000)
    simpler = runs(rng, truth, 0.2, 5)
    assert baseline_note("d", "A", "B", near_copies(simpler, truth, more=30), simpler) == ""


def test_equal_errors_on_other_examples_tell_them_apart() -> None:
    """The same error in every order, made on other examples: they disagree more than each with itself."""
    truth = np.zeros(1000, np.int64)
    here, there = (1,) * 100 + (0,) * 900, (0,) * 900 + (1,) * 100
    own = {p: FinalTest(0.1, here) for p in (1, 2, 3, 4)}
    simpler = {p: FinalTest(0.1, there) for p in (1, 2, 3, 4)}
    assert disagreement(here, truth.tolist()) == disagreement(there, truth.tolist()) == 0.1
    assert baseline_note("d", "A", "B", own, simpler) == ""


def test_few_and_noisy_orders_do_not_show_two_learners_to_be_the_same() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 10, 200)
    assert baseline_note("d", "A", "B", runs(rng, truth, 0.2, 3), runs(rng, truth, 0.2, 3)) == ""


def test_equal_predictions_are_said_to_be_equal() -> None:
    same = {1: FinalTest(0.0, (0, 1, 2))}
    assert (
        baseline_note("d", "A", "B", same, same)
        == "d: A makes the same predictions as B in the one order that both ran."
    )


def test_equal_predictions_in_several_orders_say_in_how_many() -> None:
    same = {p: FinalTest(0.0, (0, 1, 2)) for p in (1, 2, 3)}
    note = "d: A makes the same predictions as B in each of the 2 orders that both ran."
    assert baseline_note("d", "A", "B", same, {p: same[p] for p in (2, 3)}) == note


def test_other_mistakes_along_the_stream_are_other_predictions() -> None:
    """A small test part may be predicted alike by chance."""
    one, other = ({1: FinalTest(0.0, (0, 1, 2), (mistakes, 9))} for mistakes in (4, 5))
    assert baseline_note("d", "A", "B", one, other) == ""


def test_one_order_is_too_few_to_tell() -> None:
    one, other = {1: FinalTest(0.0, (0, 1))}, {1: FinalTest(0.0, (0, 0))}
    assert baseline_note("d", "A", "B", one, other) == ""


def test_disagreement_is_a_share() -> None:
    assert disagreement((1, 2, 3, 4), (1, 2, 0, 0)) == 0.5


@given(
    beyond=st.floats(1.0001, 10.0),
    sign=st.sampled_from([1.0, -1.0]),
    others=st.lists(st.floats(-0.05, 0.05), min_size=1, max_size=9),
)
def test_too_large_a_difference_in_the_first_order_can_t_be_made_up_for(
    beyond: float, sign: float, others: list[float]
) -> None:
    """Whatever the other orders give, no equivalence is shown: leaving them out costs no note."""
    n = 1 + len(others)
    first = sign * beyond * MARGIN * farthest_value(n, 0.9)
    equal = near_zero([first, *others], [MARGIN] * n, 0.9).holds
    assert equal is not None
    assert equal > LEVEL


@pytest.mark.parametrize("n", range(3, 11))
def test_the_limit_of_the_first_order_is_where_equal_others_just_make_up_for_it(n: int) -> None:
    limit = MARGIN * farthest_value(n, 0.9)
    for first, can in ((0.999 * limit, True), (1.001 * limit, False)):
        found = [
            near_zero([first, *[float(other)] * (n - 1)], [MARGIN] * n, 0.9).holds
            for other in np.linspace(-2.0 * MARGIN, 2.0 * MARGIN, 20001)
        ]
        assert any(equal is not None and equal <= LEVEL for equal in found) == can


def permutations_of_baselines(result: Result) -> list[int]:
    """Those that were run, of the simpler learners."""
    own = {row.learner for row in result.rows}
    return sorted(cell.task.permutation for cell in result.keys if cell.learner.label not in own)


def test_a_run_says_that_a_large_c_does_nothing(tiny: Path, tmp_path: Path) -> None:
    config = {
        "dataset": {"path": str(tiny.with_name("tiny.csv")), "label": "kind"},
        "learners": {"PA": {"learner": "pa", "C": 1e9}, "Perceptron": "perceptron"},
        "protocol": {"permutations": 2},
    }
    result = run(config, out=tmp_path)
    assert result.notes == (
        "tiny: PA makes the same predictions as plain PA (no C) in the one order that both ran.",
    )
    assert "makes the same predictions" in (result.folder / "summary.md").read_text()
    assert permutations_of_baselines(result) == [1], "a copy shows in the first"
    assert {row.learner for row in result.rows} == {"PA", "Perceptron"}, "the simpler one has no rows"


def letters(C: float, **learners: Any) -> dict[str, Any]:
    return {
        "dataset": {"name": "letter", "classes": ["A", "B", "C"], "train": 0.2},
        "preprocess": ["max_abs", "bias"],
        "learners": {"PA-I": {"learner": "pa", "C": C}, "Perceptron": "perceptron", **learners},
        "protocol": {"permutations": 3},
    }


@interpreted()
def test_a_baseline_that_is_far_off_in_the_first_permutation_runs_in_no_other(tmp_path: Path) -> None:
    """With so small a C, PA-I has hardly learnt anything when the stream ends."""
    result = run(letters(C=1e-6), out=tmp_path, jobs=1)
    assert result.notes == ()
    assert permutations_of_baselines(result) == [1]


@interpreted()
def test_which_permutations_count_for_a_note_is_the_same_with_all_of_them_cached(tmp_path: Path) -> None:
    """The baseline stands in the first config as a learner, so that all its cells are kept."""
    plain = {"learner": "pa", "variant": "PA"}
    asked = run(letters(C=1e9, plain=plain), out=tmp_path, jobs=1)
    assert asked.n_cached == 0
    again = run(letters(C=1e9), out=tmp_path, jobs=1)
    assert again.n_cached == 9, "none is left to run"
    (said,) = again.notes
    assert (
        said == "letter: PA-I makes the same predictions as plain PA (no C) in the one order that both ran."
    )
    assert said in asked.notes


@interpreted()
def test_a_baseline_that_is_a_learner_of_the_config_costs_nothing(tmp_path: Path) -> None:
    experiment = parsed(letters(C=0.18, plain={"learner": "pa", "variant": "PA"}))
    worklist = make_worklist(experiment, cache=None)
    assert ": 1 to run, 0 cached, and up to 2 more where these leave a note open" in plan(
        experiment, worklist
    )
    assert {cell.learner.label for cell in worklist.missing} == {"PA-I", "Perceptron", "plain"}
    done = execute(worklist, RunOptions(out=tmp_path, jobs=1))
    further = worklist.with_further_baselines(done.outcomes)
    assert [each.cell.task.permutation for each in further.baselines] == [1, 2, 3]
    assert not further.missing


def test_a_run_of_three_permutations_says_which_learner_can_t_be_told_from_a_simpler_one(
    tmp_path: Path,
) -> None:
    """Few updates are large enough for C = 0.18 to cap, so that the two predict nearly the same."""
    with interpreted():
        result = run(letters(C=0.18), out=tmp_path, jobs=1)
    (said,) = result.notes
    assert said.startswith(
        "letter: PA-I can't be told from plain PA (no C). Over 3 orders their test errors "
    )
    assert permutations_of_baselines(result) == [1, 2, 3]
