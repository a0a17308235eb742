"""Claims judged by the results of a run."""

from collections.abc import Iterator, Sequence

from onlinelearn.claims.claim import Claim
from onlinelearn.claims.inference import NO_RUNS, Criterion
from onlinelearn.claims.results_view import Place, ResultsView
from onlinelearn.claims.statement import Statement
from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict, Levels, Verdict, decide_cells, together


def judge(
    claims: Sequence[Claim], run: ResultsView, levels: Levels | None = None
) -> tuple[ClaimVerdict, ...]:
    """The verdict on each claim."""
    return tuple(_judge(claim, run, (levels or Levels()).of(claim)) for claim in claims)


def _judge(claim: Claim, run: ResultsView, levels: Levels) -> ClaimVerdict:
    """Every statement has cells: one or more at each place, after each epoch that it speaks of.

    The verdict is on the config as written: each other reading of it makes another claim.
    """
    repetitions = run.repetitions()

    def criterion(statement: Statement, place: Place) -> Criterion:
        here = [repetitions[label] for label in place.conditions if label in repetitions]
        common = [each.overlap(metric) for each in here for metric in statement.metrics]
        border = claim.distance(statement.metrics)
        return Criterion(levels.interval, claim.always, max(common, default=0.0), border)

    found = [
        (text, place, epoch, evidence, run.is_as_written(place, statement.learners))
        for parsed in claim.parsed
        for statement in parsed.statements
        for epoch in parsed.epochs or claim.epochs or (run.last_epoch,)
        for place in statement.places(claim.datasets or tuple(run.datasets), run)
        for text, evidence in list(statement.evidence(run, place, epoch, criterion(statement, place)))
        or [(str(statement), NO_RUNS)]
    ]
    verdicts: dict[str, Iterator[Verdict]] = {}
    for reading in {place.reading for _, place, *_ in found}:
        here = [evidence for _, place, _, evidence, _ in found if place.reading == reading]
        verdicts[reading] = iter(decide_cells(here, levels))
    cells = tuple(
        CellVerdict(text, place.dataset, epoch, evidence, next(verdicts[place.reading]), place.reading, same)
        for text, place, epoch, evidence, same in found
    )
    written = [cell.verdict for cell in cells if not cell.reading]
    return ClaimVerdict(claim, together(written), cells)
