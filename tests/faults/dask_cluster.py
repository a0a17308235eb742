"""A real Dask cluster: a scheduler and workers as processes on this machine."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path


class Cluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, restarts: str = "--no-nanny", workers: int = 2) -> None:
        """`--nanny` replaces a worker that dies."""
        self.folder = folder
        self.scheduler = self._start("scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
        found = self._read(self.scheduler, r"tcp://127\.0\.0\.1:\d+")
        self.address = found
        self.workers = [self.worker(restarts) for _ in range(workers)]

    def worker(self, restarts: str = "--no-nanny") -> subprocess.Popen[str]:
        started = self._start(
            "worker", self.address, "--nthreads", "1", restarts, "--no-dashboard", "--death-timeout", "20"
        )
        self._read(started, r"Registered to")
        return started

    def close(self) -> None:
        for each in (*self.workers, self.scheduler):
            each.terminate()  # a nanny takes its worker with it
            try:
                each.wait(20)
            except subprocess.TimeoutExpired:
                each.kill()
                each.wait()

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + kind, *arguments],
            cwd=self.folder,
            env=os.environ | {"DASK_LOGGING__DISTRIBUTED": "info"},
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )

    def _read(self, process: subprocess.Popen[str], pattern: str) -> str:
        assert process.stderr is not None
        for line in process.stderr:
            if found := re.search(pattern, line):
                threading.Thread(target=process.stderr.read, daemon=True).start()
                return found[0]
        raise AssertionError("it ended")
