"""Cells in processes of their own: a worker that dies is replaced, and its cell is tried again."""

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue
from typing import Any

from onlinelearn.base.errors import CellTimeoutError, CutShortError
from onlinelearn.experiment.cell_upkeep import Upkeep
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.experiment.sent_learners import packed, ready, run_packed, watch_parent
from onlinelearn.experiment.worklist import CellJob

DEATHS = 3
"""How many workers may die of a cell before it counts as failed."""

SAFE_PATH = {"PYTHONSAFEPATH": "1"}
"""The environment that keeps the working folder off a child's path: it may hold any code, and what is
started by `python -c` or `python -m`, as loky's processes are, would import from it first."""

GRACE = 10.0
"""Seconds after its timeout at which the worker of a cell is killed: between two blocks it ends by itself."""


@contextmanager
def processes(workers: int, upkeep: Upkeep) -> Iterator[Callable[[CellJob], Outcome]]:
    """A function that runs a cell in one of so many processes, to be called from as many threads."""
    free: SimpleQueue[_Seat] = SimpleQueue()
    with ExitStack() as seats:
        for _ in range(workers):
            free.put(seats.enter_context(_Seat(upkeep)))

        def run(job: CellJob) -> Outcome:
            seat = free.get()
            try:
                return seat.run(job)
            finally:
                free.put(seat)

        yield run


class _Seat:
    """A place for one worker, which is started when it is needed, and again when it has died.

    With one pool for all workers, a death would take the cells of the others with it.
    """

    def __init__(self, upkeep: Upkeep) -> None:
        self._upkeep = upkeep
        self._pool: Any = None
        self._closed = False

    def __enter__(self) -> "_Seat":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._closed = True
        with _silent_managers():
            self._end(kill=kind is not None)

    def run(self, job: CellJob) -> Outcome:
        """The outcome of the cell; CutShortError if it takes too long, or its workers die."""
        for _ in range(DEATHS):
            try:
                return self._run(job)
            except BrokenExecutor as error:
                last = error
                self._end(kill=True)
                if self._closed:
                    break
        raise CutShortError(
            f"its worker died {DEATHS} times{_signal(last)}, out of memory perhaps; try fewer --jobs"
        )

    def _run(self, job: CellJob) -> Outcome:
        cell, timeout = job.cell, self._upkeep.timeout
        pool = self._started()
        future = pool.submit(run_packed, packed(cell.learner), job.data, cell.task, self._upkeep, job.key)
        try:
            outcome: Outcome = future.result(None if timeout is None else timeout + GRACE)
        except TimeoutError:
            if timeout is None or future.done():  # the learner's own
                raise
            self._end(kill=True)
            raise CellTimeoutError(timeout) from None
        return outcome

    def _started(self) -> Executor:
        """A pool of one worker that is ready: what it takes to start is not the cell's time.

        It never imports the user's script, so that this needs no guard.
        """
        from joblib.externals.loky import ProcessPoolExecutor

        if self._closed:  # by an interrupt, while this thread waited for the seat
            raise CutShortError("interrupted")
        if self._pool is None:
            _start_silent_trackers()
            parent = os.getpid()
            self._pool = ProcessPoolExecutor(1, initializer=watch_parent, initargs=(parent,), env=SAFE_PATH)
            self._pool.submit(ready).result()
        pool: Executor = self._pool
        return pool

    def _end(self, *, kill: bool) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(kill_workers=kill)


_one_at_a_time = threading.Lock()


def _start_silent_trackers() -> None:
    """Start the processes that free what a killed run leaves, loky's and Python's, which would say a word.

    They take their filters of warnings and their environment from this process, when they are started.
    """
    from multiprocessing import resource_tracker as of_python

    from joblib.externals.loky.backend import resource_tracker as of_loky

    with _one_at_a_time:
        before = {name: os.environ.get(name) for name in SAFE_PATH}
        sys.warnoptions.append("ignore:resource_tracker:UserWarning")
        os.environ.update(SAFE_PATH)
        try:
            of_loky.ensure_running()
            of_python.ensure_running()
        finally:
            sys.warnoptions.pop()
            for name, value in before.items():
                if value is None:
                    del os.environ[name]
                else:
                    os.environ[name] = value


@contextmanager
def _silent_managers() -> Iterator[None]:
    """No traceback of the thread of a pool that is killed while it is handed a cell, and misses that one."""
    from joblib.externals.loky.process_executor import _ExecutorManagerThread

    told = threading.excepthook

    def tell(failed: threading.ExceptHookArgs) -> None:
        if not (issubclass(failed.exc_type, KeyError) and isinstance(failed.thread, _ExecutorManagerThread)):
            told(failed)

    threading.excepthook = tell
    try:
        yield
    finally:
        threading.excepthook = told


def _signal(error: BaseException) -> str:
    """How the worker ended, where that is known: ` (SIGKILL(-9))`."""
    told = re.search(r"\{([\w(), -]+)\}", str(error))
    return f" ({told[1]})" if told else ""
