"""Experiments on sets of labels: streamed, ranked on the test part, and refused where they can't be."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import label_ranking_loss

from onlinelearn import run
from onlinelearn.base.errors import ConfigError, ExperimentError
from onlinelearn.compare.diff import compare_folders, compare_learners, resolve
from onlinelearn.config import parse_config
from onlinelearn.datasets.generated.topics import Topics
from onlinelearn.experiment.measures.prediction_measures import one_error, ranking_loss
from onlinelearn.experiment.protocol import Prepared, Task, run_cell, stretches
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.ranking import misranked, mixed_up, places
from tests.learners.test_multilabel import of_sets

OPTIONS: dict[str, Any] = {"d": 5, "topics": 4, "most": 2, "n_train": 120, "n_test": 80, "wrong": 0.1}
TOPICS = {"name": "topics", **OPTIONS}
METRICS = ["test_error", "one_error", "ranking_loss", "average_loss", "curves"]
BLANK = ["mistake_bound", "play_error", "risk"]


def config(**keys: object) -> dict[str, Any]:
    learners = {"PA": "pa", "P": {"learner": "perceptron", "multiclass": "uniform"}, "IELLIP": "iellip"}
    return {"dataset": TOPICS, "learners": learners, "metrics": METRICS, "figures": [], **keys}


def refusal(**keys: object) -> str:
    with pytest.raises(ConfigError) as caught:
        parse_config(config(**keys), name="experiment", where="config", folder=Path())
    assert "\n" not in str(caught.value)
    return str(caught.value)


@given(
    S=st.lists(st.lists(st.integers(-2, 2), min_size=4, max_size=4), min_size=1, max_size=6),
    bits=st.integers(0, 2**24 - 1),
)
@settings(deadline=None)
def test_measures_of_a_ranking_are_what_pairs_say(S: list[list[int]], bits: int) -> None:
    """Ties are frequent among these scores; each is a pair in the wrong order."""
    scores = np.array(S, np.float64)
    Y = np.array([[bool(bits >> (4 * i + k) & 1) for k in range(4)] for i in range(len(S))])
    ranked = places(scores)
    wrong, share, first = [], [], []
    for s, marks in zip(S, Y, strict=True):
        pairs = [(r, q) for r in range(4) for q in range(4) if marks[r] and not marks[q]]
        bad = [s[q] >= s[r] for r, q in pairs]
        wrong.append(sum(bad))
        share.append(sum(bad) / len(bad) if bad else 0.0)
        first.append(marks.any() and not marks[s.index(max(s))])
    assert mixed_up(ranked, Y).tolist() == wrong
    assert misranked(ranked, Y).tolist() == [count > 0 for count in wrong]
    unused = np.empty(0, np.bool_)
    assert ranking_loss(unused, ranked, Y) == pytest.approx(np.mean(share))
    assert ranking_loss(unused, ranked, Y) == pytest.approx(label_ranking_loss(Y, scores))
    assert one_error(unused, ranked, Y) == pytest.approx(np.mean(first))


@settings(deadline=None)
@given(S=st.lists(st.lists(st.floats(-1e9, 1e9), min_size=3, max_size=3), min_size=1, max_size=4))
def test_places_keep_the_order_and_the_ties_of_scores(S: list[list[float]]) -> None:
    for s, ranked in zip(S, places(np.array(S)).tolist(), strict=True):
        assert ranked == [sum(other > own for other in s) for own in s]


def test_a_run_streams_the_sets_and_tests_the_ranking(tmp_path: Path) -> None:
    """Against the oracle: its mistakes along the stream, and what its weights make of the test part."""
    result = run(config(protocol={"epochs": 2, "seed": 3}), out=tmp_path)
    assert not result.failures
    rows = [row for row in result.rows if row.learner == "PA"]
    data = Topics(**OPTIONS).draw(1)
    outcome = run_cell(
        PassiveAggressive(),
        Prepared(data.X_train, data.y_train.astype(bool), data.X_test, data.y_test.astype(bool), 4),
        Task(3, 1, 2),
    )
    assert [row.mistakes for row in rows] == [epoch.mistakes for epoch in outcome.epochs]
    assert len(outcome.predictions) == data.y_test.size
    oracle = of_sets("pa")(4, 5)
    mistakes = 0
    for stretch, _ in stretches(Task(3, 1, 2), len(data.y_train)):
        for i in stretch:
            mistakes += oracle.round(data.X_train[i], data.y_train[i].astype(bool)).mistake
    S = data.X_test @ oracle.W.T
    Y = data.y_test.astype(bool)
    behind = np.where(Y, S, np.inf).min(axis=1) <= np.where(Y, -np.inf, S).max(axis=1)
    assert rows[-1].mistakes == mistakes
    assert rows[-1].test_error == behind.mean()
    assert rows[-1].extra["one_error"] == 1 - Y[np.arange(len(Y)), S.argmax(axis=1)].mean()
    assert rows[-1].extra["ranking_loss"] == pytest.approx(label_ranking_loss(Y, S))


def test_what_no_learner_knows_of_sets_is_blank(tmp_path: Path) -> None:
    result = run(config(metrics=[*METRICS, *BLANK]), out=tmp_path)
    assert not result.failures
    for row in result.rows:
        assert [row.extra[name] for name in BLANK] == [None] * len(BLANK)
        assert row.extra["one_error"] is not None
        assert row.extra["average_loss"] is not None


def test_one_label_an_example_has_no_ranking(tmp_path: Path) -> None:
    """Beside a data set with sets of labels, another has a blank; alone it is refused."""
    assert "one_error needs sets of labels; separable has classes" in refusal(dataset="separable")
    both = {**config(datasets=[TOPICS, "separable"]), "learners": {"PA": "pa"}}
    result = run({key: value for key, value in both.items() if key != "dataset"}, out=tmp_path)
    ranked = {row.dataset: row.extra["ranking_loss"] for row in result.rows}
    assert ranked["separable"] is None
    assert ranked["topics"] is not None


def test_learners_of_one_label_are_refused_and_those_that_rank_are_named() -> None:
    said = refusal(learners={"M": "mira"})
    assert "mira is for classification, and topics for multilabel; choose from " in said
    assert "pa" in said
    assert "perceptron" in said


def test_a_foreign_learner_is_refused() -> None:
    class Mine:
        """Takes one label."""

    with pytest.raises(ConfigError, match="mine is for classification, and topics for multilabel"):
        run(config(learners={"M": {"learner": "mine"}}), learners={"mine": Mine})


def test_nobody_asks_for_sets() -> None:
    said = refusal(learners={"PA": {"learner": "pa", "ask": {"rule": "random", "rate": 0.5}}})
    assert "'ask' is for one label an example; topics is for multilabel" in said


def test_diff_says_that_it_compares_single_labels(tmp_path: Path) -> None:
    path = tmp_path / "sets.yaml"
    path.write_text(json.dumps(config()))
    sides = [resolve(f"{path}:{label}") for label in ("PA", "P")]
    with pytest.raises(ConfigError, match="topics has sets of labels"):
        compare_learners(*sides)  # type: ignore[arg-type]


def test_two_folders_with_sets_part_at_a_checkpoint(tmp_path: Path) -> None:
    folders = []
    for C in (1.0, 0.01):
        result = run(config(learners={"PA": {"learner": "pa", "C": C}}), out=tmp_path / str(C))
        folders.append(result.folder)
    found = compare_folders(folders[0], folders[1])
    assert not found.same
    assert found.diverged[0].differed >= 1
    assert "sets of labels" in (found.note or "")


@pytest.mark.parametrize("figure", ["version_space", "in_action", "cycle"])
def test_pictures_of_two_classes_say_so(figure: str, tmp_path: Path) -> None:
    plane = {**TOPICS, "d": 2, "topics": 3}
    with pytest.raises(ExperimentError, match=r"topics must have two classes,? and two attributes"):
        run(config(dataset=plane, figures=[{"figure": figure, "learner": "IELLIP"}]), out=tmp_path)
