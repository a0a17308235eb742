"""Notes on verdicts: what a reader should know of the test that they rest on."""

from collections.abc import Sequence

from onlinelearn.base.error_text import counted
from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict, Verdict


def verdict_notes(verdicts: Sequence[ClaimVerdict]) -> tuple[str, ...]:
    """A sentence or two for each claim. What is timed comes out otherwise each time, and has none."""
    found = (_on(each) for each in verdicts if not each.claim.timed)
    return tuple(note for note in found if note)


def _on(verdict: ClaimVerdict) -> str:
    cells = [cell for cell in verdict.cells if cell.verdict is verdict.verdict and not cell.reading]
    if verdict.verdict is Verdict.UNDECIDED:
        return _out_of_reach(verdict.claim.id, [cell for cell in cells if not cell.evidence.reach])
    return _skewed(verdict.claim.id, [cell for cell in cells if cell.evidence.runs_needed])


def _out_of_reach(claim: str, cells: Sequence[CellVerdict]) -> str:
    if not cells:
        return ""
    return (
        f"{claim}: more permutations would not decide {_places(cells[0], len(cells))}: its interval "
        "can't get narrow enough, since splits of the same examples overlap."
    )


def _skewed(claim: str, cells: Sequence[CellVerdict]) -> str:
    if not cells:
        return ""
    most = max(cells, key=lambda cell: cell.evidence.runs_needed)
    return (
        f"{claim}: few permutations carry the mean: {_places(most, len(cells))}. Of {most.evidence.n} "
        "differences as skewed as these, a t test is wrong more often than it says; about "
        f"{most.evidence.runs_needed} permutations would do."
    )


def _places(first: CellVerdict, count: int) -> str:
    epoch = "" if first.epoch is None else f", epoch {first.epoch}"
    others = f" (and in {counted(count - 1, 'other comparison')})" if count > 1 else ""
    return f"{first.statement} on {first.condition}{epoch}{others}"
