"""Workers that are killed at random moments: processes of a run's own, and those of a Dask cluster."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.faults.dask_cluster import Cluster
from tests.faults.forked import Forked
from tests.faults.kills import WENT_ON, Undisturbed, fresh_folder

LEARNER = """\
import time

import numpy as np


class Plain:
    def __init__(self):
        self.sums = np.zeros(2)

    def partial_fit(self, X, y):
        time.sleep(0.05)
        self.sums = self.sums + (y - 0.5) @ X

    def predict(self, X):
        return (X @ self.sums > 0).astype(int)
"""

Workers = Callable[[Forked], list[int]]
"""The processes that work for a run at this moment."""


def kill_local_workers(whole: Undisturbed, trials: range, draw: random.Random) -> Counter[str]:
    """Kill one of the processes that a run has started; so many runs, and each comes through."""
    runs = _PlainRuns(whole, "--jobs", "2")
    return Counter(runs.lose_worker(lambda run: _workers_of(run.pid), draw) for _ in trials)


def kill_dask_workers(whole: Undisturbed, trials: range, draw: random.Random) -> Counter[str]:
    """Kill a worker of a Dask cluster in each of so many runs: each comes through."""
    if not trials:
        return Counter()
    cluster = Cluster(whole.folder, "--nanny")
    try:
        runs = _PlainRuns(whole, "--scheduler", cluster.address)
        nannies = [nanny.pid for nanny in cluster.workers]
        return Counter(
            runs.lose_worker(lambda _: [pid for nanny in nannies for pid in _workers_of(nanny)], draw)
            for _ in trials
        )
    finally:
        cluster.close()


class _PlainRuns:
    """Runs of the small experiment with a learner in plain Python beside, whose cells run in processes."""

    def __init__(self, whole: Undisturbed, *where: object) -> None:
        self.whole, self.where = whole, where
        (whole.folder / "plain.py").write_text(LEARNER)
        text = whole.config.read_text().replace(", in_memory: false", "")
        self.config = whole.folder / "plain.yaml"
        self.config.write_text(text.replace("learners:\n", "learners:\n  Plain: {learner: plain}\n"))
        with fresh_folder(whole) as out:
            self.digest = self._ended(Forked(*self._command(out), "--jobs", "1"))
        with fresh_folder(whole) as out:
            begun = time.monotonic()
            assert self._ended(self._begun(out)) == self.digest
            self.seconds = time.monotonic() - begun

    def lose_worker(self, workers: Workers, draw: random.Random) -> str:
        """One run, one of whose workers is killed at a random moment."""
        with fresh_folder(self.whole) as out:
            begun, run = time.monotonic(), self._begun(out)
            killed = not run.ends_within(draw.uniform(0, self.seconds)) and _kill_one(run, workers, draw)
            assert self._ended(run) == self.digest
        if not killed:  # moments are drawn from what a run takes
            self.seconds = time.monotonic() - begun
        return WENT_ON if killed else "came to its end before"

    def _begun(self, out: Path) -> Forked:
        return Forked(*self._command(out), *self.where)

    def _command(self, out: Path) -> tuple[object, ...]:
        return (self.config, "--plugin", self.whole.folder / "plain.py", "--out", out)

    @staticmethod
    def _ended(run: Forked) -> str | None:
        ended = run.wait()
        assert ended.code == 0, ended.printed
        assert "Traceback" not in ended.printed, ended.printed
        return ended.digest


def _kill_one(run: Forked, workers: Workers, draw: random.Random) -> bool:
    """Kill a worker as soon as there is one; False if the run ends without."""
    while not (found := workers(run)):
        if run.ends_within(0.02):
            return False
    with suppress(ProcessLookupError):
        os.kill(draw.choice(found), signal.SIGKILL)
    return True


def _workers_of(parent: int) -> list[int]:
    """The processes that this one has started to work for it, and not to keep track of resources.

    A process has the command line of its parent until it runs what it was started for.
    """
    found = []
    with suppress(OSError):  # a process may have ended
        begun_as = _command_line(parent)
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                ppid = (place / "stat").read_text().rpartition(")")[2].split()[1]
                command = _command_line(int(place.name))
                if (
                    int(ppid) == parent
                    and command not in (b"", begun_as)
                    and b"resource_tracker" not in command
                ):
                    found.append(int(place.name))
    return found


def _command_line(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()
