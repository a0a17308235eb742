"""The summary: mean, standard deviation and 95 % interval of each metric over the permutations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from types import MappingProxyType

from onlinelearn.base.repetitions import ONE_ORDER, ORDERS, Repetition
from onlinelearn.base.result_rows import Row, measured
from onlinelearn.base.roles import Role, competes
from onlinelearn.numerics.estimates import Estimate, estimate
from onlinelearn.render.tables.best_marks import BestMarks, best_marks
from onlinelearn.render.tables.canonical import csv_text
from onlinelearn.render.tables.display import is_censored, is_error

Unfinished = Mapping[tuple[str, str], str]
"""The data sets and learners that lack values, with words on why; the learner is empty for a whole set."""

NOTHING: Unfinished = MappingProxyType({})
"""What a whole run has left unfinished."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One line of summary.csv: the estimate of a metric, of a learner on a data set after an epoch."""

    dataset: str
    learner: str
    epoch: int
    metric: str
    n: int
    mean: float
    std: float | None
    low: float | None
    high: float | None
    covers: str = ORDERS.covers
    """What the interval is over: orders, or splits and orders; `one order` where there can't be one."""
    role: Role = Role.GIVEN
    """How the learner's parameters came to be."""
    best: bool = False
    """Whether it is the lowest error of the data set."""
    not_worse: bool | None = None
    """Whether it is not significantly worse than that; None where nothing is tested."""


ALONE = "one order"
"""The data come in one order, and the learner draws nothing: every permutation is the same run."""


def summarize(rows: Iterable[Row], metrics: Sequence[str], unfinished: Unfinished = NOTHING) -> list[Summary]:
    """The estimates of each metric that is a column, in the order in which the rows come.

    Blanks count for nothing: a metric without any value has no line. But where a blank says that
    something never came, the mean of the others would be too good, and there is no line either.
    Where a line of a data set lacks values, none of the others is the best.
    """
    groups: dict[tuple[str, str, int], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.condition, row.learner, row.epoch), []).append(row)
    summaries = []
    contests: dict[tuple[str, int, str], dict[str, dict[int, float]]] = {}
    overlaps: dict[tuple[str, int, str], float] = {}
    open_to_doubt = {dataset for dataset, _ in unfinished}
    for (dataset, learner, epoch), members in groups.items():
        for metric in metrics:
            values = {
                row.permutation: value for row in members if (value := measured(row, metric)) is not None
            }
            if not values or (len(values) < len(members) and is_censored(metric)):
                continue
            first = members[0]
            found, covers = _estimate(list(values.values()), metric, first.repetition)
            n, mean, std, low, high, _ = found
            summaries.append(
                Summary(dataset, learner, epoch, metric, n, mean, std, low, high, covers, first.role)
            )
            if dataset not in open_to_doubt and is_error(metric) and competes(first.role, metric):
                contests.setdefault((dataset, epoch, metric), {})[learner] = values
                overlaps[dataset, epoch, metric] = first.repetition.overlap(metric)
    marks = {place: best_marks(place[2], rivals, overlaps[place]) for place, rivals in contests.items()}
    return [_marked(each, marks.get((each.dataset, each.epoch, each.metric))) for each in summaries]


def _marked(summary: Summary, marks: BestMarks | None) -> Summary:
    if marks is None:
        return summary
    learner = summary.learner
    return replace(summary, best=learner in marks.best, not_worse=marks.not_worse.get(learner))


def _estimate(values: Sequence[float], metric: str, repetition: Repetition) -> tuple[Estimate, str]:
    """The estimate of a metric, and what its interval covers."""
    found = estimate(values, overlap=repetition.overlap(metric))
    if repetition == ONE_ORDER and not found.std:
        return Estimate(found.n, found.mean, None, None, None), ALONE
    return found, repetition.covers


def summary_csv(summaries: Sequence[Summary], unfinished: Unfinished = NOTHING) -> str:
    """The text of summary.csv; the last column says what lacks values, and what has none still has a line."""
    names = [field.name for field in fields(Summary)]
    lines = [[*astuple(each), unfinished.get((each.dataset, each.learner))] for each in summaries]
    with_values = {(each.dataset, each.learner) for each in summaries}
    blank = [None] * (len(names) - 5)
    lines += [
        [*line, None, None, 0, *blank, why] for line, why in unfinished.items() if line not in with_values
    ]
    return csv_text([*names, "unfinished"], lines)
