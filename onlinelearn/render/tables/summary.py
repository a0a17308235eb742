"""The summary: mean, standard deviation and 95 % interval of each metric over the permutations."""

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields

from onlinelearn.base.result_rows import Row, measured
from onlinelearn.numerics.estimates import estimate
from onlinelearn.render.tables.canonical import csv_text
from onlinelearn.render.tables.display import is_censored


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


def summarize(rows: Iterable[Row], metrics: Sequence[str]) -> list[Summary]:
    """The estimates of each metric that is a column, in the order in which the rows come.

    Blanks count for nothing: a metric without any value has no line. But where a blank says that
    something never came, the mean of the others would be too good, and there is no line either.
    """
    groups: dict[tuple[str, str, int], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.condition, row.learner, row.epoch), []).append(row)
    summaries = []
    for group, members in groups.items():
        for metric in metrics:
            values = [value for row in members if (value := measured(row, metric)) is not None]
            whole = len(values) == len(members) or not is_censored(metric)
            if values and whole:
                n, mean, std, low, high = estimate(values)
                summaries.append(Summary(*group, metric, n, mean, std, low, high))
    return summaries


def summary_csv(summaries: Iterable[Summary]) -> str:
    """The text of summary.csv."""
    return csv_text([field.name for field in fields(Summary)], map(astuple, summaries))
