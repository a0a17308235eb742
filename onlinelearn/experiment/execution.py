"""Cells on this machine's cores, or on a cluster."""

import socket
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from onlinelearn.base.errors import OlrunError
from onlinelearn.experiment.cells import Cell, cell_code_digest
from onlinelearn.experiment.protocol import Outcome, Prepared, Task, run_cell

PATIENCE = 10.0
"""Seconds to wait for a scheduler."""


@dataclass(frozen=True)
class Work:
    """A cell that is still to be run, with its learner and its data."""

    cell: Cell
    learner: Any
    data: Prepared

    @property
    def compiled(self) -> bool:
        """Compiled learners release the interpreter's lock, so that threads do for them."""
        return hasattr(self.learner, "step")


def execute(
    works: Sequence[Work], jobs: int, scheduler: str | None = None
) -> Iterator[tuple[Work, Outcome | BaseException]]:
    """Run them all; yield each as it ends, with its outcome or what went wrong.

    A consumer that stops early cancels what has not begun.
    """
    if scheduler is not None:
        with ExitStack() as stack:
            yield from _ended(_on_cluster(works, scheduler, stack))
        return
    # One pool after the other, so that never more than `jobs` cells run at once.
    threads = [work for work in works if work.compiled]
    if threads:
        with ThreadPoolExecutor(jobs) as pool:
            yield from _ended(_submitted(pool, threads))
    processes = [work for work in works if not work.compiled]
    if processes:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield from _ended(_submitted(pool, processes))


def _submitted(executor: Executor, works: Sequence[Work]) -> dict[Future[Outcome], Work]:
    return {executor.submit(run_cell, work.learner, work.data, work.cell.task): work for work in works}


def _ended(futures: Mapping[Future[Outcome], Work]) -> Iterator[tuple[Work, Outcome | BaseException]]:
    try:
        for future in as_completed(futures):
            yield futures[future], future.exception() or future.result()
    finally:
        for future in futures:
            future.cancel()


def _on_cluster(works: Sequence[Work], scheduler: str, stack: ExitStack) -> dict[Future[Outcome], Work]:
    """Dask's client has the interface of `concurrent.futures`; each data set is sent once."""
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise OlrunError("--scheduler needs Dask: pip install 'onlinelearn[cluster]'") from None
    try:
        # Knock first: a client that fails to connect complains at length, and again when it is freed.
        socket.create_connection(get_address_host_port(scheduler), timeout=PATIENCE).close()
        client = stack.enter_context(Client(scheduler, timeout=PATIENCE, set_as_default=False))
    except (OSError, ValueError) as error:
        raise OlrunError(f"no Dask scheduler answers at {scheduler} ({error})") from None
    executor = stack.enter_context(client.get_executor())
    sent: Mapping[int, Any] = {id(work.data): client.scatter(work.data) for work in works}
    return {
        executor.submit(
            _same_code,
            cell_code_digest(work.cell.learner.learner),
            work.learner,
            sent[id(work.data)],
            work.cell.task,
        ): work
        for work in works
    }


def _same_code(digest: str | None, learner: Any, data: Prepared, task: Task) -> Outcome:
    """On a worker: run the cell if the code there is the code here."""
    if digest is not None and cell_code_digest(learner.name) != digest:
        raise OlrunError("the worker has another version of onlinelearn; install the same one there")
    return run_cell(learner, data, task)
