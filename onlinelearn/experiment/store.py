"""The store of finished cells: kept by content, written once, whole, and checked when read."""

import hashlib
import json
import logging
from dataclasses import asdict
from pathlib import Path
from typing import Any

from onlinelearn.base import files
from onlinelearn.experiment.protocol import Checkpoint, Epoch, Outcome, TuningOutcome

log = logging.getLogger(__name__)


CELLS = ".cells"
"""The folder, beside the results, where finished cells are kept."""


class Store:
    """A folder of outcomes, each named by the hash of all that decides it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: str) -> Path:
        """The file of the outcome for this key."""
        return self.folder / key[:2] / f"{key}.json"

    def get(self, key: str) -> Outcome | None:
        """The outcome for this key; None if there is none, or a damaged one: its cell then runs anew."""
        path = self.path(key)
        try:
            kept = json.loads(path.read_bytes())
            if kept["sha256"] != _checksum(kept["outcome"]):
                raise ValueError("wrong checksum")
            return _outcome(kept["outcome"])
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("%s is damaged (%s); its cell runs anew", path, error)
            return None

    def put(self, key: str, outcome: Outcome) -> None:
        """Keep the outcome under this key."""
        plain = asdict(outcome)
        files.write(self.path(key), json.dumps({"sha256": _checksum(plain), "outcome": plain}))


def store_beside(results: Path) -> Store:
    """The store of the runs whose results are in this folder."""
    return Store(results / CELLS)


def _checksum(plain: Any) -> str:
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def _outcome(plain: Any) -> Outcome:
    tuning = plain["tuning"]
    return Outcome(
        epochs=tuple(Epoch(**epoch) for epoch in plain["epochs"]),
        curve=tuple(Checkpoint(**point) for point in plain["curve"]),
        predictions=tuple(plain["predictions"]),
        infeasible=plain["infeasible"],
        tuning=None if tuning is None else _tuning(tuning),
    )


def _tuning(plain: Any) -> TuningOutcome:
    best = None if plain["best_on_test"] is None else _outcome(plain["best_on_test"])
    return TuningOutcome(tuple(plain["scores"]), plain["chosen"], plain["hindsight"], best)
