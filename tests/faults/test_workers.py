"""Workers that die or never end: they cost their own cell alone, and that one only if it is its fault."""

import re
import signal
import threading
from pathlib import Path

import pytest

from onlinelearn import run
from onlinelearn.base.errors import CellTimeoutError, CutShortError
from onlinelearn.experiment import processes
from onlinelearn.experiment.cell_upkeep import NO_UPKEEP
from tests.conftest import write_blobs
from tests.in_process import olrun

DEADLY = """\
import os
import signal
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


class Follower:
    def __init__(self):
        self.sums = np.zeros(3)

    def partial_fit(self, X, y):
        self.sums = self.sums + (y - 1) @ X

    def predict(self, X):
        return (X @ self.sums > 0).astype(int)


class Mortal(Follower):
    calls = 0

    def partial_fit(self, X, y):
        told = HERE / "deaths"
        self.calls += 1
        with (HERE / "calls").open("a") as file:
            file.write(".")
        if self.calls > 6 and told.exists() and len(list(HERE.glob("death-*"))) < int(told.read_text()):
            (HERE / f"death-{time.monotonic_ns()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        super().partial_fit(X, y)


class Sleeper(Follower):
    def partial_fit(self, X, y):
        time.sleep(600)
"""


@pytest.fixture
def config(tiny: Path, tmp_path: Path) -> Path:
    (tmp_path / "deadly.py").write_text(DEADLY)
    write_blobs(tmp_path / "tiny.csv", 12)
    learners = "learners:\n  Follower: {learner: follower}\n  Mortal: {learner: mortal}\n"
    text = re.sub(r"learners:\n.*\n.*\n", learners, tiny.read_text())
    tiny.write_text(text.replace("permutations: 3", "permutations: 1").replace("[epochs, curves]", "[]"))
    return tiny


def digest(printed: str) -> str:
    found = re.search(r"[0-9a-f]{64}", printed)
    assert found is not None, printed
    return found[0]


def test_a_worker_that_is_killed_is_replaced_and_goes_on(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLRUN_KEEP_EVERY", "1e-9")
    plugin = ("--plugin", tmp_path / "deadly.py", "--jobs", "2")
    undisturbed = olrun(config, *plugin, "--out", tmp_path / "one")
    calls = len((tmp_path / "calls").read_text())
    (tmp_path / "deaths").write_text("2")
    killed = olrun(config, *plugin, "--out", tmp_path / "two")
    assert len([*tmp_path.glob("death-*")]) == 2
    assert len((tmp_path / "calls").read_text()) == 2 * calls + 2, (
        "the rows before a death are not learnt again"
    )
    assert killed.returncode == 0, killed.stderr
    assert digest(killed.stdout) == digest(undisturbed.stdout)


def test_a_cell_that_kills_three_workers_has_failed_and_the_others_have_not(
    config: Path, tmp_path: Path
) -> None:
    (tmp_path / "deaths").write_text("1000")
    done = olrun(config, "--plugin", tmp_path / "deadly.py", "--jobs", "2", "--out", tmp_path / "out")
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if "Mortal" in line and line.startswith("olrun: ")]
    assert f"its worker died 3 times ({signal.SIGKILL.name}(-9)), out of memory perhaps" in line
    assert "Follower" in (tmp_path / "out/tiny/runs.csv").read_text()
    assert len([*tmp_path.glob("death-*")]) == 3


def test_a_learner_that_never_returns_ends_at_its_timeout(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "GRACE", 0.5)
    config.write_text(config.read_text().replace("learner: mortal", "learner: sleeper"))
    command = (config, "--plugin", tmp_path / "deadly.py", "--jobs", "2", "--out", tmp_path / "out")
    done = olrun(*command, "--timeout", "1")
    assert done.returncode == 1
    assert "Mortal, permutation 1: took more than 1 seconds; give it a longer --timeout" in done.stderr
    assert "Follower" in (tmp_path / "out/tiny/runs.csv").read_text()


def test_a_compiled_cell_ends_at_its_timeout_between_two_blocks(tiny: Path, tmp_path: Path) -> None:
    result = run(tiny, out=tmp_path / "out", timeout=1e-9, on_error="keep")
    assert len(result.failures) >= 6, "and baselines"
    assert all(isinstance(error, CellTimeoutError) for error in result.failures.values())
    states = [*(tmp_path / "out/.cells").glob("*.state")]
    assert len(states) == len(result.failures), "what they had learnt is kept"
    assert not run(tiny, out=tmp_path / "out").failures
    assert not [*(tmp_path / "out/.cells").glob("*.state")]


@pytest.mark.parametrize(("error", "told"), [(KeyError(3), []), (OSError("disk"), [OSError])])
def test_a_pool_that_is_killed_while_it_is_handed_a_cell_prints_no_traceback(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: list[type]
) -> None:
    """Its thread no longer finds that cell; whatever else goes wrong there is told."""
    from joblib.externals.loky.process_executor import _ExecutorManagerThread

    seen: list[type] = []
    monkeypatch.setattr(threading, "excepthook", lambda failed: seen.append(failed.exc_type))
    shutting_down = _ExecutorManagerThread.flag_executor_shutting_down

    def miss(self: threading.Thread) -> None:
        shutting_down(self)
        raise error

    monkeypatch.setattr(_ExecutorManagerThread, "flag_executor_shutting_down", miss)
    seat = processes._Seat(NO_UPKEEP)
    seat._started()
    with pytest.raises(KeyboardInterrupt), seat:
        raise KeyboardInterrupt
    assert seen == told
    with pytest.raises(CutShortError):
        seat._started()
