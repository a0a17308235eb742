"""A run with a learner that fails is loud: an error with its name, and tables that mark what is missing."""

import json
from pathlib import Path

import pytest

from onlinelearn import ExperimentError, run
from tests.runner.test_run import Broken, Picky, config


def test_run_raises_with_learner_cell_and_cause(tiny: Path, tmp_path: Path) -> None:
    given = config(tiny, Bad={"learner": "broken"}, PA={"learner": "pa"}, MIRA={"learner": "mira"})
    with pytest.raises(ExperimentError) as raised:
        run(given, out=tmp_path / "out", jobs=1, learners={"broken": Broken})
    error = raised.value
    cell = "tiny, Bad, permutation 1"
    assert str(error).endswith(f": {cell}: RuntimeError: out of luck (and 1 more failed)")
    assert str(error).startswith(error.result.experiment.name)
    assert isinstance(error.__cause__, RuntimeError)
    assert {row.learner for row in error.result.rows} == {"PA", "MIRA"}


def test_no_file_of_a_run_with_failures_looks_whole(tiny: Path, tmp_path: Path) -> None:
    given = config(tiny, Bad={"learner": "picky"}, PA={"learner": "pa"}, MIRA={"learner": "mira"})
    result = run(given, out=tmp_path / "out", learners={"picky": Picky}, on_error="keep")
    assert json.loads((result.folder / "manifest.json").read_text())["complete"] is False
    summary = (result.folder / "summary.md").read_text()
    assert "Bad (failed)" in summary
    assert "**" not in summary
