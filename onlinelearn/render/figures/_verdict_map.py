"""The rows and columns of the ambiguity map: a verdict for each reading, claim and data set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from onlinelearn.base.result_rows import ReadingKind
from onlinelearn.claims import DatasetFamily, Verdict
from onlinelearn.claims.reading_cells import reading_cells
from onlinelearn.claims.verdict import ClaimVerdict

AS_WRITTEN = "as written"

SECTIONS: Mapping[ReadingKind, str] = {
    "written": AS_WRITTEN,
    "single": "one choice changed",
    "combination": "combinations",
}
"""The headings of the sections, by the kind of the readings in them."""


@dataclass(frozen=True, slots=True)
class ClaimColumn:
    """A column of the map: a claim on a data set."""

    claim: str
    dataset: str


@dataclass(frozen=True, slots=True)
class VerdictMap:
    """The verdicts by reading and column: none where a reading changes nothing that the claim names."""

    columns: tuple[ClaimColumn, ...]
    sections: dict[str, tuple[str, ...]]
    """The readings, in sections: as written, one choice changed, combinations."""
    verdicts: dict[tuple[str, ClaimColumn], Verdict]

    def share(self, cells: Iterable[tuple[str, ClaimColumn]]) -> str:
        """How many of these cells are reproduced, of those that have a verdict."""
        found = [self.verdicts[cell] for cell in cells if cell in self.verdicts]
        return f"{found.count(Verdict.REPRODUCED)}/{len(found)}" if found else ""

    def row_share(self, reading: str) -> str:
        """The share of all claims that is reproduced under one reading."""
        return self.share((reading, column) for column in self.columns)

    def column_share(self, column: ClaimColumn) -> str:
        """The share of all readings under which one claim is reproduced on one data set."""
        return self.share((reading, column) for each in self.sections.values() for reading in each)


def verdict_map(claims: Sequence[ClaimVerdict], datasets: Iterable[DatasetFamily]) -> VerdictMap:
    """The map of these verdicts: readings and claims in the order in which they come.

    `datasets` are the data sets under all readings: they know of what kind each reading is.
    """
    cells = {
        (cell.reading, ClaimColumn(cell.claim, cell.dataset)): verdict
        for cell, verdict in reading_cells(claims).items()
    }
    kinds = {each.reading: each.reading_kind for each in datasets}
    sections: dict[str, list[str]] = {heading: [] for heading in SECTIONS.values()}
    for reading in dict.fromkeys(reading for reading, _ in cells):
        sections[SECTIONS[kinds[reading]]].append(reading)
    order = list(dict.fromkeys(column for _, column in cells))
    claimed = list(dict.fromkeys(column.claim for column in order))
    return VerdictMap(
        columns=tuple(sorted(order, key=lambda column: claimed.index(column.claim))),
        sections={name: tuple(each) for name, each in sections.items() if each},
        verdicts={cell: verdict for cell, verdict in cells.items() if verdict is not None},
    )
