"""The lines and rows of a CSV file, with the errors that say where one is wrong."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from onlinelearn.base.errors import DataError

if TYPE_CHECKING:
    from _csv import Reader


def csv_reader(path: Path, lines: Iterable[str], separator: str, before: int = 0) -> "Reader":
    """The rows of these lines; `before` them the file has so many others."""
    return csv.reader(_without_nul(path, lines, before), delimiter=separator, strict=True)


def _without_nul(path: Path, lines: Iterable[str], before: int) -> Iterator[str]:
    """The lines. DataError at a NUL, which no text has: two labels that differ in it would become one."""
    for number, line in enumerate(lines, before + 1):
        if "\0" in line:
            raise DataError(f"{path}: line {number} has a NUL byte; save the file as text in UTF-8")
        yield line


def damaged_line(path: Path, line: int, error: csv.Error) -> DataError:
    """The error for a line that is none of a CSV file."""
    # A quote that is never closed makes the rest of the file one field, which is too long.
    return DataError(f"{path}: line {line} is damaged or unreadable: {error}; is a quote missing?")


def check_fields(path: Path, line: int, row: Sequence[str], names: Sequence[str]) -> None:
    """DataError if a row has more or fewer fields than there are columns."""
    if len(row) != len(names):
        raise DataError(f"{path}: line {line} has {len(row)} fields, the header {len(names)}")
