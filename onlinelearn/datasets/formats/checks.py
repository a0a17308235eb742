"""Checks that all file formats share, and their messages."""

import csv
import lzma
import stat
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import BadZipFile

from onlinelearn.base.error_text import LONGEST_LIST, one_line, shorten, shown
from onlinelearn.base.errors import DataError

UNREADABLE = (
    *(OSError, EOFError, ValueError, OverflowError, MemoryError),
    *(csv.Error, lzma.LZMAError, zlib.error, BadZipFile),
)
"""The errors that the readers' libraries raise for a file that is missing, damaged, or not of its format."""

MAX_BYTES = 2_000_000_000
"""The most bytes that a file may unpack to, and its examples take in memory."""

MAX_COLUMNS = 10_000_000

ROW_BYTES = 64
"""The bytes that a row takes beside its attributes, with its label and its line."""

Place = Callable[[int], str]
"""The place of a row in messages: "line 4" of a text file, "row 3" of another."""


def by_row(row: int) -> str:
    """The place of a row in messages about a file that has no lines."""
    return f"row {row + 1}"


def unreadable(path: Path, error: Exception) -> DataError:
    """The error for a file that cannot be read, in one line."""
    if isinstance(error, FileNotFoundError):
        return DataError(f"{path}: no such file")
    text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    said = shorten(one_line(" ".join(text.split())), LONGEST_LIST)
    return DataError(f"{path} is damaged or unreadable: {said}")


def check_plain_file(path: Path) -> None:
    """DataError unless the path leads to a plain file: a pipe may never end, and a device never does."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    if stat.S_ISDIR(mode):
        raise DataError(f"{path} is a folder; name a file")
    if not stat.S_ISREG(mode):
        raise DataError(f"{path} is no plain file; save its content as one")


def check_names(path: Path, names: Sequence[str]) -> None:
    """DataError if two columns have one name."""
    for name, times in Counter(names).items():
        if times > 1:
            raise DataError(f"{path} has {times} columns named {shown(name)}; rename all but one")


def check_size(path: Path, rows: int, columns: int, stored: int | None = None) -> None:
    """DataError if so many examples cannot be held in memory; `stored` numbers of them, where not all are."""
    held = (rows * columns * 8 if stored is None else stored * 16) + rows * ROW_BYTES
    if held > MAX_BYTES or columns > MAX_COLUMNS:
        raise DataError(
            f"{path}: {rows:,} examples of {columns:,} attributes are too many to hold in memory; "
            "leave some out"
        )
