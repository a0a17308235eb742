"""Chunks that Dask gave up, on a cluster that is made up: who ends its last worker is told, and no other."""

import threading
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from onlinelearn.experiment import cluster
from onlinelearn.experiment.cell_upkeep import NO_UPKEEP

WHERE = "tcp://made-up"


@pytest.fixture(autouse=True)
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "AGAIN_AFTER", 0.0)


class MadeUpFuture:
    """Cells that were sent."""

    def __init__(self, cells: Sequence[int]) -> None:
        self.cells, self.status = cells, "pending"

    def done(self) -> bool:
        return self.status != "pending"

    def result(self) -> list[str]:
        return ["ran"] * len(self.cells)

    def exception(self) -> None:
        return None

    def add_done_callback(self, _: Any) -> None:
        """Nobody waits."""

    def release(self) -> None:
        """Nothing is held."""


class MadeUpCluster:
    """One worker at a time, which runs what it gets in turns; some cells end it, and with it all data."""

    status = "running"
    scheduler = SimpleNamespace(ncores=None)

    def __init__(self, deadly: set[int]) -> None:
        self.deadly = deadly
        self.sent: list[MadeUpFuture] = []
        self.most_alone = 0

    def scatter(self, data: Any, **_: Any) -> Any:
        return SimpleNamespace(status="finished")

    def submit(self, _: Any, cells: Sequence[int], *__: Any, **___: Any) -> MadeUpFuture:
        future = MadeUpFuture(cells)
        self.sent.append(future)
        alone = sum(len(each.cells) == 1 for each in self.sent)
        self.most_alone = max(self.most_alone, alone)
        return future

    def sync(self, *_: Any, **__: Any) -> dict[str, int]:
        self.work()
        return {"worker": 1}

    def work(self, _: float = 0.0) -> None:
        """Run the next chunk: a deadly one first, since then it is worst."""
        if not self.sent:
            return
        deadly = [each for each in self.sent if self.deadly.intersection(each.cells)]
        if deadly:
            for each in self.sent:
                each.status = "cancelled"
            self.sent.clear()
        else:
            self.sent.pop(0).status = "finished"


@pytest.mark.parametrize("deadly", [{3}, {3, 5}, {0, 1, 2}])
def test_cells_that_end_the_last_worker_are_told_and_no_others(
    deadly: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster._Chunks, "_sent", lambda _, job: job.number)
    made_up = MadeUpCluster(deadly)
    chunks = cluster._Chunks(made_up, WHERE, NO_UPKEEP)
    data = SimpleNamespace()
    jobs: list[Any] = [SimpleNamespace(data=data, number=i) for i in range(8)]
    chunks._scatter(data)  # type: ignore[arg-type]
    chunks._send(jobs[:4])
    chunks._send(jobs[4:])
    monkeypatch.setattr(chunks, "some_ended", SimpleNamespace(clear=lambda: None, wait=made_up.work))
    ended: dict[int, Any] = {
        job.number: end  # type: ignore[attr-defined]
        for job, end in cluster._as_they_end(chunks, made_up, WHERE)
    }
    assert {number for number, end in ended.items() if end != "ran"} == deadly
    assert made_up.most_alone == 1, "suspects are sent one after the other"


@pytest.mark.parametrize("lost", [KeyError("tcp://gone"), OSError("gone"), RuntimeError("gone")])
def test_data_are_sent_again_if_a_worker_dies_meanwhile(
    lost: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask tells it in more than one way, by the address of the worker alone among them."""
    made_up, met = MadeUpCluster(set()), [lost]

    def scatter(*_: Any, **__: Any) -> str:
        if met:
            raise met.pop()
        return "sent"

    monkeypatch.setattr(made_up, "scatter", scatter)
    chunks = cluster._Chunks(made_up, WHERE, NO_UPKEEP)
    data: Any = SimpleNamespace()
    chunks._scatter(data)
    assert chunks._data == {id(data): "sent"}


def test_data_are_sent_again_if_dask_waits_for_a_dead_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = MadeUpCluster(set())
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(cluster, "WORKERS_TIMEOUT", 0.01)
    workers, never = [{"first": 1, "second": 1}, {"second": 1}], threading.Event()
    tries = []

    def scatter(*_: Any, **__: Any) -> str:
        tries.append(1)
        if len(tries) == 1:
            never.wait()
        return "sent"

    monkeypatch.setattr(made_up, "scatter", scatter)
    monkeypatch.setattr(made_up, "sync", lambda *_, **__: workers.pop(0) if workers else {"second": 1})
    chunks = cluster._Chunks(made_up, WHERE, NO_UPKEEP)
    data: Any = SimpleNamespace()
    chunks._scatter(data)
    never.set()
    assert (len(tries), chunks._data) == (2, {id(data): "sent"})
