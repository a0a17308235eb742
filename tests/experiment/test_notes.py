"""Rounds that CELLIP has to skip are said once for each data set."""

from pathlib import Path

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
