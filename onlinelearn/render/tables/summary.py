"""The summary: mean, standard deviation and 95 % interval of each metric over the permutations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from types import MappingProxyType

from onlinelearn.base.result_rows import Row, measured
from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.tables.best_marks import BestMarks, best_marks, competes
from onlinelearn.render.tables.canonical import csv_text

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
    best: bool = False
    """Whether it is the lowest error of the data set."""
    not_worse: bool | None = None
    """Whether it is not significantly worse than that; None where nothing is tested."""


def summarize(rows: Iterable[Row], metrics: Sequence[str], unfinished: Unfinished = NOTHING) -> list[Summary]:
    """The estimates of each metric that is a column, in the order in which the rows come.

    Blanks count for nothing: a metric without any value has no line. Where a line of a data set lacks
    values, none of the others is the best.
    """
    groups: dict[tuple[str, str, int], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.condition, row.learner, row.epoch), []).append(row)
    summaries = []
    contests: dict[tuple[str, int, str], dict[str, dict[int, float]]] = {}
    open_to_doubt = {dataset for dataset, _ in unfinished}
    for (dataset, learner, epoch), members in groups.items():
        for metric in metrics:
            values = {
                row.permutation: value for row in members if (value := measured(row, metric)) is not None
            }
            if not values:
                continue
            n, mean, std, low, high = estimate(list(values.values()))
            summaries.append(Summary(dataset, learner, epoch, metric, n, mean, std, low, high))
            if dataset not in open_to_doubt and competes(members[0], metric):
                contests.setdefault((dataset, epoch, metric), {})[learner] = values
    marks = {place: best_marks(place[2], rivals) for place, rivals in contests.items()}
    return [_marked(each, marks.get((each.dataset, each.epoch, each.metric))) for each in summaries]


def _marked(summary: Summary, marks: BestMarks | None) -> Summary:
    if marks is None:
        return summary
    learner = summary.learner
    return replace(summary, best=learner in marks.best, not_worse=marks.not_worse.get(learner))


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
