"""An audit of cells that somebody else computed: some, drawn at random, are computed again."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import SystemRandom
from typing import Any

from pydantic import TypeAdapter, ValidationError

from onlinelearn.base.error_text import described
from onlinelearn.base.errors import OlrunError
from onlinelearn.base.metrics import TIMED
from onlinelearn.experiment.cell_lines import KeptCell, decode, encode, plain_outcome
from onlinelearn.experiment.cell_store import LinePlace, read_line
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.execution import run_jobs
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.experiment.worklist import Worklist

MOST_BYTES = 2**26
"""The longest text of an outcome that is taken from others."""

OUTCOME = TypeAdapter(Outcome)


class AuditError(OlrunError):
    """A cell is not what its code computes."""

    exit_code = 3


@dataclass(frozen=True, eq=False)
class AuditedCell:
    """A cell of somebody else's, and all that it takes to compute it here."""

    worklist: Worklist
    cell: Cell
    place: LinePlace

    @property
    def line(self) -> bytes:
        """The line that is to be audited: of thousands of cells, one at a time is held."""
        return read_line(self.place)

    def check_form(self) -> None:
        """Raise ValueError unless the line holds an outcome, of as many epochs as its cell has."""
        try:
            OUTCOME.validate_python(plain_outcome(self.line, MOST_BYTES))
            outcome = decode(self.line).outcome
        except (ValidationError, KeyError, TypeError, RecursionError) as error:
            raise ValueError("no outcome") from error
        if len(outcome.epochs) != self.cell.task.epochs:
            raise ValueError("an outcome of other epochs")


def drawn(cells: Sequence[AuditedCell], n: int) -> list[AuditedCell]:
    """So many of the cells, by chance that nobody can foresee; all, if there are no more."""
    return SystemRandom().sample(cells, min(n, len(cells)))


def audit(cells: Sequence[AuditedCell], workers: int) -> None:
    """Compute these cells again; AuditError if one has other bits, OlrunError if one can't be computed."""
    lists = {id(each.worklist): each.worklist for each in cells}
    wrong: list[str] = []
    for number, worklist in lists.items():
        here = {each.cell: each for each in cells if id(each.worklist) == number}
        for cell, ended in _computed(worklist, list(here), workers):
            if isinstance(ended, BaseException):
                raise OlrunError(f"{cell} can't be computed here ({described(ended)})") from ended
            if not same_bits(here[cell].line, ended):
                wrong.append(str(cell))
    if wrong:
        raise AuditError(f"{len(wrong)} of {len(cells)} rechecked cells have other bits: {wrong[0]}")


def _computed(
    worklist: Worklist, cells: Sequence[Cell], workers: int
) -> Iterator[tuple[Cell, Outcome | BaseException]]:
    for batch in replace(worklist, missing={cell: (cell,) for cell in cells}).batches():
        for failure in batch.failures.values():
            raise failure
        yield from ((job.cell, ended) for job, ended in run_jobs(batch.jobs, workers))


def same_bits(line: bytes, outcome: Outcome) -> bool:
    """Whether a line holds this outcome, to the last bit, but for times."""
    ours = encode(KeptCell("", 0, outcome))
    return _timeless_text(line) == _timeless_text(ours)


def _timeless_text(line: bytes) -> str:
    """The text tells -0.0 from 0.0, and 1.0 from 1, which are equal as numbers."""
    return json.dumps(_timeless(plain_outcome(line)), sort_keys=True)


def _timeless(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _timeless(each) for key, each in value.items() if key not in TIMED}
    return [_timeless(each) for each in value] if isinstance(value, list) else value
