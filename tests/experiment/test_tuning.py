"""Tuning chooses on training data alone, in each permutation anew, and says what it chose at what cost."""

import csv
import hashlib
import json
import math
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any, Literal

import numpy as np
import pytest

from onlinelearn import run
from onlinelearn.base.errors import DataError, ExperimentError, LearnerError
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.splits import stratified
from onlinelearn.experiment.cells import cells, key
from onlinelearn.experiment.protocol import Outcome, Prepared, Task, run_cell
from onlinelearn.experiment.tuning import run_candidates
from onlinelearn.experiment.tuning_rule import TuningRule
from onlinelearn.experiment.worklist import make_worklist
from tests.config.outcomes import parsed
from tests.in_process import olrun

By = Literal["online_error", "validation"]
WAYS: tuple[By, By] = ("online_error", "validation")
FEATURES = 10


class SignOf:
    """Predicts by the sign of one feature, and learns nothing."""

    def __init__(self, feature: int = 0) -> None:
        if feature < 0:
            raise ValueError("no such feature")
        self.feature = feature

    def partial_fit(self, X: Any, y: Any) -> "SignOf":
        return self

    def predict(self, X: Any) -> Any:
        return (X[:, self.feature] > 0).astype(np.int64)


CANDIDATES = [{"feature": k} for k in range(FEATURES)]


def noise(seed: int, n: int = 30, n_test: int = 50) -> Prepared:
    """Labels that have nothing to do with the features."""
    rng = np.random.default_rng(seed)
    X, X_test = rng.normal(size=(n, FEATURES)), rng.normal(size=(n_test, FEATURES))
    return Prepared(X, rng.integers(0, 2, n), X_test, rng.integers(0, 2, n_test), 2)


def tuned(data: Prepared, by: By = "online_error", permutation: int = 1, epochs: int = 1) -> Outcome:
    rule = TuningRule(by, 0.2)
    return run_candidates(SignOf, CANDIDATES, data, Task(0, permutation, epochs, tuning=rule))


def mean_error(outcomes: list[Outcome]) -> float:
    return fmean(each.epochs[-1].test_error or 0.0 for each in outcomes)


@pytest.mark.parametrize("by", WAYS)
def test_on_labels_without_meaning_tuning_gives_chance_and_hindsight_does_not(by: By) -> None:
    outcomes = [tuned(noise(seed), by) for seed in range(30)]
    best = [each.tuning.best_on_test for each in outcomes if each.tuning and each.tuning.best_on_test]
    assert abs(mean_error(outcomes) - 0.5) < 4 * 0.5 / math.sqrt(30 * 50)
    assert mean_error(best) < 0.43
    assert len(best) == 30


@pytest.mark.parametrize("by", WAYS)
def test_another_test_part_changes_no_bit_of_the_choice(by: By) -> None:
    first = noise(1)
    second = replace(first, X_test=noise(2).X_test, y_test=1 - first.y_test)
    one, other = tuned(first, by).tuning, tuned(second, by).tuning
    assert one is not None
    assert other is not None
    assert (one.scores, one.chosen) == (other.scores, other.chosen)
    assert one.hindsight != other.hindsight


def test_by_online_error_is_the_first_pass_in_this_permutations_order() -> None:
    data, task = noise(3), Task(0, 2, 3)
    alone = [run_cell(SignOf(**each), data, task) for each in CANDIDATES]
    found = tuned(data, permutation=2, epochs=3)
    assert found.tuning is not None
    assert list(found.tuning.scores) == [each.epochs[0].online_error for each in alone]
    best = int(np.argmin(found.tuning.scores))
    assert replace(found, tuning=None) == replace(alone[best], epochs=found.epochs, predictions=())
    assert [replace(each, seconds=0) for each in found.epochs] == [
        replace(each, seconds=0) for each in alone[best].epochs
    ]


@pytest.mark.parametrize("ordered", [False, True])
def test_by_validation_is_the_error_on_rows_that_the_candidates_did_not_learn(ordered: bool) -> None:
    data = replace(noise(4), ordered=ordered)
    learnt, held_out = TuningRule("validation", 0.2).held_out(30, (0, 1), ordered)
    assert sorted([*learnt, *held_out]) == list(range(30))
    assert len(held_out) == 6
    assert ordered == (held_out.tolist() == list(range(24, 30)))
    found = tuned(data, "validation").tuning
    assert found is not None
    for k, score in enumerate(found.scores):
        assert score == np.mean((data.X_train[held_out, k] > 0) != data.y_train[held_out])


@pytest.mark.parametrize(("share", "left"), [(0.01, "none"), (0.999, "none to learn from")])
def test_a_share_that_leaves_nothing_is_an_error_that_says_so(share: float, left: str) -> None:
    with pytest.raises(DataError, match=f"a share of {share} of 48 training rows leaves {left}; give"):
        TuningRule("validation", share).held_out(48, (0, 1), False)


def test_the_first_of_equal_candidates_is_chosen() -> None:
    same = [{"feature": 3}, {"feature": 3}]
    found = run_candidates(SignOf, same, noise(5), Task(0, 1, 1, tuning=TuningRule()))
    assert found.tuning is not None
    assert (found.tuning.chosen, found.tuning.hindsight) == (0, 0)


@pytest.mark.parametrize(("by", "rounds"), [("online_error", 10 * 30), ("validation", 10 * 24 * 2)])
def test_the_cost_is_the_rounds_of_all_candidates(by: By, rounds: int) -> None:
    task = Task(0, 1, 2, ("tuning_rounds",), tuning=TuningRule(by, 0.2))
    found = run_candidates(SignOf, CANDIDATES, noise(6), task)
    assert [each.extra["tuning_rounds"] for each in found.epochs] == [rounds, rounds]


def test_a_candidate_that_fails_is_named() -> None:
    with pytest.raises(
        LearnerError, match=r"no such feature \(test_tuning.py, line \d+\) \(with feature=-1\)"
    ):
        run_candidates(
            SignOf, [{"feature": 0}, {"feature": -1}], noise(7), Task(0, 1, 1, tuning=TuningRule())
        )


def config(candidates: list[float], **tune: object) -> dict[str, object]:
    learners = {"PA": {"learner": "pa", "C": {"tune": candidates}}, "given": {"learner": "pa", "C": 1}}
    return {"dataset": "usps", "learners": learners, "protocol": {"tune": tune}}


def keys(candidates: list[float], **tune: object) -> dict[str, str | None]:
    return {cell.learner.label: key(cell, "data") for cell in cells(parsed(config(candidates, **tune)))}


def test_the_key_covers_all_candidates_and_how_they_are_chosen() -> None:
    found = keys([0.1, 1])
    assert found["PA"] == found["PA (hindsight)"]
    assert found["given"] == found["PA (default)"] != found["PA"]
    others = [keys([0.1, 2]), keys([1, 0.1]), keys([1]), keys([0.1, 1], by="validation")]
    others.append(keys([0.1, 1], by="validation", share=0.3))
    assert len({found["PA"], *(each["PA"] for each in others)}) == 6


def test_candidates_run_once_also_where_no_key_can_be_known(tiny: Path) -> None:
    learners = {"O": {"learner": "ours", "a": {"tune": [1, 2]}}}
    data = {"path": str(tiny.with_name("tiny.csv")), "label": "kind"}
    worklist = make_worklist(
        parsed({"dataset": data, "learners": learners, "protocol": {"permutations": 2}}), None
    )
    shared = sorted(sorted(cell.learner.label for cell in same) for same in worklist.missing.values())
    assert shared == [*[["O", "O (hindsight)"]] * 2, *[["O (default)"]] * 2]


TUNED = """\
title: tuned
dataset: {path: tiny.csv, label: kind}
learners:
  PA: {learner: pa, C: {tune: [0.001, 0.1, 1]}}
  MIRA: mira
protocol: {epochs: 2, permutations: 3, seed: 7}
metrics: [test_error, online_error, tuning_rounds]
"""


def test_a_run_says_what_was_chosen_and_goes_on_where_it_was(tiny: Path) -> None:
    config = tiny.with_name("tuned.yaml")
    config.write_text(TUNED)
    first = run(config, out=tiny.parent / "out")
    folder = tiny.parent / "out" / "tuned"
    chosen = folder / "chosen.csv"
    lines = list(csv.DictReader(chosen.read_text().splitlines()))
    assert list(lines[0]) == ["dataset", "learner", "permutation", "C", "score", "chosen", "hindsight"]
    assert [(line["permutation"], line["C"]) for line in lines] == [
        (p, C) for p in "123" for C in ("0.001", "0.1", "1.0")
    ]
    rows = {(row.learner, row.permutation, row.epoch): row for row in first.rows}
    for p in (1, 2, 3):
        of = [line for line in lines if line["permutation"] == str(p)]
        (taken,) = [line for line in of if line["chosen"] == "1"]
        assert float(taken["score"]) == min(float(line["score"]) for line in of)
        assert float(taken["score"]) == rows["PA", p, 1].online_error
        assert (rows["PA (hindsight)", p, 2].test_error or 0.0) <= (rows["PA", p, 2].test_error or 0.0)
        assert rows["PA", p, 1].extra["tuning_rounds"] == 3 * 72
        assert "tuning_rounds" not in rows["MIRA", p, 1].extra
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["chosen_digest"] == hashlib.sha256(chosen.read_bytes()).hexdigest()
    assert manifest["roles"] == {
        "PA": "tuned",
        "PA (default)": "default",
        "PA (hindsight)": "hindsight",
    }
    again = run(config, out=tiny.parent / "out")
    assert again.digest == first.digest
    assert again.n_cached == len(again.keys)
    config.write_text(TUNED.replace("{tune: [0.001, 0.1, 1]}", "1"))
    run(config, out=tiny.parent / "out", fresh=True)
    assert not chosen.exists()


def test_a_class_of_ones_own_is_tuned_in_processes_too(tiny: Path) -> None:
    data = {"path": str(tiny.with_name("tiny.csv")), "label": "kind"}
    tune = {"learner": "sign", "feature": {"tune": [0, 1, 2]}}
    config = {"dataset": data, "learners": {"S": tune}}
    result = run(config, out=tiny.parent / "out", learners={"sign": SignOf})
    table = np.genfromtxt(tiny.with_name("tiny.csv"), delimiter=",", dtype=str, skip_header=1)
    train, _ = stratified(ExampleTable(table[:, :3].astype(float), table[:, 3]), 0.8, 1)
    wrong = [np.mean((train.X[:, k] > 0) != np.searchsorted(["x", "y", "z"], train.labels)) for k in range(3)]
    # Before its first label a learner can't predict, which counts as a mistake.
    assert [each.score for each in result.candidates] == pytest.approx(wrong, abs=1 / 72)


def test_an_empty_validation_part_fails_the_cell_and_says_why(tiny: Path) -> None:
    config = tiny.with_name("tuned.yaml")
    config.write_text(TUNED.replace("seed: 7", "seed: 7, tune: {by: validation, share: 0.001}"))
    with pytest.raises(ExperimentError, match=r"PA, permutation 1: .*a share of 0.001 of 72 training rows"):
        run(config, out=tiny.parent / "out")


def test_what_needs_one_stream_refuses_a_tuned_learner(tiny: Path) -> None:
    (tiny.parent / "tuned.yaml").write_text(TUNED)
    done = olrun("diff", "tuned.yaml:PA", "tuned.yaml:MIRA", cwd=tiny.parent)
    assert done.returncode == 2
    assert "PA is tuned; compare learners whose parameters are given" in done.stderr
