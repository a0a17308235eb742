"""Odd environments and arguments: a run ends as it would elsewhere, or in one line."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.cli import running
from onlinelearn.config import load_config, parse_config
from onlinelearn.learners.manifold.tree_manifold import TreeManifold
from tests.conftest import TINY, write_blobs
from tests.in_process import olrun
from tests.interpreted import interpreted

OLRUN = [sys.executable, "-m", "onlinelearn"]


@pytest.mark.parametrize("value", ["²", "٣", "9" * 5000, "1_0", "-1", "0", "", "auto2"])
def test_a_count_is_written_in_plain_digits(tiny: Path, value: str) -> None:
    done = olrun(tiny, "--permutations", value, "--dry-run")
    assert done.returncode == 2
    assert "expected a whole number above 0, or auto" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_another_encoding_backend_or_folder_does_not_stop_a_run(tmp_path: Path) -> None:
    """The title has a sign that Latin-1 lacks, the folder's name is not UTF-8, and stderr is closed."""
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    write_blobs(folder / "tiny.csv", 12)
    config = TINY.replace("title: tiny", "title: PA ≤ 1").replace("[epochs, curves]", "[epochs]")
    (folder / "tiny.yaml").write_text(config)
    done = subprocess.run(
        [*OLRUN, "run", "tiny.yaml", "--out", folder / "out"],
        cwd=folder,
        env=os.environ | {"PYTHONIOENCODING": "latin-1", "MPLBACKEND": "nonsense", "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        preexec_fn=lambda: os.close(2),
        check=False,
    )
    assert done.returncode == 0
    assert b"PA \\u2264 1" in done.stdout
    assert (folder / "out/tiny/figures/epochs.svg").exists()
    assert olrun("report", folder / "out").returncode == 0
    assert "manifest.json is damaged" not in (folder / "out/report.html").read_text()


def test_the_working_folder_is_not_importable(tmp_path: Path) -> None:
    for name in ("click", "yaml", "planted"):
        (tmp_path / f"{name}.py").write_text("print('planted')\nclass Learner: ...\n")
    copy = tmp_path / "elsewhere"
    copy.mkdir()
    (copy / "onlinelearn").symlink_to(Path(__file__).parents[2] / "onlinelearn")
    done = subprocess.run(
        [*OLRUN, "diff", "planted.Learner", "planted.Learner"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "planted" not in done.stdout


PLUGIN = """\
from helper import FIRST


class Guess:
    def partial_fit(self, X, y, classes=None):
        self.label = y[FIRST]

    def predict(self, X):
        return [self.label] * len(X)
"""


@pytest.mark.parametrize("named", [(), ("--plugin", "guess.py")])
def test_a_file_of_the_working_folder_never_runs_unless_it_is_named(
    tmp_path: Path, named: tuple[str, ...]
) -> None:
    """Neither in the command nor in a child of it; what is named may import what lies beside it."""
    for name in ("selectors", "joblib", "sklearn", "numpy", "scipy", "cloudpickle", "queue", "click"):
        (tmp_path / f"{name}.py").write_text("open('planted', 'a').write(__name__)\nraise SystemExit(9)\n")
    (tmp_path / "guess.py").write_text(PLUGIN)
    (tmp_path / "helper.py").write_text("FIRST = 0\n")
    write_blobs(tmp_path / "tiny.csv", 12)
    guess = "\n  Guess: {learner: guess}" if named else ""
    sgd = "'sklearn:linear_model.SGDClassifier'"
    config = re.sub(r"learners:\n.*\n.*\n", f"learners:\n  SGD: {{learner: {sgd}}}{guess}\n", TINY)
    (tmp_path / "tiny.yaml").write_text(config.replace("[epochs, curves]", "[]"))
    done = subprocess.run(
        [Path(sys.executable).with_name("olrun"), "tiny.yaml", "--out", "out", "--jobs", "1", *named],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not (tmp_path / "planted").exists(), (tmp_path / "planted").read_text()
    assert done.returncode == 0, done.stderr
    assert ("Guess" in (tmp_path / "out/tiny/runs.csv").read_text()) == bool(named)


def test_equal_failures_are_one_line(variant: Callable[[str, str], Path], tmp_path: Path) -> None:
    config = variant("PA: {learner: pa, margin: 0.1}", "LMS: {learner: lms, rate: 1.0e+200}")
    with interpreted():
        few = ("--set", "protocol.permutations=6", "--set", "figures=[]", "--jobs", "1")
        done = olrun(config, "--out", tmp_path / "out", *few)
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if "LMS" in line and line.startswith("olrun: ")]
    assert line.endswith("(and 5 more like it)")


@pytest.mark.parametrize("name", ["reference", "Reference", "report.html"])
def test_a_name_that_stands_for_something_else_is_refused(tiny: Path, name: str) -> None:
    config = tiny.rename(tiny.with_name(f"{name}.yaml"))
    with pytest.raises(ConfigError, match=f"the config's name '{name}' stands for something else; rename it"):
        load_config(config)


def test_the_cells_of_a_config_have_a_bound(tiny: Path) -> None:
    with pytest.raises(ConfigError, match=r"20,000,000 cells, and a config may have 100,000; have fewer"):
        load_config(
            tiny,
            [
                "protocol.permutations=10000",
                f"learners.PA.C={{grid: [{', '.join(map(str, range(1, 2000)))}]}}",
            ],
        )


def test_a_label_is_no_formula(tiny: Path) -> None:
    tiny.write_text(TINY.replace("PA:", '"=cmd":'))
    with pytest.raises(
        ConfigError, match="must not begin with '=': spreadsheets would take it for a formula"
    ):
        load_config(tiny)


@pytest.mark.parametrize("kind", ["tune", "grid"])
@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1", "-x", "@SUM(1)", "＝1", " =1"])
def test_a_value_to_choose_from_is_no_formula(tiny: Path, kind: str, text: str) -> None:
    """chosen.csv has it in a field of its own."""
    learner = "{learner: 'sklearn:linear_model.SGDClassifier', penalty: {KIND: [l2, \"TEXT\"]}}"
    learner = learner.replace("KIND", kind).replace("TEXT", text)
    tiny.write_text(TINY.replace("{learner: iellip}", learner))
    sign = text.lstrip()[0]
    with pytest.raises(ConfigError, match=f"penalty.* must not begin with '{re.escape(sign)}': spreadsheets"):
        load_config(tiny)
    tiny.write_text(tiny.read_text().replace(text, "l1"))
    load_config(tiny)


def test_output_that_goes_nowhere_is_named() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*OLRUN, "list", "metrics"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (1, "olrun: cannot write the output: No space left on device\n")


@pytest.mark.parametrize(("reason", "told"), [("", ""), ("Unable to allocate", " (Unable to allocate)")])
def test_a_lack_of_memory_is_named_with_a_way_out(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, reason: str, told: str
) -> None:
    def full(*_: object) -> None:
        raise MemoryError(*([reason] if reason else []))

    monkeypatch.setattr("onlinelearn.config.load_config", full)
    done = olrun(tiny)
    assert done.returncode == 1
    assert done.stderr.startswith(f"olrun: out of memory{told}; try fewer --jobs, ")


def test_many_unknown_names_are_told_at_once() -> None:
    source = {
        "dataset": "usps",
        "learners": {f"a{i}": {"learner": "pa", f"margim{i}": 1} for i in range(2000)},
        "metrics": [f"test_eror{i}" for i in range(2000)],
    }
    begun = time.process_time()
    with pytest.raises(ConfigError, match=r"\(and 49 more\)"):
        parse_config(source, name="many", where="config", folder=Path())
    assert time.process_time() - begun < 3


def test_a_seed_may_have_64_bits() -> None:
    keys = [TreeManifold(seed=seed).start(1, 2, (0,)).key.tolist() for seed in (7, 2**63 - 1, 2**64 - 1)]
    assert keys[0][1] == 7
    assert len({tuple(key) for key in keys}) == 3


def test_the_bound_of_permutations_is_the_configs(tiny: Path) -> None:
    assert running._count_or_auto(None, None, "7") == 7  # type: ignore[arg-type]
    done = olrun(tiny, "--permutations", "999999999", "--dry-run")
    assert done.returncode == 2
    assert "expected an integer >= 1 and <= 10000" in done.stderr
