"""A learner that can't be told from a simpler one is pointed out; one that can is not."""

from pathlib import Path

import numpy as np

from onlinelearn import run
from onlinelearn.base.arrays import Ints
from onlinelearn.experiment.baselines import baseline_note, disagreement


def predictions(rng: np.random.Generator, truth: Ints, error: float) -> tuple[int, ...]:
    flipped = rng.random(len(truth)) < error
    return tuple(np.where(flipped, rng.integers(0, 10, len(truth)), truth).tolist())


def told(own_error: float, simpler_error: float) -> str:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10, 2000)
    own = {p: predictions(rng, truth, own_error) for p in (1, 2, 3)}
    simpler = {p: predictions(rng, truth, simpler_error) for p in (1, 2, 3)}
    return baseline_note("d", "A", "B", own, simpler)


def test_two_of_the_same_quality_are_indistinguishable() -> None:
    assert told(0.2, 0.2).startswith("d: A is indistinguishable from B: ")


def test_a_better_one_is_not_called_indistinguishable() -> None:
    for better, worse in ((0.0, 0.1), (0.05, 0.15), (0.1, 0.2)):
        assert told(better, worse) == ""
        assert told(worse, better) == ""


def test_systematic_differences_are_seen() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 10, 2000)
    shifted = np.where(truth == 3, 4, truth)
    own = {p: predictions(rng, truth, 0.1) for p in (1, 2, 3)}
    simpler = {p: predictions(rng, shifted, 0.1) for p in (1, 2, 3)}
    assert baseline_note("d", "A", "B", own, simpler) == ""


def test_equal_predictions_are_said_to_be_equal() -> None:
    same = {1: (0, 1, 2)}
    assert baseline_note("d", "A", "B", same, same) == "d: A predicts exactly what B predicts."


def test_one_order_is_too_few_to_tell() -> None:
    assert baseline_note("d", "A", "B", {1: (0, 1)}, {1: (0, 0)}) == ""


def test_disagreement_is_a_share() -> None:
    assert disagreement((1, 2, 3, 4), (1, 2, 0, 0)) == 0.5


def test_a_run_says_that_a_large_c_does_nothing(tiny: Path, tmp_path: Path) -> None:
    config = {
        "dataset": {"path": str(tiny.with_name("tiny.csv")), "label": "kind"},
        "learners": {"PA": {"learner": "pa", "C": 1e9}, "Perceptron": "perceptron"},
        "protocol": {"permutations": 2},
    }
    result = run(config, out=tmp_path)
    assert result.notes == ("tiny: PA predicts exactly what plain PA, without C predicts.",)
    assert "predicts exactly" in (result.folder / "summary.md").read_text()
    assert {row.learner for row in result.rows} == {"PA", "Perceptron"}, "the simpler one has no rows"
