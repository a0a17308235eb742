"""The result of a run: what was measured, what was judged, and where it is written."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from onlinelearn.base.error_text import placed
from onlinelearn.base.errors import ExperimentError
from onlinelearn.base.raised_places import described_with_place
from onlinelearn.base.repetitions import Repetition
from onlinelearn.base.result_rows import CandidateRow, CurvePoint, Row
from onlinelearn.claims import DatasetFamily, Family, ResultsView
from onlinelearn.claims.verdict import ClaimVerdict, Levels
from onlinelearn.config import Experiment
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.render import tables
from onlinelearn.render.tables.summary import Unfinished

if TYPE_CHECKING:
    import pandas as pd

Copies = Mapping[tuple[str, str], Mapping[int, int]]
"""By condition and learner: permutations, and the earlier ones whose runs they repeat."""


@dataclass(frozen=True, eq=False)
class Result:
    """What a run measured. A run with failures has the rows of all cells that did not fail."""

    experiment: Experiment
    """What was run: the config, read and checked."""
    folder: Path
    """Where it is written, if there are rows."""
    rows: tuple[Row, ...]
    """The measurements, as `runs` has them."""
    points: tuple[CurvePoint, ...]
    """The measurements along the stream, if the config has the metric `curves`."""
    candidates: tuple[CandidateRow, ...]
    """The candidates of tuned learners in each permutation, and which was chosen."""
    digest: str
    """The result digest: the same wherever and whenever the same experiment is run."""
    verdicts: tuple[ClaimVerdict, ...]
    """The verdicts on the config's claims."""
    levels: Levels
    """How sure a verdict must be."""
    notes: tuple[str, ...]
    """Findings, such as that a learner can't be told from a simpler one."""
    failures: Mapping[str, BaseException]
    """What went wrong, by cell or by data set."""
    unfinished: Unfinished
    """The data sets and learners that lack rows, each with words on why."""
    keys: Mapping[Cell, str | None]
    """The key of each cell that has an outcome."""
    n_cached: int
    """How many of the cells were not run, but taken from the cache."""
    files: tuple[str, ...] = ()
    """What was written below the folder, the manifest apart."""

    @property
    def runs(self) -> "pd.DataFrame":
        """The rows as a table, with the columns of runs.csv."""
        import pandas as pd

        # A learner may be called NA or 007: names are text, and only a blank is a missing value.
        return pd.read_csv(
            io.StringIO(tables.runs_csv(self.rows)),
            dtype={"dataset": str, "learner": str},
            keep_default_na=False,
            na_values=["", "nan"],
        )

    def __repr__(self) -> str:
        from onlinelearn.experiment.result_display import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from onlinelearn.experiment.result_display import result_html

        return result_html(self)


def measured_rows(
    cells: Sequence[Cell],
    outcomes: Mapping[Cell, Outcome],
    repetitions: Mapping[str, Repetition],
    *,
    with_curves: bool,
) -> tuple[tuple[Row, ...], tuple[CurvePoint, ...]]:
    """The rows of runs.csv and curves.csv, in the order of the cells, however they were run.

    `repetitions` says of each data set what its permutations repeat.
    """
    rows: list[Row] = []
    points: list[CurvePoint] = []
    for cell in cells:
        if cell not in outcomes:
            continue
        names = (cell.dataset.base, cell.learner.label, cell.task.permutation)
        reading, repetition = cell.dataset.reading, repetitions[cell.dataset.label]
        rows += [
            Row(
                *(*names, number, epoch.test_error, epoch.online_error, epoch.mistakes, epoch.updates),
                *(epoch.support, epoch.seconds, epoch.extra, reading, cell.learner.role, repetition),
            )
            for number, epoch in enumerate(outcomes[cell].epochs, 1)
        ]
        if not with_curves:
            continue
        points += [
            CurvePoint(
                *(*names, at.round, at.mistakes / at.round, at.mistakes, at.updates, at.extra, reading),
                repetition=repetition,
            )
            for at in outcomes[cell].curve
        ]
    return tuple(rows), tuple(points)


def candidate_rows(cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome]) -> tuple[CandidateRow, ...]:
    """The rows of chosen.csv, in the order of the cells."""
    rows: list[CandidateRow] = []
    for cell in cells:
        tuning = outcomes[cell].tuning if cell in outcomes else None
        if cell.learner.tuning is None or tuning is None:
            continue
        rows += [
            CandidateRow(
                *(cell.dataset.base, cell.learner.label, cell.task.permutation),
                values=cell.learner.tuning.values(number),
                score=score,
                chosen=number == tuning.chosen,
                hindsight=number == tuning.hindsight,
                reading=cell.dataset.reading,
            )
            for number, score in enumerate(tuning.scores)
        ]
    return tuple(rows)


def unfinished(
    cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome], failures: Mapping[str, BaseException]
) -> Unfinished:
    """The data sets and learners with cells that have no outcome; a data set alone if nothing of it ran."""
    found: dict[tuple[str, str], str] = {}
    lines: dict[tuple[str, str], list[Cell]] = {}
    for cell in cells:
        lines.setdefault((cell.dataset.label, cell.learner.label), []).append(cell)
    for (dataset, learner), here in lines.items():
        missing = [cell for cell in here if cell not in outcomes]
        if missing and dataset in failures:
            found[dataset, ""] = "no data"
        elif missing:
            why = "failed" if any(str(cell) in failures for cell in missing) else "not run"
            some = len(missing) < len(here)
            found[dataset, learner] = f"{len(missing)} of {len(here)} permutations {why}" if some else why
    return found


def experiment_error(result: Result) -> ExperimentError:
    """The error for a result with failures: the first of them, in words and as its cause."""
    what, first = next(iter(result.failures.items()))
    others = len(result.failures) - 1
    more = f" (and {others} more failed)" if others else ""
    error = ExperimentError(
        placed((result.experiment.name, what), described_with_place(first)) + more, result
    )
    error.__cause__ = first
    return error


def results_view(
    experiment: Experiment, rows: Sequence[Row], points: Sequence[CurvePoint], copies: Copies
) -> ResultsView:
    """The results as claims see them: with the families of learners and data sets."""
    families = learner_families(experiment), dataset_families(experiment)
    return ResultsView(rows, points, *families, experiment.folder, copies, _as_written(experiment))


def _as_written(experiment: Experiment) -> dict[str, frozenset[str]]:
    """By condition of a reading, the learners that it does not change: with the same examples, too."""
    written = {each.dataset.base: each for each in experiment.written}
    found: dict[str, frozenset[str]] = {}
    for each in experiment.conditions:
        base = written[each.dataset.base]
        examples = each.dataset.choice, each.preprocess, each.test
        if examples == (base.dataset.choice, base.preprocess, base.test):
            pairs = zip(each.learners, base.learners, strict=True)
            found[each.dataset.label] = frozenset(ours.label for ours, theirs in pairs if ours == theirs)
    return found


def copied_runs(cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome]) -> Copies:
    """The permutations that repeat the run of an earlier one, by condition and learner.

    Where the order is fixed and the learner draws nothing, all are copies of the first: the same model
    at every checkpoint, and the same mistakes.
    """
    first: dict[tuple[object, ...], int] = {}
    copies: dict[tuple[str, str], dict[int, int]] = {}
    for cell in cells:
        if cell in outcomes:
            place, outcome = (cell.dataset.label, cell.learner.label), outcomes[cell]
            if not outcome.trace:
                continue
            earliest = first.setdefault((*place, outcome.trace), cell.task.permutation)
            if earliest != cell.task.permutation:
                copies.setdefault(place, {})[cell.task.permutation] = earliest
    return copies


def learner_families(experiment: Experiment) -> dict[str, Family]:
    """What each learner is one of, by its label."""
    return {each.label: Family(each.family, each.settings) for each in experiment.learners}


def dataset_families(experiment: Experiment) -> dict[str, DatasetFamily]:
    """What each data set is one of, by the label of its condition."""
    return {
        each.label: DatasetFamily(
            each.family, each.options, each.base, each.reading, each.reading_kind, each.source
        )
        for each in experiment.datasets
    }
