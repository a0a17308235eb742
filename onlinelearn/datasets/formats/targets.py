"""The targets of a file: class labels, real numbers, or sets of labels, as its task asks for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import as_labels, is_number
from onlinelearn.datasets.formats.checks import Place, by_row, check_size
from onlinelearn.datasets.formats.read_options import Task

BETWEEN = "|"
"""Between the labels of a set in one column: `sports|politics`."""

MANY = 100
"""More whole numbers than this may be classes or amounts: the user has to say which."""


LONGEST_LABEL = 1000
"""The most characters of a class's name: arrays of names have room for the longest everywhere."""


@dataclass(frozen=True, eq=False)
class Targets:
    """The target of each example; `names` are those of the labels where each example has a set of them."""

    values: Labels
    names: tuple[str, ...] = ()


def target_column(
    path: Path,
    task: Task | None,
    names: Sequence[str],
    columns: Sequence[Sequence[object]],
    place: Place = by_row,
) -> Targets:
    """The targets that these columns hold. DataError if one is missing or not of the task."""
    for name, values in zip(names, columns, strict=True):
        check_present(path, name, values, place)
    if task == "multilabel":
        if len(columns) > 1:
            return Targets(_marks(path, names, columns, place), tuple(names))
        return label_sets(path, [_parts(value) for value in columns[0]])
    values = columns[0]
    if task == "regression":
        return Targets(real_targets(path, names[0], values, place))
    return Targets(class_labels(path, task, names[0], values, len(values)))


def check_present(path: Path, name: str, values: Sequence[object], place: Place) -> None:
    """DataError, with its place, if a target is missing, or a text that no label can be."""
    for row, value in enumerate(values):
        if value is None or str(value) in ("", "nan"):
            raise DataError(
                f"{path}: {place(row)} has no label" + (f" in column {shown(name)}" if name else "")
            )
        if isinstance(value, str) and "\0" in value:
            # NumPy drops such characters at the end of a text: two labels would become one.
            raise DataError(f"{path}: {place(row)} has a NUL character in its label")
        if isinstance(value, str | bytes) and len(value) > LONGEST_LABEL:
            raise DataError(
                f"{path}: {place(row)}: a label has at most {LONGEST_LABEL:,} characters, "
                f"and {shown(str(value))} {len(value):,}"
            )


def class_labels(path: Path, task: Task | None, name: str, values: Sequence[object], rows: int) -> Labels:
    """The class labels that these values are, in a file of so many rows. DataError if they are none."""
    column = f"column {shown(name)}" if name else "the target"
    try:
        labels = as_labels(values)
    except ValueError as error:
        different = len({str(value) for value in values})
        raise DataError(
            f"{path}: {error}; {column} holds {different:,} different numbers: "
            "for real targets say `task: regression`"
        ) from None
    different = len(np.unique(labels))
    if task is None and labels.dtype.kind == "i" and different > max(MANY, rows // 10):
        raise DataError(
            f"{path}: {column} holds {different:,} different whole numbers; "
            "say `task: regression`, or `task: classification` if each is a class"
        )
    return labels


def real_targets(path: Path, name: str, values: Sequence[object] | Floats, place: Place) -> Labels:
    """Finite real targets. DataError, with its place, at one that is not."""
    if isinstance(values, np.ndarray) and np.isfinite(values).all():
        return values + 0.0
    numbers = []
    for row, value in enumerate(values):
        if not is_number(str(value)) or not np.isfinite(float(str(value))):
            where = f"{path}: {place(row)}" + (f", column {shown(name)}" if name else "")
            raise DataError(f"{where}: {shown(str(value))} is no finite number, and regression needs one")
        numbers.append(float(str(value)))
    return np.array(numbers, np.float64) + 0.0


def _marks(path: Path, names: Sequence[str], columns: Sequence[Sequence[object]], place: Place) -> Labels:
    """Columns of 0 and 1, one for each label."""
    marks = np.zeros((len(columns[0]), len(columns)), np.int64)
    for k, (name, values) in enumerate(zip(names, columns, strict=True)):
        for row, value in enumerate(values):
            text = str(value)
            if not is_number(text) or float(text) not in (0.0, 1.0):
                raise DataError(
                    f"{path}: {place(row)}, column {shown(name)}: {shown(text)} is neither 0 nor 1; "
                    "a column of `target: [..]` marks the examples that have its label"
                )
            marks[row, k] = int(float(text))
    return marks


def _parts(value: object) -> set[str]:
    """The labels that a value lists."""
    return {part.strip() for part in str(value).split(BETWEEN)} - {""}


def label_sets(path: Path, sets: Sequence[Collection[str]]) -> Targets:
    """A row of marks for each set of labels; a column for each label, in ascending order."""
    if all(len(each) == 1 for each in sets):
        raise DataError(
            f"{path}: no example has more than one label; write several as `a{BETWEEN}b`, "
            "or leave out `task: multilabel`"
        )
    labels = sorted(set[str]().union(*sets))
    check_size(path, len(sets), len(labels))
    column = {label: k for k, label in enumerate(labels)}
    marks = np.zeros((len(sets), len(labels)), np.int64)
    for row, each in enumerate(sets):
        for label in each:
            marks[row, column[label]] = 1
    return Targets(marks, tuple(labels))
