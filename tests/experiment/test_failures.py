"""A run with a learner that fails is loud: an error with its name, and tables that mark what is missing."""

import csv
import inspect
import json
import re
from pathlib import Path
from typing import Self

import pytest

from onlinelearn import ExperimentError, run
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.render.report import write_report
from tests.experiment import test_run
from tests.experiment.test_run import Broken, Majority, Picky, config
from tests.render.report.made import Page


def test_run_raises_with_learner_cell_and_cause(tiny: Path, tmp_path: Path) -> None:
    given = config(tiny, Bad={"learner": "broken"}, PA={"learner": "pa"}, MIRA={"learner": "mira"})
    with pytest.raises(ExperimentError) as raised:
        run(given, out=tmp_path / "out", jobs=1, learners={"broken": Broken})
    error = raised.value
    cell = "tiny, Bad, permutation 1"
    source = inspect.getsource(test_run).splitlines()
    line = next(n for n, text in enumerate(source, 1) if "out of luck" in text)
    place = f"(test_run.py, line {line})"
    assert str(error).endswith(f": {cell}: RuntimeError: out of luck {place} (and 1 more failed)")
    told = json.loads((error.result.folder / "manifest.json").read_text())["failures"][cell]
    assert told == f"RuntimeError: out of luck {place}"
    assert str(error).startswith(error.result.experiment.name)
    assert isinstance(error.__cause__, RuntimeError)
    assert {row.learner for row in error.result.rows} == {"PA", "MIRA"}


def test_no_name_is_said_twice_of_a_config_named_as_its_data(tmp_path: Path) -> None:
    (tmp_path / "plants.csv").write_text("leaf,kind\n" + "round,a\nlong,b\n" * 4)
    (tmp_path / "plants.yaml").write_text(
        "dataset: {path: plants.csv, target: kind}\nlearners: {PA: {learner: pa}}\n"
    )
    with pytest.raises(ExperimentError, match=r"^plants: column 'leaf' holds categories, as 'long'; add"):
        run(tmp_path / "plants.yaml", out=tmp_path / "out", jobs=1)


def test_no_file_of_a_run_with_failures_looks_whole(tiny: Path, tmp_path: Path) -> None:
    given = config(tiny, Bad={"learner": "picky"}, PA={"learner": "pa"}, MIRA={"learner": "mira"})
    result = run(given, out=tmp_path / "out", learners={"picky": Picky}, on_error="keep")
    assert json.loads((result.folder / "manifest.json").read_text())["complete"] is False
    summary = (result.folder / "summary.md").read_text()
    assert "Bad (failed)" in summary
    assert "**" not in summary


class Moody(Majority):
    """Refuses a stream that begins with the label 1."""

    def partial_fit(self, X: Floats, y: Ints) -> Self:
        if not self.counts and y[0] == 1:
            raise RuntimeError("not this order")
        return super().partial_fit(X, y)


def test_a_mean_over_the_permutations_that_survived_is_never_shown_as_whole(
    tiny: Path, tmp_path: Path
) -> None:
    given = config(tiny, Moody={"learner": "moody"}, PA={"learner": "pa"}, Bad={"learner": "picky"})
    given["protocol"] = {"permutations": 4}
    given["figures"] = ["epochs"]
    own = {"moody": Moody, "picky": Picky}
    result = run(given, out=tmp_path / "out", jobs=1, learners=own, on_error="keep")
    failed = sum(", Moody," in what for what in result.failures)
    assert 0 < failed < 4
    part, whole = f"{failed} of 4 permutations failed", {"PA": "", "Bad": "failed"}
    with (result.folder / "summary.csv").open() as file:
        marks = {line["learner"]: line["unfinished"] for line in csv.DictReader(file)}
    assert marks == whole | {"Moody": part}
    shown = {"PA", "Bad (failed)", f"Moody ({part})"}
    html = write_report(tmp_path / "out", tmp_path / "report.html").read_text()
    page = Page(html)
    assert set(page.texts("th")) - set(page.texts("th", scope="col")) == shown
    assert not re.search("<td[^>]*><b>", html), "none is the best beside one that failed"
    assert any(f"Moody ({part})" in said for said in page.attributes("aria-label")), "what a figure says"
    for text in (repr(result), result._repr_html_(), (result.folder / "summary.tex").read_text()):
        assert all(name in text for name in shown), text
    assert "(incomplete)" in (result.folder / "figures/epochs.svg").read_text()


def test_data_that_cannot_be_read_are_told_before_the_first_cell(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("onlinelearn.experiment.run.execute", stopped)
    path = str(tiny.with_name("tiny.csv"))
    good, bad = {"path": path, "label": "kind"}, {"path": path, "name": "other", "label": "kinf"}
    given = {"datasets": [good, bad], "learners": {"PA": {"learner": "pa"}}}
    with pytest.raises(KeyboardInterrupt):
        run(given, out=tmp_path / "out", progress=True)
    first, last = capsys.readouterr().err.splitlines()
    assert "other: " in first
    assert first.endswith("has no column 'kinf'; did you mean 'kind'?")
    assert last.endswith(": left out; the other data sets are run")
    with pytest.raises(KeyboardInterrupt):
        run({**given, "datasets": [bad]}, out=tmp_path / "out", progress=True)
    assert capsys.readouterr().err == "", "nothing is left to run: the end says it"
