"""Cells on a Dask cluster: they go in chunks, large data once to all, and what dies is told in one line."""

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from typing import Any

from onlinelearn.base.error_text import described
from onlinelearn.base.errors import OlrunError
from onlinelearn.experiment.cell_upkeep import Upkeep
from onlinelearn.experiment.cells import cell_code_digest, cell_modules
from onlinelearn.experiment.cluster_client import connected, tell_other_versions, threads_by_worker
from onlinelearn.experiment.cluster_worker import ChunkEnd, SentCell, SentLearner, run_chunk
from onlinelearn.experiment.protocol import Outcome, Prepared
from onlinelearn.experiment.scheduler_address import scheduler_address
from onlinelearn.experiment.sent_learners import packed
from onlinelearn.experiment.worklist import CellJob
from onlinelearn.learners import registry

log = logging.getLogger(__name__)

WORKERS_TIMEOUT = 10.0
"""Seconds to wait for workers to come back."""

AGAIN_AFTER = 2.0
"""Seconds before data that were lost are sent again: a cluster takes a moment to know who is gone."""

LOOK_EVERY = 1.0
"""Seconds between two looks at whether scheduler and workers are still there."""

CHUNKS_PER_THREAD = 8
LARGEST_CHUNK = 50
"""Cells of one chunk at most: what a worker that dies has to compute again."""

SMALL = 2**16
"""Bytes of data that go with a chunk: to send them to all workers takes longer than to run a small cell."""

MOST_LOSSES = 2
"""How often a chunk is sent again, if all workers that had its data have died."""


def run_on_cluster(
    jobs: Sequence[CellJob], scheduler: str, timeout: float | None = None
) -> Iterator[tuple[CellJob, Outcome | BaseException]]:
    """Run the jobs on the cluster, and yield each as it ends; `timeout` is a cell's, in seconds."""
    scheduler = scheduler_address(scheduler)
    with connected(scheduler) as client:
        chunks = _Chunks(client, scheduler, Upkeep(timeout=timeout))
        try:
            tell_other_versions(client)
            chunks.send_all(jobs)
            yield from _as_they_end(chunks, client, scheduler)
        except OSError as error:  # TimeoutError and Dask's own on closed connections are such
            lost = "cluster", "has no worker left"
            if not isinstance(error, TimeoutError):
                lost = "scheduler", "is gone"
            raise OlrunError(
                f"the Dask {lost[0]} at {scheduler} {lost[1]} ({described(error)}); finished cells are kept, "
                "and the same command goes on from there"
            ) from error
        finally:
            with suppress(Exception):  # a client that lost its scheduler can't, and need not
                client.cancel(list(chunks.waiting), force=True)


class _Chunks:
    """The cells that were sent, in chunks that share their data."""

    def __init__(self, client: Any, scheduler: str, upkeep: Upkeep) -> None:
        self._client, self._scheduler, self._upkeep = client, scheduler, upkeep
        self._data: dict[int, Any] = {}
        """What stands for the data that were sent to all workers: those that are not small."""
        self._learners: dict[int, SentLearner] = {}
        self.waiting: dict[Any, list[CellJob]] = {}
        """The chunks whose results have not come."""
        self.some_ended = threading.Event()
        self._losses: Counter[int] = Counter()
        self._suspects: deque[CellJob] = deque()
        self._under_suspicion: Any = None

    def send_all(self, jobs: Sequence[CellJob]) -> None:
        """Send large data once, to every worker, and the cells in chunks: those of small data together."""
        sharing: dict[int | None, list[CellJob]] = {}
        for job in jobs:
            sharing.setdefault(None if _is_small(job.data) else id(job.data), []).append(job)
        threads = _threads(self._client, self._scheduler)
        size = min(max(len(jobs) // (CHUNKS_PER_THREAD * max(threads, 1)), 1), LARGEST_CHUNK)
        for number, same in sharing.items():
            if number is not None:
                self._scatter(same[0].data)
            for start in range(0, len(same), size):
                self._send(same[start : start + size])

    def may_send_again(self, chunk: Sequence[CellJob], future: Any) -> bool:
        """Whether Dask dropped a chunk, whose data were lost with the last worker that had them."""
        if future.status != "cancelled":
            return False
        self._losses.update(map(id, chunk))
        return max(self._losses[id(job)] for job in chunk) <= MOST_LOSSES

    def send_again(self, chunk: list[CellJob], dropped: Any) -> None:
        """Send a chunk that was dropped, and its data, if others have not sent these again before."""
        sent_before = self._data.get(id(chunk[0].data))
        if sent_before is not None and sent_before.status != "finished":
            time.sleep(AGAIN_AFTER)
            self._scatter(chunk[0].data)
        sent = self._send(chunk)
        if dropped is self._under_suspicion:
            self._under_suspicion = sent

    def suspect(self, chunk: Sequence[CellJob]) -> None:
        """Try the cells of a chunk again that Dask gave up: one of them may be the end of its workers."""
        self._suspects += chunk
        for job in chunk:
            del self._losses[id(job)]

    def send_suspect(self) -> None:
        """Send the next suspect, if none is under way: each by itself, so that it is known who did it.

        Its data go once more, too: the last worker that had them may be among the dead.
        """
        if self._suspects and self._under_suspicion not in self.waiting:
            job = self._suspects.popleft()
            if id(job.data) in self._data:
                self._scatter(job.data)
            self._under_suspicion = self._send([job])

    def _scatter(self, data: Prepared, tries: int = 1 + MOST_LOSSES) -> None:
        """Send data to all workers; again, if one is lost meanwhile, which Dask tells in several ways."""
        try:
            self._data[id(data)] = self._sent_to_all(data)
        except TimeoutError:  # no worker is left
            raise
        except Exception as error:  # whatever a worker raises that can't take them; or Dask, if one has died
            if tries > 1 and self._client.status == "running":
                time.sleep(AGAIN_AFTER)
                self._scatter(data, tries - 1)
                return
            if isinstance(error, OSError):
                raise
            raise _cant_take("data", error) from error

    def _sent_to_all(self, data: Prepared) -> Any:
        """What stands for the data. Dask waits for ever if a worker dies meanwhile: then OSError."""
        before = _workers(self._client, self._scheduler)
        scattered: Future[Any] = Future()

        def scatter() -> None:
            try:
                scattered.set_result(self._client.scatter(data, broadcast=True, hash=False))
            except BaseException as error:
                scattered.set_exception(error)

        threading.Thread(target=scatter, daemon=True).start()  # no end of the process waits for it
        while not wait([scattered], LOOK_EVERY).done:
            is_less = self._client.status != "running" or before - _workers(self._client, self._scheduler)
            if is_less and not wait([scattered], WORKERS_TIMEOUT).done:
                raise OSError("a worker was lost while it was sent data")
        return scattered.result()

    def _send(self, chunk: list[CellJob]) -> Any:
        data = [self._data.get(id(job.data), job.data) for job in chunk]
        cells = [self._sent(job) for job in chunk]
        future = self._client.submit(run_chunk, cells, data, self._upkeep, pure=False)
        self.waiting[future] = chunk
        future.add_done_callback(lambda _: self.some_ended.set())
        return future

    def _sent(self, job: CellJob) -> SentCell:
        """The cell with its learner, which is packed once: in a chunk, pickle then writes it once, too."""
        learner = job.cell.learner
        if id(learner) not in self._learners:
            code = cell_code_digest(*cell_modules(registry().get(learner.learner)))
            sent = SentLearner(learner.learner, code, learner.entry.package, packed(learner))
            self._learners[id(learner)] = sent
        return self._learners[id(learner)], job.cell.task


def _as_they_end(
    chunks: _Chunks, client: Any, scheduler: str
) -> Iterator[tuple[CellJob, Outcome | BaseException]]:
    """Take chunks from those that wait as they end; OlrunError if scheduler or workers are gone."""
    seen, waiting = time.monotonic(), chunks.waiting
    while waiting:
        chunks.some_ended.clear()
        ended = [future for future in waiting if future.done()]
        for future in ended:
            chunk = waiting.pop(future)
            if future.status == "cancelled" and client.status != "running":
                raise _gone(scheduler)
            if chunks.may_send_again(chunk, future):
                chunks.send_again(chunk, future)
            elif len(chunk) > 1 and _lost_workers(future):
                chunks.suspect(chunk)
            else:
                yield from zip(chunk, _results(future, len(chunk)), strict=True)
            future.release()
        chunks.send_suspect()
        if ended:
            seen = time.monotonic()
            continue
        if client.status != "running":
            raise _gone(scheduler)
        if _threads(client, scheduler):
            seen = time.monotonic()
        elif time.monotonic() - seen > WORKERS_TIMEOUT:
            raise OlrunError(
                f"the Dask cluster at {scheduler} has no worker left; finished cells are kept: start "
                "workers, and the same command goes on from there"
            )
        chunks.some_ended.wait(LOOK_EVERY)


def _gone(scheduler: str) -> OlrunError:
    return OlrunError(
        f"the Dask scheduler at {scheduler} is gone; finished cells are kept, and the same command goes on "
        "from there"
    )


def _cant_take(what: str, error: BaseException) -> OlrunError:
    return OlrunError(
        f"the workers of the Dask cluster can't take the {what} ({described(error)}); install the same "
        "packages there"
    )


def _workers(client: Any, scheduler: str) -> set[str]:
    return set(threads_by_worker(client, scheduler))


def _threads(client: Any, scheduler: str) -> int:
    """How many threads all workers have."""
    return sum(threads_by_worker(client, scheduler).values())


def _results(future: Any, n: int) -> Sequence[Outcome | BaseException]:
    """The outcomes of a chunk, or the one reason why it has none; OlrunError if no worker can take it."""
    if future.status == "finished":
        found: ChunkEnd = future.result()
        return found
    if _lost_workers(future):
        return [OlrunError("each worker that ran it died, out of memory perhaps")] * n
    error = future.exception()  # each cell's own is among the results: this one is of the whole chunk
    raise _cant_take("cells", error.__cause__ or error) from error


def _lost_workers(future: Any) -> bool:
    """Whether Dask gave a chunk up: one worker after the other died of it, or they had all of its data."""
    return future.status == "cancelled" or type(future.exception()).__name__ == "KilledWorker"


def _is_small(data: Prepared) -> bool:
    return data.size_in_memory <= SMALL
