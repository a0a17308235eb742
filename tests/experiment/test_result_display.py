"""A result as a session shows it: the rows of this run, a text for a screen, HTML for a notebook."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from onlinelearn import run
from onlinelearn.experiment.result import Result

MAPPING: dict[str, Any] = {
    "title": "PA <b>& co</b>",
    "dataset": {"name": "separable", "n_train": 20, "n_test": 10},
    "learners": {"NA": {"learner": "pa"}, "007": {"learner": "perceptron"}, "<i>": {"learner": "mira"}},
    "figures": ["epochs"],
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Result:
    return run(MAPPING, out=tmp_path_factory.mktemp("out"))


def test_runs_are_those_in_memory_whatever_became_of_the_folder(result: Result) -> None:
    before = result.runs
    written = (result.folder / "runs.csv").read_text()
    (result.folder / "runs.csv").write_text("scribble")
    assert result.runs.equals(before)
    (result.folder / "runs.csv").write_text(written)


def test_names_that_look_like_numbers_or_blanks_stay_names(result: Result) -> None:
    assert list(result.runs.learner) == ["NA", "007", "<i>"]


def test_the_text_has_title_table_digest_and_folder_and_fits_a_screen(result: Result) -> None:
    lines = repr(result).splitlines()
    assert lines[0] == "PA <b>& co</b>"
    assert any("007" in line for line in lines)
    assert f"result digest {result.digest}" in lines
    assert lines[-1].startswith("in ")
    many = tuple(replace(row, learner=f"{row.learner} {i}") for i in range(50) for row in result.rows)
    failures = {f"cell {i}": RuntimeError("out of\nluck " * 50) for i in range(9)}
    long = repr(replace(result, rows=many, failures=failures)).splitlines()
    assert len(long) <= 24
    assert max(map(len, long)) <= 100
    assert any(line.startswith("failed: cell 0: RuntimeError: out of\\nluck") for line in long)
    assert "… and 4 more: see `failures`" in long
    assert "… and 140 more: see `runs`" in long  # of 150 learners, below the heading and its rule


def test_a_notebook_gets_table_and_figures_with_names_escaped(result: Result) -> None:
    page = result._repr_html_()
    assert "PA &lt;b&gt;&amp; co&lt;/b&gt;" in page
    assert "<td>&lt;i&gt;</td>" in page
    assert "<i>" not in page
    assert page.count('src="data:image/png;base64,') == 1
    failed = replace(result, failures={"<u>": RuntimeError("<s>")})._repr_html_()
    assert "failed: &lt;u&gt;: RuntimeError: &lt;s&gt;" in failed


def test_a_notebook_shows_no_figures_of_another_run(result: Result) -> None:
    assert "data:image" not in replace(result, digest="0" * 64)._repr_html_()


def test_a_result_without_rows_can_be_shown(result: Result, tmp_path: Path) -> None:
    empty = replace(result, rows=(), folder=tmp_path / "none")
    assert repr(empty) == "PA <b>& co</b>"
    assert "No results." in empty._repr_html_()
