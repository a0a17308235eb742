"""The user's own data: files, a target, and a test file or a split, read into a data set."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from onlinelearn.base.arrays import Floats, Labels, is_real, is_set
from onlinelearn.base.error_text import nearest, shown
from onlinelearn.base.errors import DataError
from onlinelearn.base.large_arrays import different, parts
from onlinelearn.datasets.choice import Own
from onlinelearn.datasets.dataset import Dataset, from_tables
from onlinelearn.datasets.example_table import Column, ExampleTable
from onlinelearn.datasets.formats import format_of
from onlinelearn.datasets.formats.attributes import decoded
from onlinelearn.datasets.formats.checks import check_plain_file
from onlinelearn.datasets.formats.file_format import FileContent
from onlinelearn.datasets.resplit import Resplit
from onlinelearn.datasets.splits import Split, drawn, last_rows, stratified
from onlinelearn.datasets.stored.content import stored_contents
from onlinelearn.datasets.stored.stored_rows import each_row
from onlinelearn.numerics.sums import row_blocks


def load_own(own: Own) -> Dataset | Resplit:
    """The data set that the user's files hold. DataError names file and place of what is wrong."""
    paths = [own.path] if own.test is None else [own.path, own.test]
    for path in paths:
        check_plain_file(path)
    read = format_of(own.path).read if own.in_memory else stored_contents
    train, *rest = read(paths, own.reading)
    _check_labels(own.path, train.table.labels)
    ordered = own.order == "file"
    if not rest:
        return _split(own, train.table, own.split or Split())
    if own.split is not None:
        raise DataError(f"{own.path} has a test part of its own: leave out `split`")
    if len(rest) > 1:
        raise DataError(f"{own.path} has a test part of its own: leave out `test`")
    test_path = own.test or own.path
    parts = _with_shared_categories(train.table, _fitted(test_path, rest[0], own.path, train))
    return from_tables(own.shown, *parts, ordered=ordered)


def _split(own: Own, table: ExampleTable, split: Split) -> Dataset | Resplit:
    """The last rows for test, where the order of the file counts; else a split that is drawn, or several."""
    if split.train == 1.0:
        none = table.rows(np.empty(0, np.int64))
        return from_tables(own.shown, table, none, ordered=own.order == "file", tested=False)
    if own.order == "file":
        return from_tables(own.shown, *last_rows(table, split.train), ordered=True)
    if isinstance(split.seed, int):
        return from_tables(own.shown, *_drawn(split.train, table, split.seed))
    made = Resplit(own.shown, table, partial(_drawn, split.train), f"train {split.train!r}", __name__)
    _ = made.first  # what is wrong with one split is wrong with all, and is to be said now
    return made


def _drawn(train: float, table: ExampleTable, seed: int) -> tuple[ExampleTable, ExampleTable]:
    if is_real(table.labels) or is_set(table.labels):
        return drawn(table, train, seed)
    return stratified(table, train, seed)


def _check_labels(path: Path, labels: Labels) -> None:
    if is_real(labels) or is_set(labels):
        return
    found = different(labels)
    if len(found) < 2:
        raise DataError(f"{path}: all examples have the label {found[0]}; two classes are needed")


def _fitted(test_path: Path, test: FileContent, path: Path, train: FileContent) -> ExampleTable:
    """The test part with columns in the order of the training part, and labels of the same kind."""
    ours, theirs = ([column.name for column in each.table.columns] for each in (train, test))
    for name in ours:
        if name not in theirs:
            raise DataError(
                f"{test_path} has no column {shown(name)}, which {path} has{_close(name, theirs)}"
            )
    for name in theirs:
        if name not in ours:
            raise DataError(
                f"{test_path} has a column {shown(name)}, which {path} has not{_close(name, ours)}"
            )
    labels = _fitted_labels(test_path, test, path, train)
    if not ours:
        return replace(test.table, labels=labels)
    order = [theirs.index(name) for name in ours]
    columns = tuple(test.table.columns[j] for j in order)
    if order == sorted(order):
        return replace(test.table, labels=labels)
    X = each_row(test.table.X, lambda rows: rows[:, order], f"columns {order}")
    return replace(test.table, X=X, labels=labels, columns=columns)


def _close(name: str, names: Sequence[str]) -> str:
    """The nearest of the names, if one is near."""
    found = nearest(name, names)
    return found if "did you mean" in found else ""


def _fitted_labels(test_path: Path, test: FileContent, path: Path, train: FileContent) -> Labels:
    known, labels = train.table.labels, test.table.labels
    if is_set(known):
        unseen = [name for name in test.label_names if name not in train.label_names]
        if unseen:
            raise DataError(f"{test_path}: label {unseen[0]} does not occur in {path}")
        marks = np.zeros((len(labels), known.shape[1]), np.int64)
        for k, name in enumerate(test.label_names):
            marks[:, train.label_names.index(name)] = labels[:, k]
        return marks
    if is_real(known):
        return labels
    # Labels "1" and "a" are text; a test file that holds the 1s only was read as numbers.
    labels = labels.astype(np.str_) if known.dtype.kind == "U" != labels.dtype.kind else labels
    names = different(known)
    for part in parts(len(labels)):
        unknown = np.flatnonzero(~np.isin(labels[part], names))
        if len(unknown):
            raise DataError(f"{test_path}: label {labels[part][unknown[0]]} does not occur in {path}")
    return labels


def _with_shared_categories(train: ExampleTable, test: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
    """Both parts with one list of categories for each column, and a gap where either has one."""
    if not train.columns:
        return train, test
    columns: list[Column] = []
    for j, (ours, theirs) in enumerate(zip(train.columns, test.columns, strict=True)):
        if bool(ours.categories) != bool(theirs.categories) and _has_values(test.X, j):
            kinds = ("categories", "numbers") if ours.categories else ("numbers", "categories")
            raise DataError(
                f"column {shown(ours.name)} holds {kinds[0]} in training, but {kinds[1]} in the test file; "
                f"say `categorical: [{ours.name}]`"
            )
        categories = tuple(sorted({*ours.categories, *theirs.categories}))
        columns.append(Column(ours.name, categories, ours.gap or theirs.gap))
    return _renumbered(train, columns), _renumbered(test, columns)


def _has_values(X: Floats, j: int) -> bool:
    """Whether some row has a value in this column."""
    return any(not np.isnan(rows[:, j]).all() for rows in row_blocks(X))


def _renumbered(table: ExampleTable, columns: Sequence[Column]) -> ExampleTable:
    """The table with these columns: their categories have other numbers."""
    changed = [
        (j, _new_numbers(old.categories, new.categories))
        for j, (old, new) in enumerate(zip(table.columns, columns, strict=True))
        if old.categories != new.categories
    ]

    def renumber(rows: Floats) -> Floats:
        X = np.array(rows)
        for j, numbers in changed:
            X[:, j] = decoded(X[:, j], numbers)
        return X

    X = each_row(table.X, renumber, f"categories {columns}") if changed else table.X
    return replace(table, X=X, columns=tuple(columns))


def _new_numbers(old: Sequence[str], new: Sequence[str]) -> Floats:
    """The number of each old category among the new ones."""
    places = {name: k for k, name in enumerate(new)}
    return np.array([places[name] for name in old], np.float64)
