"""Learners of one's own by --plugin: what is kept of them, and what is checked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from onlinelearn import run
from tests.experiment import nearest_centroid
from tests.in_process import olrun

CENTROIDS = "from shrinking import RATE\n" + Path(nearest_centroid.__file__).read_text().replace(
    "rate: float = 0.1", "rate: float = RATE"
)

CONFIG = """\
dataset: {path: tiny.csv, label: kind}
learners:
  PA: {learner: pa}
  Mine: {learner: nearest_centroid, rate: 0.2}
protocol: {permutations: 2, seed: 7}
figures: []
"""


@pytest.fixture
def mine(tiny: Path) -> Path:
    """A folder with a config, and a plugin that imports from a file beside it."""
    folder = tiny.parent
    (folder / "mine.yaml").write_text(CONFIG)
    (folder / "my_plugin.py").write_text(CENTROIDS)
    (folder / "shrinking.py").write_text("RATE = 0.1\n")
    return folder


def test_a_class_of_a_closure_runs_in_processes(tiny: Path, tmp_path: Path) -> None:
    space: dict[str, type] = {}
    exec(CENTROIDS.replace("from shrinking import RATE", "RATE = 0.1"), space)
    given = {
        "dataset": {"path": str(tiny.with_name("tiny.csv")), "label": "kind"},
        "learners": {"Mine": {"learner": "mine"}},
    }
    result = run(given, out=tmp_path / "out", jobs=2, learners={"mine": space["NearestCentroid"]})
    assert {row.learner for row in result.rows} == {"Mine"}


def test_cells_of_a_plugin_are_kept_until_its_source_or_what_it_imports_changes(mine: Path) -> None:
    def cached() -> int:
        command = [sys.executable, "-m", "onlinelearn", "mine.yaml", "--plugin", "my_plugin.py"]
        subprocess.run(command, cwd=mine, check=True, capture_output=True, timeout=300)
        manifest = json.loads((mine / "results/mine/manifest.json").read_text())
        assert manifest["learners"]["nearest_centroid"]["origin"] == "my_plugin.py"
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
        ("learners.Mine.rat=1", "unknown parameter 'rat'; did you mean 'rate'?"),
        ("learners.Mine.rate=fast", "expected float, got 'fast'"),
        ("learners.Mine.learner=nearest_centrod", "did you mean 'nearest_centroid'?"),
    ],
)
def test_parameters_of_a_plugin_are_checked_by_its_signature(mine: Path, change: str, told: str) -> None:
    done = olrun(mine / "mine.yaml", "--plugin", mine / "my_plugin.py", "--set", change, "--dry-run")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert told in done.stderr


def test_a_config_alone_brings_no_code_and_the_error_says_what_to_add(mine: Path) -> None:
    done = olrun(mine / "mine.yaml", "--dry-run")
    assert done.returncode == 2
    assert "f it is your own, add --plugin FILE.py" in done.stderr


def test_who_gave_a_plugin_is_told_its_names_and_not_to_give_one(mine: Path) -> None:
    change = "learners.Mine.learner=centrod_of_all"
    done = olrun(mine / "mine.yaml", "--plugin", mine / "my_plugin.py", "--set", change, "--dry-run")
    assert done.returncode == 2
    assert "our own is named nearest_centroid" in done.stderr
    assert "--plugin" not in done.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [("nowhere.py", "no such file"), ("shrinking.py", "no learner in it"), ("wrong.py", "NameError")],
)
def test_a_plugin_that_brings_nothing_is_one_line_and_exit_2(mine: Path, name: str, told: str) -> None:
    (mine / "wrong.py").write_text("nonsense\n")
    done = olrun(mine / "mine.yaml", "--plugin", mine / name)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert told in done.stderr
