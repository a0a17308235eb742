"""Where cells run changes nothing: threads, a cluster; and a bar only where somebody watches."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from onlinelearn import run
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
