"""A learner that can't be told from a simpler one is pointed out; one that can is not."""

import re
from pathlib import Path

import numpy as np

from onlinelearn import run
from onlinelearn.base.arrays import Ints
from onlinelearn.experiment.baselines import FinalTest, baseline_note, disagreement
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
    assert baseline_note("d", "A", "B", same, same) == "d: A makes the same predictions as B, every time."


def test_other_mistakes_along_the_stream_are_other_predictions() -> None:
    """A small test part may be predicted alike by chance."""
    one, other = ({1: FinalTest(0.0, (0, 1, 2), (mistakes, 9))} for mistakes in (4, 5))
    assert baseline_note("d", "A", "B", one, other) == ""


def test_one_order_is_too_few_to_tell() -> None:
    one, other = {1: FinalTest(0.0, (0, 1))}, {1: FinalTest(0.0, (0, 0))}
    assert baseline_note("d", "A", "B", one, other) == ""


def test_disagreement_is_a_share() -> None:
    assert disagreement((1, 2, 3, 4), (1, 2, 0, 0)) == 0.5


def test_a_run_says_that_a_large_c_does_nothing(tiny: Path, tmp_path: Path) -> None:
    config = {
        "dataset": {"path": str(tiny.with_name("tiny.csv")), "label": "kind"},
        "learners": {"PA": {"learner": "pa", "C": 1e9}, "Perceptron": "perceptron"},
        "protocol": {"permutations": 2},
    }
    result = run(config, out=tmp_path)
    assert result.notes == ("tiny: PA makes the same predictions as plain PA (no C), every time.",)
    assert "makes the same predictions" in (result.folder / "summary.md").read_text()
    assert {row.learner for row in result.rows} == {"PA", "Perceptron"}, "the simpler one has no rows"


def test_a_run_of_three_permutations_says_which_learner_can_t_be_told_from_a_simpler_one(
    tmp_path: Path,
) -> None:
    """Few updates are large enough for C = 0.2 to cap, so that the two predict nearly the same."""
    config = {
        "dataset": {"name": "letter", "classes": ["A", "B", "C"], "train": 0.2},
        "preprocess": ["max_abs", "bias"],
        "learners": {"PA-I": {"learner": "pa", "C": 0.2}, "Perceptron": "perceptron"},
        "protocol": {"permutations": 3},
    }
    with interpreted():
        (said,) = run(config, out=tmp_path, jobs=1).notes
    assert said.startswith(
        "letter: PA-I can't be told from plain PA (no C). Over 3 orders their test errors "
    )
