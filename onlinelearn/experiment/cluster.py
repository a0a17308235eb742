"""Cells on a Dask cluster: data are sent once, cells go in chunks, and what dies is told in one line."""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from onlinelearn.base.errors import OlrunError
from onlinelearn.experiment.cells import cell_code_digest, cell_modules
from onlinelearn.experiment.protocol import Outcome, Prepared, Task
from onlinelearn.experiment.sent_learners import packed, run_packed
from onlinelearn.experiment.worklist import CellJob
from onlinelearn.learners import registry
from onlinelearn.learners.peers import version_here

SCHEDULER_TIMEOUT = 10.0
"""Seconds to wait for a scheduler, and for workers to come back."""

LOOK_EVERY = 1.0
"""Seconds between two looks at whether scheduler and workers are still there."""

CHUNKS_PER_THREAD = 8
LARGEST_CHUNK = 50
"""Cells of one chunk at most: what a worker that dies has to compute again."""

SentCell = tuple[str, str, str, bytes, Task]
"""A cell for a worker: the learner's name, the digest of our code, its package, the learner, the task."""

ChunkEnd = list[Outcome | Exception]


def run_on_cluster(
    jobs: Sequence[CellJob], scheduler: str
) -> Iterator[tuple[CellJob, Outcome | BaseException]]:
    """Run the jobs on the cluster, and yield each as it ends."""
    with _connected(scheduler) as client:
        try:
            waiting = _submit(jobs, client)
        except OSError as error:  # TimeoutError and Dask's own on closed connections are such
            raise OlrunError(f"the Dask cluster at {scheduler} has no worker left ({error})") from error
        try:
            yield from _as_they_end(waiting, client, scheduler)
        finally:
            with suppress(Exception):  # a client that lost its scheduler can't, and need not
                client.cancel(list(waiting), force=True)


@contextmanager
def _connected(scheduler: str) -> Iterator[Any]:
    """A client of the scheduler; OlrunError within seconds if none answers there."""
    try:
        from distributed import Client
    except ImportError:
        raise OlrunError("--scheduler needs Dask: pip install 'onlinelearn[cluster]'") from None
    made: list[Any] = []

    def connect() -> None:
        try:
            made.append(Client(scheduler, timeout=SCHEDULER_TIMEOUT, set_as_default=False))
        except Exception as error:  # whatever stands at that address may answer anything
            made.append(error)

    with _quiet():
        # In a thread of its own: what accepts and never answers would hold us for ever.
        knocking = threading.Thread(target=connect, daemon=True)
        knocking.start()
        knocking.join(1.5 * SCHEDULER_TIMEOUT)
        found: Any = made[0] if made else "it accepts, and says nothing"
        if not made or isinstance(found, Exception):
            told = " ".join(str(found).split()) or type(found).__name__
            raise OlrunError(f"no Dask scheduler answers at {scheduler} ({told})") from None
        try:
            yield found
        finally:
            with suppress(Exception):  # what is wrong with the cluster was said before
                found.close(timeout=1)


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask's own words on what it lost are left out: ours are one line."""
    log = logging.getLogger("distributed")
    before, log.disabled = log.level, False
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)


def _submit(jobs: Sequence[CellJob], client: Any) -> dict[Any, list[CellJob]]:
    """Send each data set once, to every worker, and the cells in chunks that share their data."""
    sharing: dict[int, list[CellJob]] = {}
    for job in jobs:
        sharing.setdefault(id(job.data), []).append(job)
    threads = sum(each["nthreads"] for each in client.scheduler_info()["workers"].values())
    size = min(max(len(jobs) // (CHUNKS_PER_THREAD * max(threads, 1)), 1), LARGEST_CHUNK)
    waiting = {}
    for same in sharing.values():
        data = client.scatter(same[0].data, broadcast=True, hash=False)
        for start in range(0, len(same), size):
            chunk = same[start : start + size]
            cells = [_sent(job) for job in chunk]
            waiting[client.submit(_run_chunk, cells, data, pure=False)] = chunk
    return waiting


def _as_they_end(
    waiting: dict[Any, list[CellJob]], client: Any, scheduler: str
) -> Iterator[tuple[CellJob, Outcome | BaseException]]:
    """Take chunks from those that wait as they end; OlrunError if scheduler or workers are gone."""
    seen, some_ended = time.monotonic(), threading.Event()
    for future in waiting:
        future.add_done_callback(lambda _: some_ended.set())
    while waiting:
        some_ended.clear()
        ended = [future for future in waiting if future.done()]
        for future in ended:
            chunk = waiting.pop(future)
            yield from zip(chunk, _results(future, len(chunk), scheduler), strict=True)
            future.release()
        if ended:
            seen = time.monotonic()
            continue
        if client.status != "running":
            raise OlrunError(
                f"the Dask scheduler at {scheduler} is gone; finished cells are kept, and the same "
                "command goes on from there"
            )
        if client.scheduler_info()["workers"]:
            seen = time.monotonic()
        elif time.monotonic() - seen > SCHEDULER_TIMEOUT:
            raise OlrunError(
                f"the Dask cluster at {scheduler} has no worker left; finished cells are kept: start "
                "workers, and the same command goes on from there"
            )
        some_ended.wait(LOOK_EVERY)


def _results(future: Any, n: int, scheduler: str) -> Sequence[Outcome | BaseException]:
    """The outcomes of a chunk, or the one reason why it has none."""
    if future.status == "finished":
        found: ChunkEnd = future.result()
        return found
    if future.status == "cancelled":
        raise OlrunError(
            f"the Dask scheduler at {scheduler} dropped cells; finished ones are kept, and the same command "
            "goes on from there"
        )
    error = future.exception()
    if type(error).__name__ == "KilledWorker":
        error = OlrunError("each worker that ran it died, out of memory perhaps")
    return [error] * n


def _sent(job: CellJob) -> SentCell:
    learner = job.cell.learner
    code = cell_code_digest(*cell_modules(registry().get(learner.learner)))
    return learner.learner, code, learner.entry.package, packed(learner), job.cell.task


def _run_chunk(cells: Sequence[SentCell], data: Prepared) -> ChunkEnd:
    """On a worker: run the cells one after the other; one that fails leaves the others alone."""
    return [_ended(cell, data) for cell in cells]


def _ended(cell: SentCell, data: Prepared) -> Outcome | Exception:
    try:
        return _run_same_code(*cell, data)
    except Exception as error:  # sent back, and reported by its cell
        return error


def _run_same_code(name: str, code: str, package: str, learner: bytes, task: Task, data: Prepared) -> Outcome:
    """Run the cell, if our code there is the code here, and a peer's too."""
    if cell_code_digest(*cell_modules(registry().get(name))) != code:
        raise OlrunError("the worker has another version of onlinelearn; install the same one there")
    if package and package != version_here(package.rpartition(" ")[0]):
        raise OlrunError(f"the worker lacks {package}; install that version there")
    return run_packed(learner, data, task)
