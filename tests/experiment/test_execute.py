"""Where cells run changes nothing: threads, a cluster; and a bar only where somebody watches."""

import os
import pty
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from onlinelearn import run
from onlinelearn.experiment import execution
from tests.experiment.test_cli import OLRUN, digest
from tests.in_process import olrun


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same_digest(tiny: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    here = run(tiny, out=tmp_path / "here", jobs=1)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None, protocol="tcp://"
    ) as cluster:
        there = run(tiny, out=tmp_path / "there", scheduler=cluster.scheduler_address)
    assert not there.failures
    assert there.digest == here.digest


@dataclass(eq=False)
class Job:
    """What is run in a thread: it ends at once, fails, or waits until an earlier one was handed over."""

    waits_for: Event | None = None
    fails: bool = False
    compiled: bool = True
    begun: bool = False

    def ended(self) -> str:
        self.begun = True
        if self.fails:
            raise ZeroDivisionError
        assert self.waits_for is None or self.waits_for.wait(30)
        return "done"


@pytest.fixture
def _stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "_run", lambda job, _: job.ended())


@pytest.mark.usefixtures("_stand_ins")
@pytest.mark.parametrize("workers", [1, 3])
def test_a_cell_that_ended_or_failed_does_not_wait_for_the_next_in_its_thread(workers: int) -> None:
    handed_over = Event()
    first, failed, last = Job(), Job(fails=True), Job(handed_over)
    jobs: Any = (first, failed, last)
    ends: dict[Any, Any] = {}
    for job, end in execution.run_jobs(jobs, workers):
        ends[job] = end
        if first in ends and failed in ends:
            handed_over.set()
    assert (ends[first], ends[last]) == ("done", "done")
    assert isinstance(ends[failed], ZeroDivisionError)


@pytest.mark.usefixtures("_stand_ins")
def test_whoever_stops_early_cancels_what_has_not_begun() -> None:
    stopped = Event()
    last = Job()
    jobs: Any = (Job(), Job(stopped), last)
    ends: Any = execution.run_jobs(jobs, 1)
    next(ends)
    ends.close()
    stopped.set()
    for thread in threading.enumerate():
        if thread.name.startswith("ThreadPoolExecutor"):
            thread.join(30)
    assert not last.begun


def test_a_scheduler_that_does_not_answer_is_one_line(tiny: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    done = olrun(tiny, "--out", tmp_path / "out", "--scheduler", "nonsense")
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "nonsense" in done.stderr


def test_a_terminal_sees_a_bar_and_a_pipe_does_not(tiny: Path, tmp_path: Path) -> None:
    """stderr is a terminal of the test's own; the same run into a pipe was silent in other tests."""
    ours, theirs = pty.openpty()
    arguments = [*OLRUN, str(tiny), "--out", str(tmp_path / "out")]
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=theirs, text=True, check=True)
    os.set_blocking(ours, False)
    shown = os.read(ours, 100_000).decode()
    os.close(theirs)
    os.close(ours)
    assert "cell" in shown
    assert digest(done.stdout)
