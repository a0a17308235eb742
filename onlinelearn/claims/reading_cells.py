"""The cells of the map of readings: a verdict for each reading, claim and data set, and their counts."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict, Verdict, together

SAME = "same as written"


@dataclass(frozen=True, slots=True)
class ReadingCell:
    """A claim on a data set under a reading; an empty reading is the config as written."""

    reading: str
    claim: str
    dataset: str


def reading_cells(claims: Sequence[ClaimVerdict]) -> dict[ReadingCell, Verdict | None]:
    """Every cell that has runs, in the order in which they come.

    None where the reading changes nothing that the claim rests on: the same runs once more are no verdict of
    their own.
    """
    found: dict[ReadingCell, list[CellVerdict]] = {}
    for each in claims:
        for cell in each.cells:
            found.setdefault(ReadingCell(cell.reading, each.claim.id, cell.dataset), []).append(cell)
    return {
        place: None if all(cell.same_as_written for cell in cells) else together([c.verdict for c in cells])
        for place, cells in found.items()
    }


def counts(claims: Sequence[ClaimVerdict]) -> dict[str, int]:
    """How many cells of the map have each verdict, and how many of the others are as written.

    A data set that a reading does not change is not run under it: its cell is as written, too.
    """
    cells = reading_cells(claims)
    readings = {cell.reading for cell in cells}
    columns = {(cell.claim, cell.dataset) for cell in cells}
    by_verdict = Counter(verdict for verdict in cells.values() if verdict is not None)
    own = by_verdict.total()
    return {
        "cells": own,
        **{verdict.value: by_verdict[verdict] for verdict in Verdict},
        SAME: len(readings) * len(columns) - own,
    }
