"""The values of a metric, cell by cell: for each data set and learner, a value in each permutation."""

from collections.abc import Sequence

from onlinelearn.base.result_rows import Row, measured

PermutationValues = dict[int, float]
"""The value of a metric in each permutation."""


def values_by_cell(
    rows: Sequence[Row], metric: str, epoch: int | None = None
) -> dict[tuple[str, str], PermutationValues]:
    """The metric by data set and learner after an epoch (None: the last); blanks are left out."""
    epoch = epoch or max((row.epoch for row in rows), default=1)
    values: dict[tuple[str, str], PermutationValues] = {}
    for row in rows:
        value = measured(row, metric)
        if row.epoch == epoch and value is not None:
            values.setdefault((row.condition, row.learner), {})[row.permutation] = value
    return values
