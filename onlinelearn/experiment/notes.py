"""Notes: what a run points out beside its numbers, a sentence each."""

from collections.abc import Mapping, Sequence

from onlinelearn.base.repetitions import Repetition
from onlinelearn.claims.verdict import ClaimVerdict
from onlinelearn.claims.verdict_notes import verdict_notes
from onlinelearn.config import Experiment
from onlinelearn.datasets.choice import Own, Split
from onlinelearn.experiment.baselines import Baseline, baseline_notes
from onlinelearn.experiment.cells import Cell
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.experiment.tuned_ends import tuned_end_notes
from onlinelearn.experiment.unseeded import unseeded
from onlinelearn.render.figures.figure_style import StyleOptions


def notes(
    cells: Sequence[Cell],
    baselines: Sequence[Baseline],
    outcomes: Mapping[Cell, Outcome],
    repetitions: Mapping[str, Repetition],
    experiment: Experiment,
    verdicts: Sequence[ClaimVerdict],
) -> tuple[str, ...]:
    """What a reader of the numbers should know, and can't see in them."""
    return (
        baseline_notes(cells, baselines, outcomes, repetitions)
        + tuned_end_notes(cells, outcomes)
        + (every_round_notes(cells, outcomes) if "updates" in experiment.metrics else ())
        + skipped_round_notes(cells, outcomes)
        + unrecovered_notes(cells, outcomes)
        + last_rows_notes(cells)
        + unseeded_notes(cells)
        + undrawn_notes(experiment)
        + verdict_notes(verdicts)
    )


def last_rows_notes(cells: Sequence[Cell]) -> tuple[str, ...]:
    """A sentence for each file whose last rows are the test part."""
    chosen = {cell.dataset.label: cell.dataset.choice for cell in cells}
    return tuple(
        f"{label}: the test part is the last {1.0 - (own.split or Split()).train:.0%} of the file's rows, "
        "since it is streamed in its own order."
        for label, own in chosen.items()
        if isinstance(own, Own) and own.takes_last_rows
    )


def unseeded_notes(cells: Sequence[Cell]) -> tuple[str, ...]:
    """A sentence for each learner of others that has no seed: it need not come out the same again."""
    return tuple(
        f"{learner} has no {name}: if it draws at random, another run gives other results."
        for learner, name in unseeded(cell.learner for cell in cells).items()
    )


def undrawn_notes(experiment: Experiment) -> tuple[str, ...]:
    """A sentence if the config styles figures and names none."""
    if experiment.figures or experiment.figure_style == StyleOptions():
        return ()
    return ("figure_style is set, but no figures are named, so none is drawn; add `figures: [epochs]`.",)


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


def unrecovered_notes(cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome]) -> tuple[str, ...]:
    """A sentence for each learner and data set whose recovery time is blank, with how often it is."""
    times: dict[tuple[str, str], list[float | None]] = {}
    for cell in cells:
        if cell in outcomes and "recovery_time" in cell.task.extra:
            place = cell.dataset.label, cell.learner.label
            times.setdefault(place, []).append(outcomes[cell].epochs[-1].extra["recovery_time"])
    return tuple(
        f"{dataset}: {learner} has no recovery time: in {known.count(None)} of {len(known)} permutations its "
        "error did not come back after every change."
        for (dataset, learner), known in times.items()
        if None in known
    )


def every_round_notes(cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome]) -> tuple[str, ...]:
    """A sentence on the learners of others whose weights change in every round."""
    always: dict[str, bool] = {}
    for cell in cells:
        if cell in outcomes and cell.learner.entry.compiled is None:
            every = outcomes[cell].epochs[-1].updates == outcomes[cell].curve[-1].round
            always[cell.learner.label] = always.get(cell.learner.label, True) and every
    names = [learner for learner, every in always.items() if every]
    if not names:
        return ()
    return (f"{', '.join(names)}: every round changed the weights, so there are as many updates as rounds.",)
