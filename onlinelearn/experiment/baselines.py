"""Baselines: simpler learners that run beside those of an experiment, and where the two can't be told apart.

A learner's predictions change with the order of the examples. Take two orders: if the learner and its
baseline, each in its own order, disagree no more than two runs of the learner do, and no more than two
runs of the baseline, then what the learner adds is lost in the noise of the order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from onlinelearn.base import parameters
from onlinelearn.base.repetitions import Repetition
from onlinelearn.config import Experiment, LearnerChoice
from onlinelearn.datasets.choice import Generated
from onlinelearn.experiment.cells import Cell, make_cell
from onlinelearn.experiment.protocol import Outcome
from onlinelearn.learners.catalog import built_in

MOST_PERMUTATIONS = 3
"""As many orders as it takes to see how much a learner differs from itself."""

EXCESS = 0.1
"""How much more, as a part, two different learners may disagree and still count as the same."""

Predictions = Mapping[int, Sequence[float]]
"""What a learner predicts on the test part, by permutation."""


@dataclass(frozen=True, eq=False)
class Baseline:
    """A cell of a simpler learner, and the learner of the experiment that it is held against."""

    learner: LearnerChoice
    cell: Cell

    @property
    def name(self) -> str:
        """What notes call the simpler learner."""
        return self.cell.learner.label


def baselines(experiment: Experiment) -> tuple[Baseline, ...]:
    """The cells of the simpler learners, for the first few permutations of the config as written.

    A learner that does not ask for every label has none: it is the asking that tells it apart. Nor
    has one on generated data: two draws of these have no test part in common to disagree on. Data
    without a test part have none either.
    """
    conditions = [
        each
        for each in experiment.written
        if each.dataset.tested and not isinstance(each.dataset.choice, Generated)
    ]
    last = min(experiment.protocol.permutations, MOST_PERMUTATIONS)
    return tuple(
        Baseline(learner, make_cell(experiment, condition, simpler, permutation))
        # A data set may decide parameters of a learner, so that each condition has its own choice of it.
        for choices in zip(*(condition.learners for condition in conditions), strict=True)
        for condition, learner in zip(conditions, choices, strict=True)
        if (simpler := _simpler(learner)) is not None
        for permutation in range(1, last + 1)
    )


def _simpler(learner: LearnerChoice) -> LearnerChoice | None:
    """The learner that this one should beat to be worth its while, if there is one."""
    chosen_or_beside = learner.tuning or learner.stands_beside
    ours = None if learner.ask or chosen_or_beside else learner.entry.compiled
    found = ours(**learner.parameters).simpler() if ours else None
    if found is None:
        return None
    name, baseline = found
    values = {each: getattr(baseline, each) for each in parameters.model(type(baseline)).model_fields}
    entry = built_in(type(baseline).name) or replace(learner.entry, cls=type(baseline), make=type(baseline))
    return LearnerChoice(name, entry, values, name)


def baseline_notes(
    cells: Sequence[Cell],
    baselines: Sequence[Baseline],
    outcomes: Mapping[Cell, Outcome],
    repetitions: Mapping[str, Repetition],
) -> tuple[str, ...]:
    """A sentence for each learner and data set where the learner can't be told from its baseline."""
    own: dict[tuple[str, str], dict[int, tuple[float, ...]]] = {}
    for cell in cells:
        if cell in outcomes:
            runs = own.setdefault((cell.dataset.label, cell.learner.label), {})
            runs[cell.task.permutation] = outcomes[cell].predictions
    simpler: dict[tuple[str, str, str], dict[int, tuple[float, ...]]] = {}
    for baseline in baselines:
        cell = baseline.cell
        if cell in outcomes:
            runs = simpler.setdefault((cell.dataset.label, baseline.learner.label, baseline.name), {})
            runs[cell.task.permutation] = outcomes[cell].predictions
    found = (
        baseline_note(
            *(dataset, learner, name, own.get((dataset, learner), {}), runs),
            same_test_part=repetitions[dataset].same_test_part,
        )
        for (dataset, learner, name), runs in simpler.items()
    )
    return tuple(text for text in found if text)


def baseline_note(
    dataset: str,
    learner: str,
    name: str,
    own: Predictions,
    simpler: Predictions,
    *,
    same_test_part: bool = True,
) -> str:
    """What to say of one learner on one data set; nothing, if it can be told from its baseline.

    Two orders can be compared only where both are tested on the same examples.
    """
    shared = sorted(own.keys() & simpler.keys())
    if shared and all(own[p] == simpler[p] for p in shared):
        return f"{dataset}: {learner} predicts exactly what {name} predicts."
    if len(shared) < 2 or not same_test_part:
        return ""
    within = min(
        _mean(disagreement(runs[p], runs[q]) for p, q in combinations(shared, 2)) for runs in (own, simpler)
    )
    between = _mean(disagreement(own[p], simpler[q]) for p in shared for q in shared if p != q)
    if between > within * (1.0 + EXCESS):
        return ""
    return (
        f"{dataset}: {learner} is indistinguishable from {name}: in two orders they disagree on "
        f"{between:.1%} of the test part, two runs of one of them on {within:.1%} or more."
    )


def disagreement(a: Sequence[float], b: Sequence[float]) -> float:
    """The share of the test part on which two models disagree."""
    return sum(x != y for x, y in zip(a, b, strict=True)) / len(a)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
