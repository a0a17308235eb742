"""A cluster that may fail: real schedulers and workers, as processes on this machine."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from onlinelearn import run
from onlinelearn.base.errors import OlrunError
from onlinelearn.experiment import cluster, cluster_client, cluster_worker
from onlinelearn.experiment.cell_upkeep import NO_UPKEEP
from onlinelearn.experiment.cells import cell_code_digest, cell_modules
from onlinelearn.experiment.scheduler_address import scheduler_address
from onlinelearn.learners import registry
from tests.faults.dask_cluster import Cluster
from tests.faults.test_workers import DEADLY, digest
from tests.in_process import olrun

pytest.importorskip("distributed")
pytestmark = pytest.mark.filterwarnings("ignore")

SLEEPY = """\
import os
import time
from pathlib import Path

import numpy as np


class Sleepy:
    def __init__(self):
        self.sums = np.zeros(3)

    def partial_fit(self, X, y, classes=None):
        (Path(__file__).parent / f"began-{os.getpid()}").touch()
        time.sleep(0.01)
        self.sums = self.sums + (y - 1) @ X

    def predict(self, X):
        return (X @ self.sums > 0).astype(int)
"""


@pytest.fixture
def real(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    yield made
    made.close()


def one_slow_cell(tiny: Path, folder: Path) -> tuple[Path | str, ...]:
    """The command of a run in which one cell takes a second, in plain Python."""
    (folder / "sleepy.py").write_text(SLEEPY)
    learners = "learners:\n  Sleepy: {learner: sleepy}\n  PA: {learner: pa}\n"
    text = re.sub(r"learners:\n.*\n.*\n", learners, tiny.read_text())
    tiny.write_text(text.replace("permutations: 3", "permutations: 1").replace("[epochs, curves]", "[]"))
    return (tiny, "--plugin", folder / "sleepy.py")


def run_and_kill(
    command: tuple[Path | str, ...], folder: Path, real: Cluster
) -> tuple[CompletedProcess[str], int]:
    """The run on the cluster, and the process that the slow cell began in, which is killed."""
    for mark in began(folder).values():
        mark.unlink()
    killed: list[int] = []

    def kill() -> None:
        while not began(folder):
            time.sleep(0.02)
        killed.extend(began(folder))
        os.kill(killed[0], signal.SIGKILL)

    killing = threading.Thread(target=kill, daemon=True)
    killing.start()
    there = olrun(*command, "--out", folder / "there", "--scheduler", real.address)
    killing.join()
    return there, killed[0]


def began(folder: Path) -> dict[int, Path]:
    """The processes in which a slow cell began, and their marks."""
    return {int(mark.name.partition("-")[2]): mark for mark in folder.glob("began-*")}


def test_a_worker_that_is_killed_costs_nothing(tiny: Path, tmp_path: Path, real: Cluster) -> None:
    """The digest is that of one job on this machine."""
    slow = one_slow_cell(tiny, tmp_path)
    told = olrun(*slow, "--out", tmp_path / "here", "--jobs", "1")
    there, killed = run_and_kill(slow, tmp_path, real)
    assert there.returncode == 0, there.stderr
    assert began(tmp_path).keys() == {worker.pid for worker in real.workers}, "it began again in the other"
    assert [worker.pid for worker in real.workers if worker.poll() is not None] == [killed]
    assert digest(there.stdout) == digest(told.stdout)


@pytest.mark.parametrize("small", [0, cluster.SMALL])
def test_data_that_are_lost_with_the_last_worker_are_sent_again(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: int
) -> None:
    """Its nanny replaces it, by one that has nothing; small data are sent with their cells."""
    monkeypatch.setattr(cluster, "SMALL", small)
    slow = one_slow_cell(tiny, tmp_path)
    told = olrun(*slow, "--out", tmp_path / "here", "--jobs", "1")
    real = Cluster(tmp_path, "--nanny", workers=1)
    try:
        there, killed = run_and_kill(slow, tmp_path, real)
    finally:
        real.close()
    assert there.returncode == 0, there.stderr
    assert began(tmp_path).keys() > {killed}
    assert digest(there.stdout) == digest(told.stdout)


@pytest.mark.parametrize(("failures", "small"), [("0", cluster.SMALL), ("3", 0)])
def test_a_cell_that_kills_its_workers_does_not_take_its_chunk_with_it(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: str, small: int
) -> None:
    """Dask gives the chunk up, or drops it with its data; its cells are sent again, each by itself."""
    monkeypatch.setattr(cluster, "WORKERS_TIMEOUT", 60.0)
    monkeypatch.setattr(cluster, "CHUNKS_PER_THREAD", 1)
    monkeypatch.setattr(cluster, "MOST_LOSSES", 0)
    monkeypatch.setattr(cluster, "SMALL", small)
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", failures)
    (tmp_path / "deadly.py").write_text(DEADLY)
    (tmp_path / "deaths").write_text("1000")
    learners = "learners:\n  Mortal: {learner: mortal}\n  Follower: {learner: follower}\n"
    text = re.sub(r"learners:\n.*\n.*\n", learners, tiny.read_text())
    tiny.write_text(text.replace("permutations: 3", "permutations: 1").replace("[epochs, curves]", "[]"))
    real = Cluster(tmp_path, "--nanny", workers=1)
    try:
        plugin = ("--plugin", tmp_path / "deadly.py", "--out", tmp_path / "out")
        done = olrun(tiny, *plugin, "--scheduler", real.address)
    finally:
        real.close()
    assert len([*tmp_path.glob("death-*")]) == 2, done.stderr
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("olrun: ")]
    assert "Mortal, permutation 1: each worker that ran it died" in line
    assert "Follower" in (tmp_path / "out/tiny/runs.csv").read_text()


def test_a_cell_that_never_returns_fails_alone(tiny: Path, tmp_path: Path) -> None:
    """Its only worker goes on with the next cells of its chunk."""
    (tmp_path / "endless.py").write_text(SLEEPY.replace("Sleepy", "Endless").replace("0.01", "10_000"))
    learners = "learners:\n  Endless: {learner: endless}\n  PA: {learner: pa}\n"
    text = re.sub(r"learners:\n.*\n.*\n", learners, tiny.read_text())
    tiny.write_text(text.replace("permutations: 3", "permutations: 1").replace("[epochs, curves]", "[]"))
    real = Cluster(tmp_path, workers=1)
    # What waits for the cell would wait for ever.
    late = threading.Timer(60.0, real.scheduler.kill)
    late.start()
    try:
        plugin = ("--plugin", tmp_path / "endless.py", "--out", tmp_path / "out")
        done = olrun(tiny, *plugin, "--timeout", "1", "--scheduler", real.address)
    finally:
        late.cancel()
        real.close()
    assert done.returncode == 1, done
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("olrun: ")]
    assert "Endless, permutation 1: took more than 1 seconds" in line
    assert "PA" in (tmp_path / "out/tiny/runs.csv").read_text()


@pytest.mark.parametrize("victims", ["workers", "scheduler"])
def test_without_workers_or_a_scheduler_there_is_one_line_within_seconds(
    tiny: Path, tmp_path: Path, real: Cluster, victims: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WORKERS_TIMEOUT", 3.0)
    for each in real.workers if victims == "workers" else [real.scheduler]:
        threading.Timer(0.0 if victims == "workers" else 1.0, each.kill).start()
    text = (
        tiny.read_text().replace("permutations: 3", "permutations: 200").replace("epochs: 2", "epochs: 300")
    )
    tiny.write_text(text)
    begun = time.monotonic()
    with pytest.raises(OlrunError, match=r"no worker left|is gone|dropped cells|no Dask scheduler"):
        run(tiny, out=tmp_path / "out", scheduler=real.address)
    assert time.monotonic() - begun < 60


def test_a_scheduler_that_stops_is_one_line(
    tiny: Path, tmp_path: Path, real: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its machine sleeps, perhaps: all connections stand, and nothing comes."""
    monkeypatch.setattr(cluster_client, "ANSWER_TIMEOUT", 2.0)
    (tmp_path / "sleepy.py").write_text(SLEEPY)
    tiny.write_text(tiny.read_text().replace("learners:\n", "learners:\n  Sleepy: {learner: sleepy}\n"))

    def stop() -> None:
        while not began(tmp_path):
            time.sleep(0.05)
        real.scheduler.send_signal(signal.SIGSTOP)

    threading.Thread(target=stop, daemon=True).start()
    try:
        plugin = ("--plugin", tmp_path / "sleepy.py", "--out", tmp_path / "out")
        done = olrun(tiny, *plugin, "--scheduler", real.address)
    finally:
        real.scheduler.send_signal(signal.SIGCONT)
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("olrun: ")]
    assert f"the Dask scheduler at {real.address} has not answered for 2 seconds; finished cells" in line


@pytest.mark.parametrize("protocol", ["tcp", "tls"])
def test_what_accepts_and_never_answers_is_one_line(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: str
) -> None:
    """However the scheduler is named: by its address, by a file that it wrote, by Dask's configuration."""
    monkeypatch.setattr(cluster_client, "SCHEDULER_TIMEOUT", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{protocol}://127.0.0.1:{server.getsockname()[1]}"
        (tmp_path / "scheduler.json").write_text(json.dumps({"type": "Scheduler", "address": address}))
        monkeypatch.setitem(pytest.importorskip("dask").config.config, "scheduler-address", address)
        for named in (address, str(tmp_path / "scheduler.json"), "dask"):
            with pytest.raises(OlrunError, match=f"no Dask scheduler answers at {address}") as failed:
                run(tiny, out=tmp_path / "out", scheduler=named)
            assert str(failed.value).isprintable()


@pytest.mark.parametrize("named", ["tls://127.0.0.1:5", "foo://127.0.0.1:5", "", "http"])
def test_an_address_without_a_scheduler_is_one_line_and_nothing_after_it(
    tiny: Path, tmp_path: Path, named: str
) -> None:
    """In a process of its own: Dask has its say when that ends. `http` is a server of another kind."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=say_http, args=(server,), daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}" if named == "http" else named
        command = [sys.executable, "-m", "onlinelearn", str(tiny), "--out", str(tmp_path / "out")]
        begun = time.monotonic()
        done = subprocess.run(
            [*command, "--scheduler", address], capture_output=True, text=True, check=False, timeout=60
        )
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"olrun: no Dask scheduler answers at {address} (")
    assert (done.returncode, done.stdout) == (1, "")
    assert time.monotonic() - begun < 45, "ten seconds to wait, and what it takes to begin"


def say_http(server: socket.socket) -> None:
    """Answer whoever comes as a web server would."""
    with suppress(OSError):  # it was closed
        while True:
            there, _ = server.accept()
            there.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n" * 20)
            there.close()


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("dask", "Dask's configuration names no scheduler; set DASK_SCHEDULER_ADDRESS"),
        ("missing.json", "cannot read the scheduler file missing.json: No such file"),
        ("damaged.json", "damaged.json is no file of a Dask scheduler"),
    ],
)
def test_a_scheduler_that_nothing_names_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "damaged.json").write_text('{"address": 3}')
    with pytest.raises(OlrunError, match=said):
        scheduler_address(named)


def test_a_worker_with_other_code_or_another_peer_refuses_the_cell() -> None:
    """Both are looked at before the learner is unpacked: what stands for it here could not be."""
    code = cell_code_digest(*cell_modules(registry()["pa"]))
    task: Any = None
    for name, there, package, said in (
        ("pa", "0" * 64, "", "the worker has another version of onlinelearn; install the same one there"),
        ("pa", code, "river 0.0", "the worker lacks river 0.0; install that version there"),
    ):
        learner = cluster_worker.SentLearner(name, there, package, b"no pickle")
        (ended,) = cluster_worker.run_chunk([(learner, task)], [task], NO_UPKEEP)
        assert isinstance(ended, OlrunError)
        assert said in str(ended)


def test_workers_with_other_versions_are_told_in_a_line(
    tiny: Path,
    tmp_path: Path,
    real: Cluster,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is no failure: results should have the same bits, and where they have not, this may be why."""
    versions = pytest.importorskip("distributed.versions")
    tiny.write_text(tiny.read_text().replace("[epochs, curves]", "[]"))
    run(tiny, out=tmp_path / "same", scheduler=real.address)
    assert "other versions" not in caplog.text
    whole = versions.get_versions

    def older(packages: Any = None) -> Any:
        told = whole(packages)
        return told | {"packages": told["packages"] | {"numba": "0.1"}}

    monkeypatch.setattr(versions, "get_versions", older)
    assert not run(tiny, out=tmp_path / "other", scheduler=real.address).failures
    (line,) = [line for line in caplog.messages if "other versions" in line]
    assert line.endswith(f"other bits: numba {metadata.version('numba')} on 2 of 2 workers, 0.1 here")


@pytest.mark.parametrize(("small", "what"), [(0, "data"), (cluster.SMALL, "cells")])
def test_workers_that_lack_our_package_are_one_line(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small: int, what: str
) -> None:
    monkeypatch.setattr(cluster, "SMALL", small)
    (tmp_path / "there").mkdir()
    (tmp_path / "there/onlinelearn.py").write_text("raise ImportError('not here')\n")
    real = Cluster(tmp_path / "there", "--nanny", workers=1)
    try:
        done = olrun(tiny, "--out", tmp_path / "out", "--scheduler", real.address)
    finally:
        real.close()
    assert done.returncode == 1
    (line,) = [line for line in done.stderr.splitlines() if line.startswith("olrun: ")]
    assert f"the workers of the Dask cluster can't take the {what} (" in line
    assert re.search(r"ImportError.*not here.*install the same packages there", line)


def test_a_worker_that_dies_while_it_takes_the_data_costs_nothing(
    tiny: Path, tmp_path: Path, real: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    whole, lost = distributed.Client.scatter, [OSError("a connection was closed")] * 2

    def scatter(*arguments: Any, **options: Any) -> Any:
        if lost:
            raise lost.pop()
        return whole(*arguments, **options)

    monkeypatch.setattr(cluster, "SMALL", 0)
    monkeypatch.setattr(distributed.Client, "scatter", scatter)
    tiny.write_text(tiny.read_text().replace("[epochs, curves]", "[]"))
    assert not run(tiny, out=tmp_path / "out", scheduler=real.address).failures
    assert not lost
    lost.extend([OSError("a connection was closed")] * 3)
    with pytest.raises(OlrunError, match="is gone"):
        run(tiny, out=tmp_path / "again", scheduler=real.address)


def test_large_data_are_sent_once_and_small_ones_with_their_cells(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the three permutations has a split of its own, which both learners learn from."""
    distributed = pytest.importorskip("distributed")
    sent: list[Any] = []
    chunks: list[int] = []
    scatter, submit = distributed.Client.scatter, distributed.Client.submit

    def counted(self: Any, data: Any, **options: Any) -> Any:
        sent.append(options)
        return scatter(self, data, **options)

    def counted_chunk(self: Any, function: Any, cells: Any, *arguments: Any, **options: Any) -> Any:
        chunks.append(len(cells))
        return submit(self, function, cells, *arguments, **options)

    monkeypatch.setattr(distributed.Client, "scatter", counted)
    monkeypatch.setattr(distributed.Client, "submit", counted_chunk)
    monkeypatch.setattr(cluster, "CHUNKS_PER_THREAD", 1)
    tiny.write_text(tiny.read_text() + "baselines: false\n")
    digests = set()
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://"
    ) as local:
        address = local.scheduler_address
        for small, scattered, sizes in ((0, 3, [2, 2, 2]), (cluster.SMALL, 0, [6])):
            monkeypatch.setattr(cluster, "SMALL", small)
            sent.clear()
            chunks.clear()
            result = run(tiny, out=tmp_path / f"out{small}", scheduler=address)
            assert not result.failures
            digests.add(result.digest)
            assert [each["broadcast"] for each in sent] == [True] * scattered
            assert chunks == sizes
        again = ("rerun", result.folder, "--out", tmp_path / "again", "--scheduler", address)
        assert olrun(*again).returncode == 0
    assert len(chunks) == 2, "a rerun goes there, too"
    assert len(digests) == 1
