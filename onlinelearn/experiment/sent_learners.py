"""Learners for another process: packed with their code, made there, with errors that can be sent back."""

import os
import pickle
import sys
import threading
import time

from onlinelearn.base.errors import LearnerError
from onlinelearn.base.raised_places import described_with_place, note_place
from onlinelearn.config import LearnerChoice
from onlinelearn.experiment.cell_upkeep import Upkeep
from onlinelearn.experiment.protocol import Outcome, Prepared, Task
from onlinelearn.experiment.tuning import run_candidates

SECONDS_BETWEEN_LOOKS = 1.0


def packed(learner: LearnerChoice) -> bytes:
    """The class and its parameters, of every candidate; a class from a script or a notebook with its code."""
    import cloudpickle

    pack: bytes = cloudpickle.dumps((learner.entry.make, [dict(each) for each in learner.candidates]))
    return pack


def run_packed(pack: bytes, data: Prepared, task: Task, upkeep: Upkeep, key: str | None = None) -> Outcome:
    """Make the learner and run the cell of this key; what it raises can be sent back."""
    make, candidates = pickle.loads(pack)  # from the process that runs the config # nosec B301
    try:
        return run_candidates(make, candidates, data, task, upkeep.begin(key))
    except Exception as error:
        if _can_be_sent(error):
            note_place(error)
            raise
        raise LearnerError(described_with_place(error)) from None


def _can_be_sent(error: Exception) -> bool:
    """Whether another process gets the same error: one that it can't read would end all workers."""
    import cloudpickle

    try:
        return type(pickle.loads(cloudpickle.dumps(error))) is type(error)  # made right here # nosec B301
    except Exception:  # its class may do anything there
        return False


def ready() -> None:
    """In a worker: nothing, once all that a cell needs is imported."""


def watch_parent(parent: int) -> None:
    """In a worker: end it as soon as the process that started it is gone, however that ended."""
    if sys.platform != "win32":
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)
