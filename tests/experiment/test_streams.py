"""Runs over streams: what is asked of them stands in the tables, and what never came is said."""

from pathlib import Path
from typing import Any

import pytest

from onlinelearn import run
from onlinelearn.base.errors import ExperimentError
from onlinelearn.base.result_rows import Row
from onlinelearn.printing import run_text
from onlinelearn.render.tables.summary import summarize
from tests.interpreted import interpreted

CONFIG: dict[str, Any] = {
    "title": "a stream",
    "dataset": {
        "drift": {
            "from": {"name": "stagger", "concepts": [1], "n_test": 20},
            "to": {"name": "stagger", "concepts": [3], "n_test": 20},
            "at": 150,
            "n_train": 400,
        }
    },
    "preprocess": ["bias"],
    "learners": {"PA": "pa", "Perceptron": "perceptron"},
    "protocol": {"permutations": 2, "delay": 10},
    "metrics": [
        "online_error",
        {"windowed_error": {"window": 50}},
        {"excess_error": {"window": 50}},
        {"recovery_time": {"window": 50, "tolerance": 0.02}},
        "recovered",
        "curves",
    ],
    "figures": ["windows"],
}


def made(tmp_path: Path, **changed: Any) -> Any:
    with interpreted():
        return run(CONFIG | changed, out=tmp_path, jobs=1)


def test_a_stream_is_run_measured_and_drawn(tmp_path: Path) -> None:
    result = made(tmp_path)
    assert (result.runs.excess_error > 0.2).all(), "the concepts are opposites, nearly"
    assert result.runs.windowed_error.max() < 0.1
    assert {"svg", "png"} <= {file.suffix[1:] for file in (result.folder / "figures").glob("windows.*")}
    assert made(tmp_path).digest == result.digest
    assert made(tmp_path, protocol={"permutations": 2}).digest != result.digest


def test_a_recovery_that_never_came_is_no_number(tmp_path: Path) -> None:
    metrics = [
        {"recovery_time": {"window": 50, "tolerance": 0.0}},
        {"recovered": {"window": 50, "tolerance": 0.0}},
    ]
    # The stream ends before a whole window has passed since the change.
    drift = CONFIG["dataset"]["drift"] | {"n_train": 180}
    result = made(tmp_path, dataset={"drift": drift}, metrics=metrics, figures=[])
    assert (result.runs.recovered == 0.0).all()
    assert result.runs.recovery_time.isna().all()
    assert any("has no recovery time" in note for note in result.notes)
    texts = [(result.folder / file).read_text() for file in ("summary.md", "summary.tex")]
    for text in (*texts, repr(result), result._repr_html_(), run_text.result(result)):
        assert "recovery time" in text.split("has no recovery time")[0], "its column is there, with a dash"


def test_a_mean_is_not_taken_over_the_runs_that_recovered() -> None:
    rows = [
        Row("sea", "PA", permutation, 1, 0.1, 0.1, 1, 1, 1, 0.1, {"recovery_time": time, "radius": time})
        for permutation, time in enumerate((5.0, None), 1)
    ]
    assert [summary.metric for summary in summarize(rows, ["recovery_time", "radius"])] == ["radius"]


def test_a_delay_beyond_the_stream_fails_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(ExperimentError, match="labels come 400 rounds late, and the stream has 400; choose"):
        made(tmp_path, protocol={"delay": 400}, figures=[])
