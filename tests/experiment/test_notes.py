"""Notes: rounds that CELLIP has to skip, and learners of others that change in every round."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn import run

CONFIG = {
    "datasets": [
        {"name": "separable", "d": 3, "margin": 0.2, "n_train": 60, "n_test": 20, "flips": flips}
        for flips in (0, 20)
    ],
    "learners": {"CELLIP": {"learner": "cellip", "margin": 0.2}, "PA": {"learner": "pa"}},
    "protocol": {"epochs": 2, "permutations": 2},
    "metrics": ["test_error", "infeasible"],
}


def test_skipped_rounds_are_said_once_where_there_are_any(tmp_path: Path) -> None:
    result = run(CONFIG, out=tmp_path)
    (note,) = result.notes
    skipped = [row.extra["infeasible"] for row in result.rows if row.epoch == 2 and row.learner == "CELLIP"]
    share = sum(value or 0.0 for value in skipped if value) / (2 * 2 * 60)
    assert note == (
        f"separable flips=20: CELLIP skipped {share:.1%} of the rounds: "
        "no classifier with its margin was left in the ellipsoid."
    )
    assert all(row.extra["infeasible"] is None for row in result.rows if row.learner == "PA")


class Weighted:
    """Weights that change in every round, or only in the first."""

    def __init__(self, always: bool = True) -> None:
        self.always, self.coef_ = always, 0.0

    def partial_fit(self, X: Any, y: Any) -> "Weighted":
        self.coef_ = self.coef_ + 1.0 if self.always or not self.coef_ else self.coef_
        return self

    def predict(self, X: Any) -> Any:
        return np.zeros(len(X), np.int64)


def test_learners_whose_weights_change_in_every_round_are_named_where_updates_are_shown(
    tmp_path: Path,
) -> None:
    learners = {"A": {"learner": "own"}, "B": {"learner": "own", "always": False}, "LMS": {"learner": "lms"}}
    config = {**CONFIG, "learners": learners, "metrics": ["test_error", "updates"]}
    (note,) = run(config, out=tmp_path, learners={"own": Weighted}).notes
    assert note == "A: every round changed the weights, so there are as many updates as rounds."
    assert run({**config, "metrics": ["test_error"]}, out=tmp_path, learners={"own": Weighted}).notes == ()


class Drawing(Weighted):
    """Weights that are drawn, with or without a seed."""

    def __init__(self, random_state: int | None = None) -> None:
        super().__init__(always=False)
        self.random_state = random_state


def test_learners_without_a_seed_are_named_in_the_notes_and_the_manifest(tmp_path: Path) -> None:
    learners = {
        "A": {"learner": "own"},
        "B": {"learner": "own", "random_state": 0},
        "C": {"learner": "own", "random_state": {"grid": [None, 1]}},
        "D": {"learner": "weighted"},
        "LMS": {"learner": "lms"},
    }
    own = {"own": Drawing, "weighted": Weighted}
    result = run({**CONFIG, "learners": learners, "metrics": ["test_error"]}, out=tmp_path, learners=own)
    said = "has no random_state: if it draws at random, another run gives other results."
    assert result.notes == (f"A {said}", f"C {said}")
    record = json.loads((result.folder / "manifest.json").read_text())["learners"]
    assert {name: each["unseeded"] for name, each in record.items()} == {"own": ["A", "C"], "weighted": []}


def test_a_style_for_figures_that_are_not_named_is_pointed_out(tmp_path: Path) -> None:
    config = {"dataset": "separable", "learners": {"PA": "pa"}, "baselines": False}
    styled = {**config, "figure_style": {"style": "one_column"}}
    (note,) = run(styled, out=tmp_path).notes
    assert "no figures are named, so none is drawn; add `figures: [epochs]`." in note
    assert run(config, out=tmp_path).notes == ()
    assert run({**styled, "figures": ["epochs"]}, out=tmp_path).notes == ()
