"""Labels as users write them, encoded as the numbers that learners take.

One label for each example becomes the number of its class; a set of labels becomes a row that marks
its classes. `known` are the classes of earlier calls (None at the first one), and `classes` is the
argument of this call (None where it isn't given).
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.multiclass import check_classification_targets

from onlinelearn.base.arrays import Bools, Ints, Labels

COLLECTIONS = (set, frozenset, list, tuple, np.ndarray)
"""The types that a set of labels may have."""
LARGEST_TABLE = 1024
"""The most whole numbers among which labels are looked up; it stays in the nearest cache."""


def encode_labels(y: Labels, known: Labels | None, classes: Any) -> tuple[Labels, Ints]:
    """The classes, and for each example the number of its class."""
    if known is None:
        if y.dtype.kind not in "biuUS":  # these can only be labels, and the check costs a millisecond
            check_classification_targets(y)
        known = np.unique(y if classes is None else classes)
        _expect_two(known)
    elif classes is not None:
        _expect_same(np.unique(classes), known)
    numbers = _looked_up(y, known)
    if numbers is None:
        numbers = np.searchsorted(known, y)
        np.minimum(numbers, len(known) - 1, out=numbers)
        unknown = known[numbers] != y
        if unknown.any():
            raise _unknown_label(y[unknown].tolist()[0], known)
    return known, numbers


def _looked_up(y: Labels, known: Labels) -> Ints | None:
    """The number of each label's class, from a table: labels that are whole numbers near one another.

    None where there is no such table, or a label that is not in it.
    """
    if not (y.dtype.kind == known.dtype.kind == "i" and len(y)):
        return None
    low, high = known.item(0), known.item(-1)
    if high - low > LARGEST_TABLE or y.min() < low or y.max() > high:
        return None
    wide = y.astype(np.int64, copy=False)  # a difference of small numbers may be no small number
    if low == 0 and high == len(known) - 1:
        return wide
    table = np.full(high - low + 1, -1)
    table[known.astype(np.int64) - low] = np.arange(len(known))
    numbers: Ints = table[wide - low]
    return None if high - low >= len(known) and numbers.min() < 0 else numbers


def are_label_sets(y: Any) -> bool:
    """Whether y has a set of labels for each example: an indicator matrix, or a list of collections."""
    if issparse(y):
        return True
    y = _as_list_or_array(y)
    if _is_one_object_each(y):
        return len(y) > 0 and isinstance(y[0], COLLECTIONS)
    return bool(y.ndim == 2 and y.shape[1] > 1)  # one column is a vector written upright


def encode_label_sets(y: Any, known: Labels | None, classes: Any) -> tuple[Labels, Bools]:
    """The classes, and for each example a row that marks those of its set."""
    if classes is not None:
        named = _distinct(classes)
        if known is not None:
            _expect_same(named, known)
        known = named
    y = _as_list_or_array(y)
    if _is_one_object_each(y) and not _are_indicator_rows(y):
        known, marks = _marks_of_sets(_sets(y), known)
    else:
        known, marks = _marks_of_matrix(np.array(list(y)), known)
    _expect_two(known)
    return known, marks


def _as_list_or_array(y: Any) -> Any:
    """A list or a tuple as it is; anything else as an array."""
    if isinstance(y, list | tuple):
        return y
    whole: Any = y  # SciPy's type for all sparse matrices has no toarray
    return whole.toarray() if issparse(y) else np.asarray(y)


def _is_one_object_each(y: Any) -> bool:
    """Whether y is a list, or an array of Python objects, with one for each example."""
    return isinstance(y, list | tuple) or (y.ndim == 1 and y.dtype == object)


def _are_indicator_rows(rows: Sequence[Any]) -> bool:
    """Whether these are the rows of an indicator matrix: equally long, of 0 and 1."""
    if not all(isinstance(row, list | tuple | np.ndarray) for row in rows):
        return False
    lengths = {len(row) for row in rows}
    return lengths != {1} and len(lengths) == 1 and all(mark in (0, 1) for row in rows for mark in row)


def _marks_of_matrix(matrix: Labels, known: Labels | None) -> tuple[Labels, Bools]:
    marks: Bools = matrix == 1
    if not (marks | (matrix == 0)).all():
        raise ValueError("an indicator matrix holds only 0 and 1; give labels as a list of sets")
    if known is None:
        known = np.arange(matrix.shape[1])
    if matrix.shape[1] != len(known):
        raise ValueError(
            f"an indicator matrix with {matrix.shape[1]} columns, and there are {len(known)} classes; "
            "give labels as a list of sets, or a column for each class"
        )
    return known, marks


def _marks_of_sets(sets: Sequence[Collection[Any]], known: Labels | None) -> tuple[Labels, Bools]:
    if known is None:
        known = np.unique(_distinct({label for each in sets for label in each}))
    column = {label: k for k, label in enumerate(known.tolist())}
    marks = np.zeros((len(sets), len(known)), np.bool_)
    for i, each in enumerate(sets):
        for label in each:
            if label not in column:
                raise _unknown_label(label, known)
            marks[i, column[label]] = True
    return known, marks


def _sets(rows: Sequence[Any]) -> list[frozenset[Any]]:
    """Each row as a set of labels."""
    sets = []
    for i, row in enumerate(rows):
        if not isinstance(row, COLLECTIONS):
            raise ValueError(f"y[{i}] is {row!r}, and no set of labels as y[0] is; write {{{row!r}}}")
        for label in row:
            if not isinstance(label, str | int | np.integer):
                raise ValueError(f"y[{i}] has {label!r}, which is no label: give strings or whole numbers")
        sets.append(frozenset(row))
        if len(sets[-1]) < len(row):  # it was meant for an indicator matrix, perhaps
            raise ValueError(f"y[{i}] names a label twice: {row!r}; give each label once")
    return sets


def _distinct(labels: Iterable[Any]) -> Labels:
    """The labels as an array, in the order given; ValueError if they are of two kinds, or one comes twice."""
    listed = list(labels)
    if len({isinstance(label, str) for label in listed}) > 1:
        raise ValueError(f"labels must be all strings or all whole numbers, and these are both: {listed!r}")
    if len(set(listed)) < len(listed):
        raise ValueError(f"classes names a label twice: {listed!r}; give each label once")
    return np.array(listed)


def _expect_two(known: Labels) -> None:
    if len(known) < 2:
        got = f"one class: {known.tolist()[0]!r}" if len(known) else "no class"
        raise ValueError(
            f"at least two classes are needed, and there is {got}; "
            "name them all with partial_fit(X, y, classes=...)"
        )


def _expect_same(named: Labels, known: Labels) -> None:
    if not np.array_equal(named, known):
        raise ValueError(
            f"classes={named.tolist()!r} is not the same as on the first call: {known.tolist()!r}"
        )


def _unknown_label(label: Any, known: Labels) -> ValueError:
    return ValueError(f"label {label!r} is not among the classes {known.tolist()!r}")
