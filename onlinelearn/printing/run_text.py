"""The text that `olrun run` and `olrun report` print: results, verdicts, and the plan of a dry run."""

from typing import TYPE_CHECKING

from onlinelearn.base.error_text import counted
from onlinelearn.base.text_table import aligned
from onlinelearn.claims.verdict import CellVerdict, ClaimVerdict, Verdict, together
from onlinelearn.config import Experiment
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.manifest import MANIFEST
from onlinelearn.experiment.result import Result
from onlinelearn.experiment.worklist import Worklist
from onlinelearn.render import tables

if TYPE_CHECKING:
    from onlinelearn.render.report.page import Page
    from onlinelearn.render.report.side_by_side import SideBySide


def result(made: Result) -> str:
    """The table that a run prints at its end, and where its files are."""
    if not made.rows:
        return f"{made.experiment.title}: nothing was run"
    summaries = tables.summarize(made.rows, made.experiment.metrics, made.unfinished)
    return "\n".join(
        [
            made.experiment.title,
            "",
            tables.summary_text(summaries, made.unfinished, made.experiment.metrics),
            "",
            *claims(made),
            *(f"note: {text}" for text in made.notes),
            *([""] if made.verdicts or made.notes else []),
            f"{made.folder}: {'; '.join(_written(made))}",
            f"result digest {made.digest}" + (" (incomplete)" if made.failures else ""),
        ]
    )


def _written(made: Result) -> list[str]:
    """The files of the run: those that differ in their ending alone are one entry."""
    endings: dict[str, list[str]] = {}
    for name in [*made.files, MANIFEST]:
        stem, _, ending = name.rpartition(".")
        endings.setdefault(stem, []).append(ending)
    return [f"{stem}." + ", .".join(each) for stem, each in endings.items()]


def verdicts(page: "Page") -> list[str]:
    """The claims of all results, a line each, and how many have each verdict."""
    every = [
        (each.record.id, each.experiment.folder.name, each.record.verdict)
        for _, claims in page.claims
        for each in claims
    ]
    if not every:
        return []
    counts = ", ".join(f"{count} {verdict}" for verdict, count in page.counts().items())
    return [*aligned(sorted(every)), f"{len(every)} claims: {counts}"]


def sides(found: "SideBySide") -> list[str]:
    """A line for each experiment of two folders: the same, or how many numbers differ."""
    texts = [
        (
            pair.first.folder.name,
            "the same digest"
            if pair.same
            else f"another digest; {len(pair.changed)} of {len(pair.numbers)} numbers differ",
        )
        for pair in found.pairs
    ]
    return aligned([*texts, *((name, f"only in {folder}") for name, folder in found.alone)])


def claims(made: Result) -> list[str]:
    """A line for each claim: its verdict and, where it isn't reproduced, the cell that decided it."""
    rows = []
    for each in made.verdicts:
        written = [cell for cell in each.cells if not cell.reading]
        held = sum(cell.verdict is Verdict.REPRODUCED for cell in written)
        why = "" if held == len(written) else f"; {_cell(_deciding(each))}"
        rows.append(
            (
                each.claim.id,
                f"{each} ({held} of {len(written)} hold{why}){_other_readings(each)}{_decider(each)}",
            )
        )
    return aligned(rows)


def _decider(claim: ClaimVerdict) -> str:
    """The config whose verdict on the claim counts, if it is another one."""
    return f"; {claim.claim.decided_by} decides" if claim.claim.decided_by else ""


def _other_readings(claim: ClaimVerdict) -> str:
    """Under how many other readings of the config the claim is reproduced, if there are any."""
    verdicts: dict[str, list[Verdict]] = {}
    for cell in claim.cells:
        if cell.reading:
            verdicts.setdefault(cell.reading, []).append(cell.verdict)
    if not verdicts:
        return ""
    held = sum(together(each) is Verdict.REPRODUCED for each in verdicts.values())
    return f"; under {held} of {len(verdicts)} other readings"


def _deciding(claim: ClaimVerdict) -> CellVerdict:
    """The first cell with the claim's own verdict: the one that decided it."""
    return next(cell for cell in claim.cells if cell.verdict is claim.verdict and not cell.reading)


def _cell(cell: CellVerdict) -> str:
    found = cell.evidence
    interval = "" if found.low is None or found.high is None else f" [{found.low:.3g}, {found.high:.3g}]"
    epoch = "" if cell.epoch is None else f", epoch {cell.epoch}"
    effect = found.test if found.effect is None else f"{found.effect:.3g}{interval}"
    return f"{cell.statement} on {cell.condition}{epoch}: {effect}"


def plan(experiment: Experiment, worklist: Worklist) -> str:
    """What would run and what is cached, a line for each data set and learner."""
    cells: dict[tuple[str, str], list[Cell]] = {}
    for cell in worklist.cells:
        if cell.dataset.label not in worklist.unavailable:
            cells.setdefault((cell.dataset.label, cell.learner.label), []).append(cell)
    known = worklist.with_further_baselines(worklist.cached)
    baselines = [each.cell for each in known.baselines if each.cell in worklist.keys]
    waiting = {each.pair for each in worklist.baselines if each.cell not in worklist.cached}
    later = sum(each.pair in waiting and each.cell in worklist.keys for each in worklist.later)
    depends = f", and up to {later} more where these leave a note open" if later else ""
    cached = sum(cell in worklist.cached for cell in worklist.cells)
    return "\n".join(
        [
            f"{experiment.title}: {counted(len(worklist.cells), 'cell')}, {cached} cached",
            *(f"  {', '.join(names)}: {_to_run(here, worklist)}" for names, here in cells.items()),
            *(f"  {dataset}: {error}" for dataset, error in worklist.unavailable.items()),
            *(
                [f"  simpler learners beside them: {_to_run(baselines, worklist)}{depends}"]
                if baselines
                else []
            ),
        ]
    )


def _to_run(cells: list[Cell], worklist: Worklist) -> str:
    cached = sum(cell in worklist.cached for cell in cells)
    return f"{len(cells) - cached} to run, {cached} cached"
