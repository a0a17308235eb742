"""CSV files, plain or compressed; errors name the line and the column of what is wrong.

Python's own `csv` and `float` read them: they round correctly everywhere, know the line, and cost no import.
"""

import csv
import gzip
import lzma
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

import numpy as np

from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import is_number, parsed
from onlinelearn.datasets.formats.file_format import Format, LabelColumn, one_by_one
from onlinelearn.datasets.formats.sheet import (
    UNREADABLE,
    Sheet,
    check_names,
    check_numbers,
    check_size,
    label_column,
    position,
    unreadable,
)

if TYPE_CHECKING:
    from _csv import Reader


def read_csv(path: Path, label: LabelColumn, part: str | None = None) -> Sheet:
    """The file's content; `part` names the column that says to which part a row belongs."""
    try:
        with _opened(path) as stream:
            return _parse(path, stream, label, part)
    except UNREADABLE as error:
        raise unreadable(path, error) from error


def _opened(path: Path) -> TextIO:
    if path.suffix.lower() == ".gz":
        return cast(TextIO, gzip.open(path, "rt", encoding="utf-8-sig", newline=""))
    if path.suffix.lower() == ".xz":
        return lzma.open(path, "rt", encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _parse(path: Path, stream: TextIO, label: LabelColumn, part: str | None) -> Sheet:
    reader = csv.reader(_text_lines(path, stream), strict=True)
    try:
        return _sheet(path, reader, label, part)
    except csv.Error as error:
        # A quote that is never closed makes the rest of the file one field, which is too long.
        raise DataError(
            f"{path}: line {reader.line_num} is damaged or unreadable: {error}; is a quote missing?"
        ) from error


def _text_lines(path: Path, stream: TextIO) -> Iterator[str]:
    """The lines. DataError at a NUL, which no text has: two labels that differ in it would become one."""
    for number, line in enumerate(stream, 1):
        if "\0" in line:
            raise DataError(f"{path}: line {number} has a NUL byte; save the file as text in UTF-8")
        yield line


def _sheet(path: Path, reader: "Reader", label: LabelColumn, part: str | None) -> Sheet:
    names = _header(path, reader)
    at_label = position(path, names, label)
    at_part = None if part is None else position(path, names, part)
    aside = sorted({at_label} if at_part is None else {at_label, at_part}, reverse=True)
    kept = tuple(name for i, name in enumerate(names) if i not in aside)

    numbers, lines = array("d"), array("q")
    labels: list[str] = []
    parts: list[str] = []
    for row in reader:
        if not row:
            continue
        if len(row) != len(names):
            raise DataError(f"{path}: line {reader.line_num} has {len(row)} fields, the header {len(names)}")
        taken = {i: row.pop(i).strip() for i in aside}
        try:
            numbers.extend(map(float, row))
        except ValueError:
            raise _no_number(path, reader.line_num, kept, row) from None
        lines.append(reader.line_num)
        check_size(path, len(lines), len(kept))
        labels.append(taken[at_label])
        if at_part is not None:
            parts.append(taken[at_part])

    def place(row: int) -> str:
        return f"line {lines[row]}"

    X = np.frombuffer(numbers, np.float64).reshape(len(lines), len(kept))
    check_numbers(path, X, kept, place)
    return Sheet(parsed(X, label_column(path, labels, place), np.array(parts) if parts else None), kept)


def _header(path: Path, reader: "Reader") -> list[str]:
    names = [name.strip() for name in next(reader, [])]
    if not names:
        raise DataError(f"{path} is empty: a header line and examples were expected")
    # pandas writes 0, 1, 2, ... for columns without names: that is a header too.
    if all(is_number(name) for name in names) and names != [str(i) for i in range(len(names))]:
        raise DataError(f"{path} has no header: its first line is all numbers; add a line of names")
    check_names(path, names)
    return names


def _no_number(path: Path, line: int, names: Sequence[str], row: Sequence[str]) -> DataError:
    column, value = next((n, v) for n, v in zip(names, row, strict=True) if not is_number(v))
    what = "a value is missing" if not value.strip() else f"{shown(value)} is no number"
    return DataError(f"{path}: line {line}, column {shown(column)}: {what}")


FORMAT = Format(
    "csv",
    (".csv", ".csv.gz", ".csv.xz"),
    "a line of column names, then an example a line",
    "column",
    one_by_one(read_csv),
)
