"""Notes: what a run points out beside its numbers, a sentence each."""

from collections.abc import Mapping, Sequence

from onlinelearn.base.repetitions import Repetition
from onlinelearn.datasets.choice import Own, Split
from onlinelearn.experiment.baselines import Baseline, baseline_notes
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.protocol import Outcome


def notes(
    cells: Sequence[Cell],
    baselines: Sequence[Baseline],
    outcomes: Mapping[Cell, Outcome],
    repetitions: Mapping[str, Repetition],
) -> tuple[str, ...]:
    """Learners that can't be told from a simpler one, those that skipped rounds, and tests on last rows."""
    simpler = baseline_notes(cells, baselines, outcomes, repetitions)
    return simpler + skipped_round_notes(cells, outcomes) + last_rows_notes(cells)


def last_rows_notes(cells: Sequence[Cell]) -> tuple[str, ...]:
    """A sentence for each file whose last rows are the test part."""
    chosen = {cell.dataset.label: cell.dataset.choice for cell in cells}
    return tuple(
        f"{label}: the test part is the last {1.0 - (own.split or Split()).train:.0%} of the file's rows, "
        "since it is streamed in its own order."
        for label, own in chosen.items()
        if isinstance(own, Own) and own.takes_last_rows
    )


def skipped_round_notes(cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome]) -> tuple[str, ...]:
    """A sentence for each learner and data set where rounds were skipped, with their share of all."""
    skipped: dict[tuple[str, str], int] = {}
    rounds: dict[tuple[str, str], int] = {}
    for cell in cells:
        if cell in outcomes:
            place = cell.dataset.label, cell.learner.label
            skipped[place] = skipped.get(place, 0) + outcomes[cell].infeasible
            rounds[place] = rounds.get(place, 0) + outcomes[cell].curve[-1].round
    return tuple(
        f"{dataset}: {learner} skipped {many / rounds[dataset, learner]:.1%} of the rounds: "
        "no classifier with its margin was left in the ellipsoid."
        for (dataset, learner), many in skipped.items()
        if many
    )
