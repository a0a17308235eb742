"""Workers end with the process that started them, even if that is killed and can't tell them."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """\
import os, threading
from onlinelearn import run

class Endless:
    def partial_fit(self, X, y):
        with open("worker", "w") as told:
            told.write(f"{os.getpid()} ")
        threading.Event().wait()

    def predict(self, X):
        return [0] * len(X)

run(
    {"dataset": {"name": "separable", "n_train": 5, "n_test": 5}, "learners": {"Endless": "endless"}},
    learners={"endless": Endless},
    jobs=1,
)
"""

SECONDS = 120
"""More than it takes on any machine: a test that fails waits that long."""


def _readable(descriptor: int) -> bool:
    return bool(select.select([descriptor], [], [], SECONDS)[0])


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")
def test_a_worker_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    os.mkfifo(tmp_path / "worker")
    heard = os.open(tmp_path / "worker", os.O_RDONLY | os.O_NONBLOCK)
    parent = subprocess.Popen([sys.executable, "script.py"], cwd=tmp_path, stderr=subprocess.DEVNULL)
    try:
        assert _readable(heard), "the worker never began"
        worker = int(os.read(heard, 100))
        assert worker != parent.pid
        watched = os.pidfd_open(worker)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        try:
            assert _readable(watched), "the worker outlived its parent"
        except AssertionError:
            os.kill(worker, signal.SIGKILL)
            raise
        finally:
            os.close(watched)
    finally:
        os.close(heard)
        parent.kill()
        parent.wait()
