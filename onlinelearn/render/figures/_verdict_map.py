"""The rows and columns of the ambiguity map: a verdict for each reading, claim and data set."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from onlinelearn.claims import Verdict
from onlinelearn.claims.verdict import ClaimVerdict, together

AS_WRITTEN, ONE_CHOICE, COMBINATIONS = "as written", "one choice changed", "combinations"


@dataclass(frozen=True, slots=True)
class ClaimColumn:
    """A column of the map: a claim on a data set."""

    claim: str
    dataset: str


@dataclass(frozen=True, slots=True)
class VerdictMap:
    """The verdicts by reading and column; a reading that makes no difference to a data set has none there."""

    columns: tuple[ClaimColumn, ...]
    sections: dict[str, tuple[str, ...]]
    """The readings, in sections: as written, one choice changed, combinations."""
    verdicts: dict[tuple[str, ClaimColumn], Verdict]

    def share(self, cells: Iterable[tuple[str, ClaimColumn]]) -> str:
        """How many of these cells are reproduced, of those that have a verdict."""
        found = [self.verdicts[cell] for cell in cells if cell in self.verdicts]
        return f"{found.count(Verdict.REPRODUCED)}/{len(found)}"

    def row_share(self, reading: str) -> str:
        """The share of all claims that is reproduced under one reading."""
        return self.share((reading, column) for column in self.columns)

    def column_share(self, column: ClaimColumn) -> str:
        """The share of all readings under which one claim is reproduced on one data set."""
        return self.share((reading, column) for each in self.sections.values() for reading in each)


def verdict_map(claims: Sequence[ClaimVerdict]) -> VerdictMap:
    """The map of these verdicts: readings and claims in the order in which they come."""
    cells: dict[tuple[str, ClaimColumn], list[Verdict]] = {}
    for each in claims:
        for cell in each.cells:
            column = ClaimColumn(each.claim.id, cell.dataset)
            cells.setdefault((cell.reading, column), []).append(cell.verdict)
    readings = tuple(dict.fromkeys(reading for reading, _ in cells))
    choices = {reading.partition("=")[0] for reading in readings}
    sections: dict[str, list[str]] = {AS_WRITTEN: [], ONE_CHOICE: [], COMBINATIONS: []}
    for reading in readings:
        sections[_section(reading, choices)].append(reading)
    order = list(dict.fromkeys(column for _, column in cells))
    claimed = list(dict.fromkeys(column.claim for column in order))
    return VerdictMap(
        columns=tuple(sorted(order, key=lambda column: claimed.index(column.claim))),
        sections={name: tuple(each) for name, each in sections.items() if each},
        verdicts={cell: together(verdicts) for cell, verdicts in cells.items()},
    )


def _section(reading: str, choices: Iterable[str]) -> str:
    """A single choice is `c=0.5`; a combination `c=0.5, decay=round`, `sample 3: …`, or named by the user."""
    if not reading:
        return AS_WRITTEN
    single = "=" in reading and not reading.startswith("sample ")
    return ONE_CHOICE if single and not any(f", {choice}=" in reading for choice in choices) else COMBINATIONS
