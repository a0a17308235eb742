"""Learners that can't be told from a simpler one.

A learner's predictions change with the order of the examples. Take two orders: if the learner and the
simpler one, each in its own order, disagree no more than two runs of the learner do, and no more than
two runs of the simpler one, then what the learner adds is lost in the noise of the order.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from onlinelearn.experiment.cells import Baseline, Cell
from onlinelearn.experiment.protocol import Outcome

EXCESS = 0.1
"""How much more, as a part, two different learners may disagree and still count as the same."""


def notes(
    cells: Sequence[Cell], baselines: Sequence[Baseline], outcomes: Mapping[Cell, Outcome]
) -> tuple[str, ...]:
    """A sentence for each learner and data set where that is so."""
    own: dict[tuple[str, str], dict[int, tuple[float, ...]]] = {}
    for cell in cells:
        if cell in outcomes:
            runs = own.setdefault((cell.dataset.label, cell.learner.label), {})
            runs[cell.task.permutation] = outcomes[cell].predictions
    simpler: dict[tuple[str, str, str], dict[int, tuple[float, ...]]] = {}
    for baseline in baselines:
        if baseline.cell in outcomes:
            runs = simpler.setdefault(
                (baseline.cell.dataset.label, baseline.learner.label, baseline.says), {}
            )
            runs[baseline.cell.task.permutation] = outcomes[baseline.cell].predictions
    found = (
        note(dataset, learner, says, own.get((dataset, learner), {}), runs)
        for (dataset, learner, says), runs in simpler.items()
    )
    return tuple(text for text in found if text)


def note(
    dataset: str,
    learner: str,
    says: str,
    own: Mapping[int, Sequence[float]],
    simpler: Mapping[int, Sequence[float]],
) -> str:
    """What to say of one learner on one data set; nothing, if it can be told apart."""
    shared = sorted(own.keys() & simpler.keys())
    if shared and all(own[p] == simpler[p] for p in shared):
        return f"{dataset}: {learner} predicts exactly what {says} predicts."
    if len(shared) < 2:
        return ""
    within = min(
        _mean(disagreement(runs[p], runs[q]) for p, q in combinations(shared, 2)) for runs in (own, simpler)
    )
    between = _mean(disagreement(own[p], simpler[q]) for p in shared for q in shared if p != q)
    if between > within * (1.0 + EXCESS):
        return ""
    return (
        f"{dataset}: {learner} is indistinguishable from {says}: in two orders they disagree on "
        f"{between:.1%} of the test part, two runs of one of them on {within:.1%} or more."
    )


def disagreement(a: Sequence[float], b: Sequence[float]) -> float:
    """The share of the test part on which two models disagree."""
    return sum(x != y for x, y in zip(a, b, strict=True)) / len(a)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
