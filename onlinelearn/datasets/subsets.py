"""Subsets of a data set: some classes, some rows of each class, or some attributes."""

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

import numpy as np

from onlinelearn.base.arrays import Ints
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.preprocessors.projection import PCA
from onlinelearn.numerics.sums import column_variances

Attributes = Literal["variance", "first", "pca"]


def of_classes(table: ExampleTable, classes: Collection[int] | Collection[str]) -> ExampleTable:
    """The rows of these classes, in the table's order."""
    return table.rows(np.flatnonzero(np.isin(table.labels, np.array(list(classes)))))


def first_of_each_class(table: ExampleTable, n: int) -> ExampleTable:
    """The first n rows of each class (all of a smaller one), in the table's order."""
    chosen = [np.flatnonzero(table.labels == label)[:n] for label in np.unique(table.labels)]
    return table.rows(np.sort(np.concatenate(chosen)))


def with_attributes(
    train: ExampleTable, test: ExampleTable, how: Attributes, n: int
) -> tuple[ExampleTable, ExampleTable]:
    """Both parts with n attributes, chosen by looking at the training part alone."""
    if how == "pca":
        project = PCA(n_components=n).fit(train.X)
        return replace(train, X=project(train.X)), replace(test, X=project(test.X))
    columns = np.arange(n) if how == "first" else largest_variance(train, n)
    return replace(train, X=train.X[:, columns]), replace(test, X=test.X[:, columns])


def largest_variance(table: ExampleTable, n: int) -> Ints:
    """The n columns of largest variance, ties to the lowest index, in ascending order."""
    ranked = np.argsort(-column_variances(table.X), kind="stable")
    return np.sort(ranked[:n]).astype(np.int64)
