"""Values in the place of missing ones."""

from dataclasses import replace
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats
from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import Column, ExampleTable
from onlinelearn.datasets.preprocessors.preprocessor import Encode, Encoder

Strategy = Literal["median", "mean", "most_frequent", "constant"]

FILLED = "missing"
"""The category in the place of gaps, where `constant` fills them."""


class Impute(Encoder):
    """Fill gaps with a value of the same column in training; a category always with the most frequent one.

    Parameters
    ----------
    strategy : median, mean or most_frequent value of the training part; or constant.
    value : the number that `constant` fills in; categories get one of their own.
    """

    short_form = "strategy"

    def __init__(
        self,
        *,
        strategy: Strategy = "median",
        value: Annotated[float, Field(allow_inf_nan=False)] = 0.0,
    ) -> None:
        self.strategy = strategy
        self.value = value

    @property
    def fits_in_blocks(self) -> bool:
        """Whether no value has to be looked at: medians and such need all of them at once."""
        return self.strategy == "constant"

    def fit(self, train: ExampleTable) -> Encode:
        """The value for each column that has gaps in either part."""
        gaps = {j: column for j, column in enumerate(train.columns) if column.gap}
        fills = {j: self._fill(column, j, train.X) for j, column in gaps.items()}

        def encode(table: ExampleTable) -> ExampleTable:
            X, columns = np.array(table.X), list(table.columns)
            for j, fill in fills.items():
                X[np.isnan(X[:, j]), j] = fill
                columns[j] = self._filled(columns[j])
            return replace(table, X=X, columns=tuple(columns))

        return encode if fills else lambda table: table

    def _fill(self, column: Column, j: int, X: Floats) -> float:
        if self.strategy == "constant":
            return float(len(column.categories)) if column.categories else self.value
        present = X[~np.isnan(X[:, j]), j]
        if not len(present):
            raise DataError(
                f"impute: column {shown(column.name)} has no value in training; say `drop: [{column.name}]`"
            )
        from sklearn.impute import SimpleImputer

        strategy = "most_frequent" if column.categories else self.strategy
        return float(SimpleImputer(strategy=strategy).fit(present[:, None]).statistics_[0])

    def _filled(self, column: Column) -> Column:
        own = (FILLED,) if self.strategy == "constant" and column.categories else ()
        return replace(column, categories=column.categories + own, gap="")
