"""Categories as attributes of 0 and 1."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.datasets.example_table import Column, ExampleTable
from onlinelearn.datasets.formats.checks import check_size
from onlinelearn.datasets.preprocessors.gap_check import refuse_gaps
from onlinelearn.datasets.preprocessors.preprocessor import Encode, Encoder
from onlinelearn.datasets.preprocessors.sparse_rows import beside
from onlinelearn.numerics.sums import row_blocks

DENSE = 2**22
"""The largest count of numbers that are held as a plain array, which every learner takes."""


class OneHot(Encoder):
    """An attribute of 0 and 1 for each category of the training part, after the columns of numbers.

    A category that only the test part has is 0 everywhere. Rows become sparse where they are many.
    """

    streams = True

    def fit(self, train: ExampleTable) -> Encode:
        """The categories that occur in training."""
        from sklearn.preprocessing import OneHotEncoder

        coded = [j for j, column in enumerate(train.columns) if column.categories]
        plain = [j for j, column in enumerate(train.columns) if not column.categories]
        if not coded:
            return lambda table: table
        refuse_gaps("one_hot", [train.columns[j] for j in coded], [train.columns[j] for j in plain])
        encoder = OneHotEncoder(
            categories=_occurring(train.X, coded),
            handle_unknown="ignore",
            sparse_output=True,
            dtype=np.float64,
        )
        encoder.fit(train.X[:1][:, coded])
        names = [
            Column(f"{train.columns[j].name}={train.columns[j].categories[int(code)]}")
            for j, codes in zip(coded, encoder.categories_, strict=True)
            for code in codes
        ]
        columns = (*(train.columns[j] for j in plain), *names)
        # Numbers with gaps would be hard to tell from zeros in sparse rows.
        small = len(train.labels) * len(columns) <= DENSE or any(train.columns[j].gap for j in plain)

        if small:
            check_size(Path("one_hot"), len(train.labels), len(columns))

        def encode(table: ExampleTable) -> ExampleTable:
            ones: Any = encoder.transform(table.X[:, coded])
            X: Any = (
                np.column_stack([table.X[:, plain], ones.toarray()])
                if small
                else beside(table.X[:, plain], ones)
            )
            return replace(table, X=X, columns=columns)

        return encode


def _occurring(X: Any, columns: list[int]) -> list[Floats]:
    """The numbers of the categories that occur in each of these columns, in ascending order."""
    found: list[Floats] = [np.empty(0) for _ in columns]
    for rows in row_blocks(X):
        found = [np.union1d(before, rows[:, j]) for before, j in zip(found, columns, strict=True)]
    return found
