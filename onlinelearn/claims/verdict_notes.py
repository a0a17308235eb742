"""Notes on verdicts: what a reader should know of the test that they rest on."""

from collections.abc import Iterator, Sequence

from onlinelearn.base.error_text import counted
from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict, Verdict


def verdict_notes(verdicts: Sequence[ClaimVerdict]) -> tuple[str, ...]:
    """A sentence or two for each claim. What is timed comes out otherwise each time, and has none."""
    return tuple(_skewed(verdicts))


def _skewed(verdicts: Sequence[ClaimVerdict]) -> Iterator[str]:
    """Where the verdict rests on differences that are too skewed for a t test of so few."""
    for each in verdicts:
        if each.verdict is Verdict.UNDECIDED or each.claim.timed:
            continue
        cells = [
            cell
            for cell in each.cells
            if cell.verdict is each.verdict and cell.evidence.runs_needed and not cell.reading
        ]
        if cells:
            most = max(cells, key=lambda cell: cell.evidence.runs_needed)
            yield (
                f"{each.claim.id}: few permutations carry the mean: {_places(most, len(cells))}. "
                f"Of {most.evidence.n} differences as skewed as these, a t test is wrong more often than it "
                f"says; about {most.evidence.runs_needed} permutations would do."
            )


def _places(first: CellVerdict, count: int) -> str:
    epoch = "" if first.epoch is None else f", epoch {first.epoch}"
    others = f" (and in {counted(count - 1, 'other comparison')})" if count > 1 else ""
    return f"{first.statement} on {first.condition}{epoch}{others}"
