"""The user's own data: files, a label, and a test file or a split, read into a data set."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.choice import Own
from onlinelearn.datasets.dataset import Dataset, from_tables
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats import format_of
from onlinelearn.datasets.formats.sheet import Sheet
from onlinelearn.datasets.splits import Split, stratified


def load_own(own: Own) -> Dataset:
    """The data set that the user's files hold. DataError names file and place of what is wrong."""
    paths = [own.path] if own.test is None else [own.path, own.test]
    train, *rest = format_of(own.path).read(paths, own.label)
    labels = np.unique(train.table.labels)
    if len(labels) < 2:
        raise DataError(f"{own.path}: all examples have the label {labels[0]}; two classes are needed")
    if own.test is None:
        return from_tables(own.shown, *stratified(train.table, own.split or Split()))
    return from_tables(own.shown, train.table, _fitted(own.test, rest[0], own.path, train))


def _fitted(test_path: Path, test: Sheet, path: Path, train: Sheet) -> ExampleTable:
    """The test part with columns in the order of the training part, and labels of the same kind."""
    for name in train.names:
        if name not in test.names:
            raise DataError(f"{test_path} has no column {name!r}, which {path} has")
    for name in test.names:
        if name not in train.names:
            raise DataError(f"{test_path} has a column {name!r}, which {path} has not")
    known = train.table.labels
    # Labels "1" and "a" are text; a test file that holds the 1s only was read as numbers.
    labels = test.table.labels.astype(np.str_) if known.dtype.kind == "U" else test.table.labels
    unseen = np.flatnonzero(~np.isin(labels, known))
    if len(unseen):
        raise DataError(f"{test_path}: label {labels[unseen[0]]} does not occur in {path}")
    columns = [test.names.index(name) for name in train.names]
    return replace(test.table, X=test.table.X[:, columns], labels=labels)
