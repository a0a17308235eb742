"""Learners of one's own give the same numbers from a script, from Python with any jobs, and by --plugin."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from onlinelearn import run
from tests.in_process import olrun

CENTROIDS = """\
import numpy as np
from shrinking import RATE


class NearestMean:
    '''Predicts the class whose mean, which follows the examples, is nearest.'''

    def __init__(self, rate: float = RATE, spoilt: bool = False) -> None:
        self.rate, self.spoilt, self.means = rate, spoilt, {}

    def partial_fit(self, X, y):
        if self.spoilt:
            raise RuntimeError("out of luck")
        for x, label in zip(X, y):
            old = self.means.setdefault(int(label), np.zeros(len(x)))
            self.means[int(label)] = old + self.rate * (x - old)
        return self

    def predict(self, X):
        labels = sorted(self.means)
        far = [[np.sum((x - self.means[k]) ** 2) for k in labels] for x in X]
        return np.array(labels)[np.argmin(far, axis=1)]
"""

CONFIG = """\
dataset: {path: tiny.csv, label: kind}
learners:
  PA: {learner: pa}
  Mean: {learner: nearest_mean, rate: 0.2}
protocol: {permutations: 2, seed: 7}
figures: []
"""

SCRIPT = """\
from onlinelearn import run
CLASS
jobs = JOBS
result = run("mine.yaml", out=f"script{jobs}", jobs=jobs, learners={"nearest_mean": NearestMean})
"""


@pytest.fixture
def mine(tiny: Path) -> Path:
    """A folder with a config, and a plugin that imports from a file beside it."""
    folder = tiny.parent
    (folder / "mine.yaml").write_text(CONFIG)
    (folder / "my_plugin.py").write_text(CENTROIDS)
    (folder / "shrinking.py").write_text("RATE = 0.1\n")
    return folder


def numbers(folder: Path) -> list[list[str]]:
    """The rows of runs.csv without the times."""
    with (folder / "mine/runs.csv").open() as file:
        return [row[:9] for row in csv.reader(file)]


def played(folder: Path, jobs: int, *, spoil: bool = False) -> subprocess.CompletedProcess[str]:
    """The class in a script without a guard."""
    text = CENTROIDS.replace("spoilt: bool = False", "spoilt: bool = True") if spoil else CENTROIDS
    (folder / "script.py").write_text(SCRIPT.replace("CLASS", text).replace("JOBS", str(jobs)))
    return subprocess.run(
        [sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )


def test_a_class_gives_the_same_numbers_from_a_script_without_a_guard_and_by_plugin(mine: Path) -> None:
    for jobs in (1, 2):
        done = played(mine, jobs)
        assert done.returncode == 0, done.stderr
    command: list[str | Path] = [mine / "mine.yaml", "--plugin", mine / "my_plugin.py", "--out", mine / "cli"]
    assert olrun(*command).returncode == 0
    assert numbers(mine / "script1") == numbers(mine / "script2") == numbers(mine / "cli")
    assert {row[1] for row in numbers(mine / "cli")} == {"learner", "PA", "Mean"}


def test_a_class_that_raises_fails_with_its_name_everywhere(mine: Path) -> None:
    done = played(mine, 2, spoil=True)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "ExperimentError: mine: tiny, Mean, permutation" in last
    assert "RuntimeError: out of luck" in last
    command: list[str | Path] = [mine / "mine.yaml", "--plugin", mine / "my_plugin.py", "--out", mine / "cli"]
    failed = olrun(*command, "--set", "learners.Mean.spoilt=true")
    assert failed.returncode == 1
    assert "tiny, Mean, permutation 1: RuntimeError: out of luck" in failed.stderr
    assert "Mean (failed)" in failed.stdout


def test_a_class_of_a_closure_runs_in_processes(tiny: Path, tmp_path: Path) -> None:
    space: dict[str, type] = {}
    exec(CENTROIDS.replace("from shrinking import RATE", "RATE = 0.1"), space)
    given = {
        "dataset": {"path": str(tiny.with_name("tiny.csv")), "label": "kind"},
        "learners": {"Mean": {"learner": "mine"}},
    }
    result = run(given, out=tmp_path / "out", jobs=2, learners={"mine": space["NearestMean"]})
    assert {row.learner for row in result.rows} == {"Mean"}


def test_cells_of_a_plugin_are_kept_until_its_source_or_what_it_imports_changes(mine: Path) -> None:
    def cached() -> int:
        command = [sys.executable, "-m", "onlinelearn", "mine.yaml", "--plugin", "my_plugin.py"]
        subprocess.run(command, cwd=mine, check=True, capture_output=True, timeout=300)
        manifest = json.loads((mine / "results/mine/manifest.json").read_text())
        assert manifest["learners"]["nearest_mean"]["origin"] == "my_plugin.py"
        count: int = manifest["times"]["cells_from_cache"]
        return count

    first, again = cached(), cached()
    assert first == 0
    (mine / "shrinking.py").write_text("RATE = 0.1  # a comment changes nothing\n")
    assert cached() == again
    (mine / "shrinking.py").write_text("RATE = 0.3\n")
    assert cached() == again - 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("learners.Mean.rat=1", "unknown parameter 'rat'; did you mean 'rate'?"),
        ("learners.Mean.rate=fast", "expected float, got 'fast'"),
        ("learners.Mean.learner=nearest_men", "did you mean 'nearest_mean'?"),
    ],
)
def test_parameters_of_a_plugin_are_checked_by_its_signature(mine: Path, change: str, told: str) -> None:
    done = olrun(mine / "mine.yaml", "--plugin", mine / "my_plugin.py", "--set", change, "--dry-run")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert told in done.stderr


def test_a_config_alone_brings_no_code_and_the_error_says_what_to_add(mine: Path) -> None:
    done = olrun(mine / "mine.yaml", "--dry-run")
    assert done.returncode == 2
    assert "if it is your own, add --plugin FILE.py" in done.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [("nowhere.py", "no such file"), ("shrinking.py", "no learner in it"), ("wrong.py", "NameError")],
)
def test_a_plugin_that_brings_nothing_is_one_line_and_exit_2(mine: Path, name: str, told: str) -> None:
    (mine / "wrong.py").write_text("nonsense\n")
    done = olrun(mine / "mine.yaml", "--plugin", mine / name)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert told in done.stderr
