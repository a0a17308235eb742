"""The first line of a CSV or TSV file, and the sign between its values."""

from pathlib import Path
from typing import TYPE_CHECKING

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import is_number
from onlinelearn.datasets.formats.checks import check_names
from onlinelearn.datasets.formats.read_options import ReadOptions

if TYPE_CHECKING:
    from _csv import Reader

TAB = "\t"


def separator(path: Path, reading: ReadOptions) -> str:
    """The sign between two values: as the reading says, or as the file's name does."""
    usual = TAB if ".tsv" in path.suffixes[-2:] or ".TSV" in path.suffixes[-2:] else ","
    return reading.sep or usual


def header(path: Path, reader: "Reader", has_names: bool) -> tuple[list[str], list[str]]:
    """The names of the columns and, where the file has none, the first row that was read to count them."""
    first = next(reader, [])
    if not first:
        raise DataError(f"{path} is empty: a header line and examples were expected")
    if not has_names:
        return [str(i) for i in range(len(first))], first
    names = [name.strip() for name in first]
    # pandas writes 0, 1, 2, ... for columns without names: that is a header too.
    if all(is_number(name) for name in names) and names != [str(i) for i in range(len(names))]:
        raise DataError(
            f"{path} has no header: its first line is all numbers; "
            "say `header: false`, or add a line of names"
        )
    check_names(path, names)
    return names, []
