"""Baselines: simpler learners that run beside those of an experiment, and where the two can't be told apart.

They can't if their errors in the same orders differ by less than a margin that makes no difference,
and if they disagree, in the same order, on no more of the test part than two orders of one of them do.
A baseline's first permutation always runs, the others only where they may lead to a note.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean

from onlinelearn.base import parameters
from onlinelearn.base.repetitions import Repetition
from onlinelearn.claims.inference import near_zero
from onlinelearn.config import Experiment, LearnerChoice
from onlinelearn.datasets.choice import Choice, Generated, Own
from onlinelearn.experiment.cells import Cell, make_cell
from onlinelearn.experiment.protocol import COMPARED_PERMUTATIONS, Outcome
from onlinelearn.learners.catalog import built_in
from onlinelearn.numerics.estimates import estimate, farthest_value

SHARE = 4
"""One permutation in so many, at most, is run for the baselines too: nobody asked for them."""

LEAST_PERMUTATIONS = 3
"""Where there are so many. A 90 % interval reaches 6.3 standard errors to each side over two orders, 2.9 over
three: these are the first to show near copies to be equal. More are not worth their time."""

MARGIN = 0.005
"""The difference in test error that makes no difference."""

LEVEL = 0.05
"""The level of each of the two one-sided tests, so that their interval has a coverage of 90 %."""


@dataclass(frozen=True)
class FinalTest:
    """The test of a run's last model: its error and its predictions."""

    error: float
    predictions: Sequence[float]
    mistakes: tuple[int, ...] = ()
    """Those along the stream, up to the end of each epoch: small test parts tell little."""


Runs = Mapping[int, FinalTest]
"""The runs of a learner on a data set, by permutation."""

Pair = tuple[str, str, str]
"""A data set, a learner and its baseline, by their labels."""


@dataclass(frozen=True, eq=False)
class Baseline:
    """A cell of a simpler learner, and the learner of the experiment that it is held against."""

    learner: LearnerChoice
    cell: Cell

    @property
    def name(self) -> str:
        """What notes call the simpler learner."""
        return self.cell.learner.label

    @property
    def pair(self) -> Pair:
        """What its permutations have in common."""
        return self.cell.dataset.label, self.learner.label, self.name

    @property
    def is_first(self) -> bool:
        """Whether it runs in any case."""
        return self.cell.task.permutation == 1


def baselines(experiment: Experiment) -> tuple[Baseline, ...]:
    """The cells of the simpler learners, for the first few permutations of the config as written.

    There are none where the config turns them off.
    A learner that does not ask for every label has none: it is the asking that tells it apart. Nor
    has one on generated data: two draws of these have no test part in common to disagree on. Data
    without a test part have none either, nor data larger than memory, whose predictions are not kept.
    """
    if not experiment.baselines:
        return ()
    conditions = [
        each
        for each in experiment.written
        if each.dataset.tested and _same_test_part_in_memory(each.dataset.choice)
    ]
    return tuple(
        Baseline(learner, make_cell(experiment, condition, simpler, permutation))
        # A data set may decide parameters of a learner, so that each condition has its own choice of it.
        for choices in zip(*(condition.learners for condition in conditions), strict=True)
        for condition, learner in zip(conditions, choices, strict=True)
        if (simpler := _simpler(learner)) is not None
        for permutation in range(1, _orders(experiment.permutations(condition)) + 1)
    )


def _orders(permutations: int) -> int:
    """In how many of so many permutations the simpler learners run too."""
    return min(max(permutations // SHARE, LEAST_PERMUTATIONS), permutations, COMPARED_PERMUTATIONS)


def _same_test_part_in_memory(choice: Choice) -> bool:
    return choice.in_memory if isinstance(choice, Own) else not isinstance(choice, Generated)


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


def compared_cells(cells: Sequence[Cell], baselines: Sequence[Baseline]) -> frozenset[Cell]:
    """The cells whose predictions are compared: those of baselines, and those held against them."""
    held = {(*_place(each.cell), each.learner.label) for each in baselines}
    own = (cell for cell in cells if (*_place(cell), cell.learner.label) in held)
    return frozenset((*own, *(each.cell for each in baselines)))


def _place(cell: Cell) -> tuple[str, int]:
    return cell.dataset.label, cell.task.permutation


def further_baselines(
    later: Sequence[Baseline],
    first: Sequence[Baseline],
    cells: Sequence[Cell],
    outcomes: Mapping[Cell, Outcome],
    repetitions: Mapping[str, Repetition],
) -> tuple[Baseline, ...]:
    """Those of the later permutations that may lead to a note, now that the outcomes of the first are known.

    Left out are copies, whose note is already made, and where the difference in the first order is so large
    that whatever the other orders give, no equivalence can be shown.
    """
    own, simpler = _own_runs(cells, outcomes), _simpler_runs(first, outcomes)
    orders = Counter(each.pair for each in later)
    open_pairs = {
        pair
        for pair, runs in simpler.items()
        if repetitions[pair[0]].same_test_part
        and 1 in own.get(pair[:2], {})
        and _may_be_equal(own[pair[:2]][1], runs[1], 1 + orders[pair])
    }
    return tuple(each for each in later if each.pair in open_pairs)


def _may_be_equal(own: FinalTest, simpler: FinalTest, orders: int) -> bool:
    """Whether so many orders may show two learners to be equal that differ in the first one."""
    differs = not _agree(own, simpler)
    return differs and abs(own.error - simpler.error) <= MARGIN * farthest_value(orders, 1.0 - 2.0 * LEVEL)


def baseline_notes(
    cells: Sequence[Cell],
    baselines: Sequence[Baseline],
    outcomes: Mapping[Cell, Outcome],
    repetitions: Mapping[str, Repetition],
) -> tuple[str, ...]:
    """A sentence for each learner and data set where the learner can't be told from its baseline."""
    own = _own_runs(cells, outcomes)
    found = (
        baseline_note(
            *(dataset, learner, name, own.get((dataset, learner), {}), runs),
            same_test_part=repetitions[dataset].same_test_part,
        )
        for (dataset, learner, name), runs in _simpler_runs(baselines, outcomes).items()
    )
    return tuple(text for text in found if text)


def _own_runs(
    cells: Sequence[Cell], outcomes: Mapping[Cell, Outcome]
) -> dict[tuple[str, str], dict[int, FinalTest]]:
    """The runs of the experiment's own learners, by data set and learner."""
    found: dict[tuple[str, str], dict[int, FinalTest]] = {}
    for cell in cells:
        if cell in outcomes:
            runs = found.setdefault((cell.dataset.label, cell.learner.label), {})
            runs[cell.task.permutation] = _tested(outcomes[cell])
    return found


def _simpler_runs(
    baselines: Sequence[Baseline], outcomes: Mapping[Cell, Outcome]
) -> dict[Pair, dict[int, FinalTest]]:
    found: dict[Pair, dict[int, FinalTest]] = {}
    for each in baselines:
        if each.cell in outcomes:
            found.setdefault(each.pair, {})[each.cell.task.permutation] = _tested(outcomes[each.cell])
    return found


def _tested(outcome: Outcome) -> FinalTest:
    error = outcome.epochs[-1].test_error
    mistakes = tuple(epoch.mistakes for epoch in outcome.epochs)
    return FinalTest(0.0 if error is None else error, outcome.predictions, mistakes)


def baseline_note(
    dataset: str, learner: str, name: str, own: Runs, simpler: Runs, *, same_test_part: bool = True
) -> str:
    """What to say of one learner on one data set; nothing, if it can be told from its baseline.

    Two orders can be compared only where both are tested on the same examples.
    """
    shared = sorted(own.keys() & simpler.keys())
    if shared and all(_agree(own[p], simpler[p]) for p in shared):
        orders = "the one order" if len(shared) == 1 else f"each of the {len(shared)} orders"
        return f"{dataset}: {learner} makes the same predictions as {name} in {orders} that both ran."
    if len(shared) < 2 or not same_test_part:
        return ""
    differences = [own[p].error - simpler[p].error for p in shared]
    equal = near_zero(differences, [MARGIN] * len(differences), 1.0 - 2.0 * LEVEL).holds
    same_order = fmean(_disagreement(own[p], simpler[p]) for p in shared)
    two_orders = min(
        fmean(_disagreement(runs[p], runs[q]) for p, q in combinations(shared, 2)) for runs in (own, simpler)
    )
    if equal is None or equal > LEVEL or same_order > two_orders:
        return ""
    _, mean, _, low, high, _ = estimate(differences, 1.0 - 2.0 * LEVEL)
    return (
        f"{dataset}: {learner} can't be told from {name}. Over {len(shared)} orders their test errors differ "
        f"by {_points(mean)} points (90 % interval {_points(low)} to {_points(high)}, "
        f"within ±{100 * MARGIN:g}). In the same order they disagree on {same_order:.1%} of the test part; "
        f"two orders of one learner disagree on {two_orders:.1%} or more."
    )


def _agree(a: FinalTest, b: FinalTest) -> bool:
    """Whether two models predict the same, as far as can be seen: on the test part, and along the stream."""
    return a.predictions == b.predictions and a.mistakes == b.mistakes


def _points(difference: float | None) -> str:
    """A difference of two shares in percentage points, with its sign."""
    return "?" if difference is None else f"{100 * difference:+.2f}".replace("-", "\N{MINUS SIGN}")


def _disagreement(a: FinalTest, b: FinalTest) -> float:
    return disagreement(a.predictions, b.predictions)


def disagreement(a: Sequence[float], b: Sequence[float]) -> float:
    """The share of the test part on which two models disagree."""
    return sum(x != y for x, y in zip(a, b, strict=True)) / len(a)
