"""The check that columns have no gaps, and the way out where they have."""

from collections.abc import Sequence

from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import Column


def refuse_gaps(step: str, columns: Sequence[Column]) -> None:
    """DataError, with the place of the first one, if a column has gaps; `step` needs them filled."""
    for column in columns:
        if column.gap:
            before = f" before {step}" if step else ""
            value = "most_frequent" if column.categories else "median"
            raise DataError(
                f"{column.gap}, column {shown(column.name)}: a value is missing; fill it{before} with "
                f"`preprocess: [{{impute: {value}}}]`, or say `drop: [{column.name}]`"
            )
