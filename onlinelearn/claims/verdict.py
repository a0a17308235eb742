"""Verdicts on a claim and on its cells: a cell is one statement at one place after one epoch."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from onlinelearn.base.result_rows import condition_label
from onlinelearn.claims.claim import Claim
from onlinelearn.claims.inference import Evidence
from onlinelearn.numerics.paired_tests import holm


class Verdict(StrEnum):
    """A verdict. `not reproduced` is a finding; `undecided` means that the runs can't tell.

    `on the border` is a finding too: the truth is so near to the boundary of the claim that it makes no
    difference on which side it lies. It never counts as reproduced.
    """

    REPRODUCED = "reproduced"
    NOT_REPRODUCED = "not reproduced"
    ON_THE_BORDER = "on the border"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Levels:
    """The chance of a wrong verdict that is accepted, for each look at the data.

    One-sided, so that a verdict agrees with the two-sided 95 % interval that is shown. When there may
    be several looks (`--permutations auto`), or there were some before (`looks` of a claim), each has its
    equal share: Bonferroni, which holds whatever the looks have in common.
    """

    alpha: float = 0.025
    looks: int = 1

    @property
    def each(self) -> float:
        """The level of a single look."""
        return self.alpha / self.looks

    @property
    def interval(self) -> float:
        """The coverage of the intervals that are shown with the verdicts."""
        return 1.0 - 2.0 * self.each

    def of(self, claim: Claim) -> "Levels":
        """The levels for this claim, which may have been looked at before."""
        return replace(self, looks=self.looks * claim.looks)


@dataclass(frozen=True)
class CellVerdict:
    """The verdict on one statement at one place, mostly a data set, after one epoch."""

    statement: str
    dataset: str
    epoch: int | None
    evidence: Evidence
    verdict: Verdict
    reading: str = ""
    same_as_written: bool = False
    """Whether the reading changes nothing that it rests on: its runs are those of the config as written."""

    @property
    def condition(self) -> str:
        """The name that tables give the data set under this reading."""
        return condition_label(self.dataset, self.reading)


@dataclass(frozen=True)
class ClaimVerdict:
    """The verdict on a claim, from those on its cells."""

    claim: Claim
    verdict: Verdict
    cells: tuple[CellVerdict, ...]

    def __str__(self) -> str:
        return in_words(self.verdict, self.claim)


def in_words(verdict: Verdict, claim: Claim) -> str:
    """A verdict on the claim, with the border where it is one."""
    return f"{verdict} ({claim.margin})" if verdict is Verdict.ON_THE_BORDER else str(verdict)


def decide_cells(cells: Sequence[Evidence], levels: Levels) -> list[Verdict]:
    """The verdicts on the cells of one claim.

    The claim is reproduced if all cells are, so each may be tested at the full level; it is not
    reproduced if a single one is not, so there the p-values are corrected for their number, by Holm's
    method: the chance that any cell is wrongly said to fail stays below the level.
    """
    fails = holm([1.0 if cell.fails is None else cell.fails for cell in cells])
    return [_decide(cell, p, levels) for cell, p in zip(cells, fails, strict=True)]


def _decide(evidence: Evidence, fails: float, levels: Levels) -> Verdict:
    if evidence.holds is not None and evidence.holds <= levels.each:
        return Verdict.REPRODUCED
    if evidence.fails is not None and fails <= levels.each:
        return Verdict.NOT_REPRODUCED
    if evidence.near is not None and evidence.near <= levels.each:
        return Verdict.ON_THE_BORDER
    return Verdict.UNDECIDED


def together(cells: Sequence[Verdict]) -> Verdict:
    """The verdict on a claim whose cells have these verdicts."""
    if Verdict.NOT_REPRODUCED in cells:
        return Verdict.NOT_REPRODUCED
    if Verdict.UNDECIDED in cells or not cells:
        return Verdict.UNDECIDED
    if Verdict.ON_THE_BORDER in cells:
        return Verdict.ON_THE_BORDER
    return Verdict.REPRODUCED


OpenCell = tuple[str, str, str, int | None]
"""A cell that is not decided: the claim, the statement, the data set, the epoch."""


def open_cells(verdicts: Sequence[ClaimVerdict]) -> dict[OpenCell, int]:
    """The cells that leave claims undecided in the config as written, and the number of runs each rests on.

    One whose number does not grow with the permutations will stay as it is: its runs are copies of one,
    or it rests on data sets and not on runs. Those that no number of permutations could decide, since
    splits overlap, are left out. Claims about time are not waited for.
    """
    return {
        (each.claim.id, cell.statement, cell.condition, cell.epoch): cell.evidence.n
        for each in verdicts
        if each.verdict is Verdict.UNDECIDED and not each.claim.timed
        for cell in each.cells
        if cell.verdict is Verdict.UNDECIDED and cell.evidence.reach and not cell.reading
    }


def as_json(verdicts: Sequence[ClaimVerdict], levels: Levels) -> dict[str, Any]:
    """The content of claims.json: the verdicts and their evidence."""
    return {
        "claims": [
            {
                "id": each.claim.id,
                "source": each.claim.source,
                "says": each.claim.says,
                "holds": list(each.claim.texts),
                "verdict": each.verdict.value,
                "border": {name: distance.written for name, distance in each.claim.border.items()},
                "margin": each.claim.margin,
                "decided_by": each.claim.decided_by,
                "looks": levels.of(each.claim).looks,
                "level": levels.of(each.claim).interval,
                "note": each.claim.note or None,
                "gate": not each.claim.timed,
                "cells": [_cell(cell) for cell in each.cells],
            }
            for each in verdicts
        ],
    }


def _cell(cell: CellVerdict) -> dict[str, Any]:
    found = cell.evidence
    shown = {Verdict.NOT_REPRODUCED: found.fails, Verdict.ON_THE_BORDER: found.near}
    return {
        "statement": cell.statement,
        "dataset": cell.condition,
        "reading": cell.reading,
        "same_as_written": cell.same_as_written,
        "epoch": cell.epoch,
        "verdict": cell.verdict.value,
        "effect": found.effect,
        "low": found.low,
        "high": found.high,
        "n": found.n,
        "p": shown.get(cell.verdict, found.holds),
        "test": found.test,
    }
