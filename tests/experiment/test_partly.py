"""Experiments in which most labels are hidden: from ours, from those who know what to do, from others'."""

from pathlib import Path
from typing import Any, Self

import numpy as np
import pytest

from onlinelearn import run
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import ConfigError
from onlinelearn.experiment.protocol import Prepared, Task, revealed, run_cell, stretches
from onlinelearn.experiment.shown_labels import ShownLabels
from onlinelearn.learners.algorithms.perceptron import Perceptron

SPIRALS = {"name": "spirals", "n_train": 120, "n_test": 50}
SHARED: dict[str, Any] = {"width": 0.2, "graph_width": 0.1}
LEARNERS: dict[str, Any] = {
    "PA": "pa",
    "buffer": {"learner": "online_mr", "buffer": 30, **SHARED},
    "tree": {"learner": "tree_mr", "leaves": 30, **SHARED},
    "batch": {"learner": "batch_mr", **SHARED},
}


class Recorder:
    """Another's learner: it remembers what it was told, and says the last label again."""

    heard: list[tuple[float, int]]

    def __init__(self) -> None:
        self.heard = []

    def partial_fit(self, X: Floats, y: Ints) -> Self:
        self.heard.append((float(X[0, 0]), int(y[0])))
        return self

    def predict(self, X: Floats) -> Ints:
        return np.full(len(X), self.heard[-1][1])


def config(**protocol: Any) -> dict[str, object]:
    return {
        "dataset": SPIRALS,
        "learners": LEARNERS,
        "protocol": {"permutations": 2, "label_rate": 0.2, **protocol},
        "metrics": ["test_error", "labels", "risk", "regret", "operations", "microseconds", "curves"],
        "figures": [],
    }


def prepared() -> Prepared:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(70, 2)), rng.integers(0, 2, 70)
    return Prepared(X, y, X[:9].copy(), y[:9], 2)


def test_another_s_learner_is_told_the_shown_labels_alone_and_asked_in_every_round() -> None:
    data, task, theirs = (
        prepared(),
        Task(4, 1, 2, ("labels",), labels=ShownLabels(0.3, "independent")),
        Recorder(),
    )
    outcome = run_cell(theirs, data, task)
    shown = revealed(task, data)
    assert shown is not None
    order = np.concatenate([stretch for stretch, _ in stretches(task, 70)])
    told = [(float(data.X_train[i, 0]), int(data.y_train[i])) for i in order if shown[i]]
    assert theirs.heard == told
    mistakes, last = 0, -1
    for i in order:
        mistakes += last != data.y_train[i]
        last = int(data.y_train[i]) if shown[i] else last
    assert outcome.epochs[-1].mistakes == mistakes
    assert outcome.epochs[-1].extra["labels"] == len(told)


def test_the_labels_that_others_see_are_those_that_ours_see() -> None:
    data, task = prepared(), Task(4, 1, 2, ("labels",), labels=ShownLabels(0.3, "stratified"))
    theirs, ours = run_cell(Recorder(), data, task), run_cell(Perceptron(), data, task)
    assert [p.extra["labels"] for p in theirs.curve] == [p.extra["labels"] for p in ours.curve]


def test_an_experiment_with_hidden_labels_is_the_same_with_any_number_of_jobs(tmp_path: Path) -> None:
    """Times are among its columns, and no part of the digest."""
    first = run(config(), out=tmp_path / "one", jobs=1)
    second = run(config(), out=tmp_path / "two", jobs=2)
    assert not first.failures
    assert first.digest == second.digest
    for permutation in (1, 2):
        labels = {row.extra["labels"] for row in first.rows if row.permutation == permutation}
        assert len(labels) == 1 or labels == {None}, "every learner sees as many"
    buffer = next(row for row in first.rows if row.learner == "buffer")
    assert buffer.extra["regret"] is not None
    assert (buffer.extra["microseconds"] or 0.0) > 0.0
    assert {row.extra["risk"] for row in first.rows if row.learner in ("PA", "batch")} == {None}


def test_a_label_rate_of_one_is_none(tmp_path: Path) -> None:
    """Nothing is hidden, and what was cached without it counts."""
    given = config() | {"learners": {"PA": "pa"}, "protocol": {"permutations": 2}}
    plain, again = run(given, out=tmp_path), run(given, out=tmp_path)
    for draw in ("independent", "stratified"):
        same = run(config(label_rate=1.0, label_draw=draw) | {"learners": {"PA": "pa"}}, out=tmp_path)
        assert same.digest == plain.digest
        assert same.n_cached == again.n_cached > plain.n_cached == 0


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"dataset": "linear", "learners": {"A": "lms_regression"}},
            "'label_rate' is for classes, not for regression \\(linear\\)",
        ),
        (
            {"learners": {"A": {"learner": "pa", "ask": {"rule": "random", "rate": 0.5}}}},
            "'label_rate' says which labels are seen, and so does 'ask' of A",
        ),
        (
            {"learners": {"A": {"learner": "online_mr", "ask": {"rule": "random", "rate": 0.5}}}},
            "online_mr learns from unlabeled examples too: give the protocol a 'label_rate' instead",
        ),
        ({"protocol": {"label_rate": 0.0}}, "label_rate"),
        ({"protocol": {"label_rate": 0.5, "label_draw": "random"}}, "label_draw"),
    ],
)
def test_what_cannot_be_hidden_is_said_before_anything_runs(
    changes: dict[str, Any], says: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=says):
        run(config() | {"metrics": ["test_error"]} | changes, out=tmp_path)
