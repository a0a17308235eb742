"""Verdicts by reading, claim and data set: what the ambiguity map shows, and in which order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from onlinelearn.claims import Verdict
from onlinelearn.claims.verdict import ClaimVerdict, together

WRITTEN, ONE, COMBINED = "as written", "one choice changed", "combinations"


@dataclass(frozen=True, slots=True)
class Column:
    """A claim on a data set."""

    claim: str
    dataset: str


@dataclass(frozen=True, slots=True)
class Map:
    """The verdicts that there are: a reading that makes no difference to a data set has none on it."""

    columns: tuple[Column, ...]
    sections: dict[str, tuple[str, ...]]
    """The readings, in sections: as written, one choice changed, combinations."""
    verdicts: dict[tuple[str, Column], Verdict]

    def share(self, cells: Iterable[tuple[str, Column]]) -> str:
        """How many of these cells reproduce the claim, of those that there are."""
        found = [self.verdicts[cell] for cell in cells if cell in self.verdicts]
        return f"{found.count(Verdict.REPRODUCED)}/{len(found)}"

    def row_share(self, reading: str) -> str:
        """Of all claims, under one reading."""
        return self.share((reading, column) for column in self.columns)

    def column_share(self, column: Column) -> str:
        """Of all readings, for one claim on one data set."""
        return self.share((reading, column) for each in self.sections.values() for reading in each)


def mapped(claims: Sequence[ClaimVerdict]) -> Map:
    """The map of these verdicts, in the order in which they come."""
    cells: dict[tuple[str, Column], list[Verdict]] = {}
    for each in claims:
        for cell in each.cells:
            column = Column(each.claim.id, cell.dataset)
            cells.setdefault((cell.reading, column), []).append(cell.verdict)
    readings = tuple(dict.fromkeys(reading for reading, _ in cells))
    choices = {reading.partition("=")[0] for reading in readings}
    sections: dict[str, list[str]] = {WRITTEN: [], ONE: [], COMBINED: []}
    for reading in readings:
        sections[_section(reading, choices)].append(reading)
    order = list(dict.fromkeys(column for _, column in cells))
    claimed = list(dict.fromkeys(column.claim for column in order))
    return Map(
        columns=tuple(sorted(order, key=lambda column: claimed.index(column.claim))),
        sections={name: tuple(each) for name, each in sections.items() if each},
        verdicts={cell: together(verdicts) for cell, verdicts in cells.items()},
    )


def _section(reading: str, choices: Iterable[str]) -> str:
    """A single choice is `c=0.5`; a combination `c=0.5, decay=round`, `sample 3: …`, or named by the user."""
    if not reading:
        return WRITTEN
    single = "=" in reading and not reading.startswith("sample ")
    return ONE if single and not any(f", {choice}=" in reading for choice in choices) else COMBINED
