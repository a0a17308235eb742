"""A chunk of cells on a Dask worker: one that fails or never returns leaves the others alone."""

import threading
from collections.abc import Sequence
from concurrent.futures import Future, wait
from typing import NamedTuple

from onlinelearn.base.errors import CellTimeoutError, OlrunError
from onlinelearn.experiment.cell_upkeep import Upkeep
from onlinelearn.experiment.cells import cell_code_digest, cell_modules
from onlinelearn.experiment.processes import GRACE
from onlinelearn.experiment.protocol import Outcome, Prepared, Task
from onlinelearn.experiment.sent_learners import run_packed
from onlinelearn.learners import registry
from onlinelearn.learners.peers import version_here


class SentLearner(NamedTuple):
    """A learner for a worker: its name, the digest of our code, its package, and itself."""

    name: str
    code: str
    package: str
    pack: bytes


SentCell = tuple[SentLearner, Task]
"""A cell for a worker."""

ChunkEnd = list[Outcome | Exception]


def run_chunk(cells: Sequence[SentCell], data: Sequence[Prepared], upkeep: Upkeep) -> ChunkEnd:
    """On a worker: run the cells one after the other; one that fails leaves the others alone."""
    return [_ended(cell, its_data, upkeep) for cell, its_data in zip(cells, data, strict=True)]


def _ended(cell: SentCell, data: Prepared, upkeep: Upkeep) -> Outcome | Exception:
    """How a cell ended; one that never returns is left behind in its thread, which nobody can end."""
    if upkeep.timeout is None:
        return _outcome(cell, data, upkeep)
    ended: Future[Outcome | Exception] = Future()

    def run() -> None:
        try:
            ended.set_result(_outcome(cell, data, upkeep))
        except BaseException as error:
            ended.set_exception(error)

    threading.Thread(target=run, daemon=True).start()  # no end of the worker waits for it
    if not wait([ended], upkeep.timeout + GRACE).done:
        return CellTimeoutError(upkeep.timeout)
    return ended.result()


def _outcome(cell: SentCell, data: Prepared, upkeep: Upkeep) -> Outcome | Exception:
    try:
        learner, task = cell
        return _run_same_code(learner, task, data, upkeep)
    except Exception as error:  # sent back, and reported by its cell
        return error


def _run_same_code(learner: SentLearner, task: Task, data: Prepared, upkeep: Upkeep) -> Outcome:
    """Run the cell, if our code there is the code here, and a peer's too."""
    package = learner.package
    if cell_code_digest(*cell_modules(registry().get(learner.name))) != learner.code:
        raise OlrunError("the worker has another version of onlinelearn; install the same one there")
    if package and package != version_here(package.rpartition(" ")[0]):
        raise OlrunError(f"the worker lacks {package}; install that version there")
    return run_packed(learner.pack, data, task, upkeep)
