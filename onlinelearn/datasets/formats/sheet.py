"""A sheet: the content of a file with the names of its attributes, and the checks that all formats share."""

import csv
import lzma
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.base.error_text import LONGEST_LIST, one_line, shorten, shown
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import ExampleTable, as_labels, parsed

UNREADABLE = (
    *(OSError, EOFError, ValueError, OverflowError, MemoryError),
    *(csv.Error, lzma.LZMAError, zlib.error, BadZipFile),
)
"""The errors that the readers' libraries raise for a file that is missing, damaged, or not of its format."""

MAX_BYTES = 4_000_000_000
MAX_COLUMNS = 10_000_000


@dataclass(frozen=True)
class Sheet:
    """A table with the names of its attributes."""

    table: ExampleTable
    names: tuple[str, ...]


def unreadable(path: Path, error: Exception) -> DataError:
    """The error for a file that cannot be read, in one line."""
    if isinstance(error, FileNotFoundError):
        return DataError(f"{path}: no such file")
    text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return DataError(f"{path} is damaged or unreadable: {' '.join(text.split())}")


def position(path: Path, names: Sequence[str], label: str | int) -> int:
    """The label's position among the columns, from 0."""
    if isinstance(label, int):
        if not -len(names) <= label < len(names):
            raise DataError(f"{path} has {len(names)} columns, and so no column {label} with labels")
        return label % len(names)
    if label not in names:
        few = one_line(shorten(", ".join(names[:8]), LONGEST_LIST)) + (", ..." if len(names) > 8 else "")
        raise DataError(f"{path} has no column {shown(label)} with labels; its columns are {few}")
    return list(names).index(label)


def check_names(path: Path, names: Sequence[str]) -> None:
    """DataError if two columns have one name."""
    for name, times in Counter(names).items():
        if times > 1:
            raise DataError(f"{path} has {times} columns named {shown(name)}; rename all but one")


def check_size(path: Path, rows: int, columns: int) -> None:
    """DataError if so many numbers, and the names of so many columns, cannot be held in memory."""
    if rows * columns * 8 > MAX_BYTES or columns > MAX_COLUMNS:
        raise DataError(
            f"{path}: {rows:,} examples of {columns:,} attributes are too many to hold in memory; "
            "leave some out"
        )


def by_row(row: int) -> str:
    """The place of a row in messages about a file that has no lines."""
    return f"row {row + 1}"


def check_numbers(path: Path, X: Floats, names: Sequence[str], place: Callable[[int], str] = by_row) -> None:
    """DataError unless there are examples and attributes, all of them finite."""
    if X.ndim != 2 or not X.size:
        raise DataError(f"{path} has no examples: its attributes are an array of shape {X.shape}")
    wrong = np.argwhere(~np.isfinite(X))
    if len(wrong):
        row, column = wrong[0]
        raise DataError(
            f"{path}: {place(row)}, column {shown(names[column])}: {X[row, column]} is missing or not finite"
        )


def checked_sheet(path: Path, X: Floats, labels: Sequence[object], names: Sequence[str]) -> Sheet:
    """The sheet of a file without lines. DataError if a number or a label is missing or wrong."""
    check_numbers(path, X, names)
    if len(labels) != len(X):
        raise DataError(f"{path} has {len(X)} examples, but {len(labels)} labels")
    return Sheet(parsed(X, label_column(path, labels)), tuple(names))


def label_column(path: Path, values: Sequence[object], place: Callable[[int], str] = by_row) -> Labels:
    """The labels. DataError if one is missing or no class."""
    for row, value in enumerate(values):
        if value is None or str(value) in ("", "nan"):
            raise DataError(f"{path}: {place(row)} has no label")
        if isinstance(value, str) and "\0" in value:
            # NumPy drops such characters at the end of a text: two labels would become one.
            raise DataError(f"{path}: {place(row)} has a NUL character in its label")
    try:
        return as_labels(values)
    except ValueError as error:
        raise DataError(f"{path}: {error}") from None
