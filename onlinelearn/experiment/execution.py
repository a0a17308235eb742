"""The execution of a worklist: its missing cells on this machine's cores, or on a cluster."""

import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass

from onlinelearn.base import files
from onlinelearn.base.errors import CutShortError
from onlinelearn.experiment.cell_store import Store
from onlinelearn.experiment.cell_upkeep import NO_UPKEEP, Upkeep
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.cluster import run_on_cluster
from onlinelearn.experiment.mid_stream_states import SUFFIX as STATE_SUFFIX
from onlinelearn.experiment.processes import processes
from onlinelearn.experiment.progress import show_progress
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.experiment.run_options import RunOptions
from onlinelearn.experiment.tuning import run_candidates
from onlinelearn.experiment.worklist import CellJob, Worklist

MOMENT = 0.02
"""Seconds for which the ends of jobs in threads gather."""

JobEnd = tuple[CellJob, Outcome | BaseException]
"""A job that has ended, with its outcome or what went wrong."""


@dataclass(frozen=True)
class Execution:
    """The outcomes of the cells, cached ones among them, and what went wrong, by cell or by data set."""

    outcomes: Mapping[Cell, Outcome]
    failures: Mapping[str, BaseException]

    def followed_by(self, later: "Execution") -> "Execution":
        """Both in one; the later one knows the outcomes of this one."""
        return Execution(later.outcomes, {**self.failures, **later.failures})


def execute(worklist: Worklist, options: RunOptions) -> Execution:
    """Run the missing cells, and keep each outcome as soon as it is known."""
    workers, store, upkeep = options.jobs or os.cpu_count() or 1, options.store, options.upkeep
    _tidy(worklist, store)
    outcomes = dict(worklist.cached)
    failures: dict[str, BaseException] = dict(worklist.unavailable)
    with closing(store), show_progress(worklist.missing, wanted=options.progress) as advance:
        for batch in worklist.batches():
            failures |= batch.failures
            for job, ended in run_jobs(batch.jobs, workers, upkeep, options.scheduler):
                advance(job.cell, ended)
                same_key = worklist.missing[job.cell]
                if isinstance(ended, BaseException):
                    if not isinstance(ended, CutShortError):
                        _drop_state(job, upkeep, store)
                    failures |= {str(cell): ended for cell in same_key}
                    if options.fail_fast:
                        return _execution(worklist, outcomes, failures)
                    continue
                if job.key is not None:
                    store.put(job.key, ended)
                    _drop_state(job, upkeep, store)
                for cell in same_key:
                    outcomes[cell] = worklist.read.shown(cell, ended)
    return _execution(worklist, outcomes, failures)


def _tidy(worklist: Worklist, store: Store) -> None:
    """Remove what an earlier run left that was killed: files half written, and states of finished cells."""
    files.sweep(store.folder)
    finished = {worklist.keys[cell] for cell in worklist.cached}
    for state in store.folder.glob(f"*{STATE_SUFFIX}"):
        if state.stem in finished:
            files.remove(state)


def _drop_state(job: CellJob, upkeep: Upkeep, store: Store) -> None:
    """Remove the state of a cell that has ended, if there is one, after its outcome is safe."""
    state = upkeep.state_file(job.key)
    if state is not None and state.exists():
        store.sync()
        files.remove(state.path)


def _execution(
    worklist: Worklist, outcomes: Mapping[Cell, Outcome], failures: Mapping[str, BaseException]
) -> Execution:
    """The failures in the order of the cells: which is the first must not depend on who was fastest."""
    if not failures:
        return Execution(outcomes, failures)
    every = (*worklist.cells, *(baseline.cell for baseline in worklist.baselines))
    names = dict.fromkeys(name for cell in every for name in (cell.dataset.label, str(cell)))
    return Execution(outcomes, {name: failures[name] for name in names if name in failures})


def run_jobs(
    jobs: Sequence[CellJob], workers: int, upkeep: Upkeep = NO_UPKEEP, scheduler: str | None = None
) -> Iterator[JobEnd]:
    """Run them all, and yield each as it ends. A consumer that stops early cancels what has not begun."""
    if not jobs:
        return
    if scheduler is not None:
        yield from run_on_cluster(jobs, scheduler, upkeep.timeout)
        return
    # One pool after the other, so that never more than `workers` cells run at once.
    threads = [job for job in jobs if job.compiled]
    if threads:
        with _threads(workers) as pool:
            yield from _some_at_a_time(pool, min(workers, len(threads)), deque(threads), upkeep)
    others = [job for job in jobs if not job.compiled]
    if others:
        with _threads(workers) as pool, processes(workers, upkeep) as run:
            yield from _as_they_end({pool.submit(run, job): job for job in others})


def _some_at_a_time(pool: Executor, workers: int, left: deque[CellJob], upkeep: Upkeep) -> Iterator[JobEnd]:
    """The jobs a moment after they end: to wake for each by itself takes longer than to run a small one."""
    ends: deque[JobEnd] = deque()
    running = {pool.submit(_run_all, left, upkeep, ends) for _ in range(workers)}
    try:
        while running:
            done, running = wait(running, MOMENT)
            while ends:
                yield ends.popleft()
            for each in done:
                each.result()  # raises what no job did
    finally:
        left.clear()


def _run_all(left: deque[CellJob], upkeep: Upkeep, ends: deque[JobEnd]) -> None:
    """Run jobs until none is left."""
    while left:
        try:
            job = left.popleft()
        except IndexError:  # another thread took the last one
            return
        try:
            ends.append((job, _run(job, upkeep)))
        except BaseException as error:
            ends.append((job, error))


def _run(job: CellJob, upkeep: Upkeep) -> Outcome:
    learner = job.cell.learner
    progress = upkeep.begin(job.key)
    return run_candidates(learner.entry.make, learner.candidates, job.data, job.cell.task, progress)


@contextmanager
def _threads(workers: int) -> Iterator[Executor]:
    """Threads; whoever leaves early, by an interrupt for example, does not wait for those that compute."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _as_they_end(futures: dict[Future[Outcome], CellJob]) -> Iterator[JobEnd]:
    """The jobs as they end; what has been handed on is held no longer."""
    try:
        for future in as_completed(list(futures)):
            yield futures.pop(future), future.exception() or future.result()
    finally:
        for future in futures:
            future.cancel()
