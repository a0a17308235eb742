"""CSV and TSV files, plain or compressed; errors name the line and the column of what is wrong.

Python's own `csv` and `float` read them: they round correctly everywhere, know the line, and cost no import.
"""

import csv
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import numpy as np

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import ExampleTable, Texts
from onlinelearn.datasets.formats.attributes import Attribute
from onlinelearn.datasets.formats.checks import UNREADABLE, Place, check_size, unreadable
from onlinelearn.datasets.formats.csv_header import header, separator
from onlinelearn.datasets.formats.csv_lines import check_fields, csv_reader, damaged_line
from onlinelearn.datasets.formats.csv_stream import stream_csv
from onlinelearn.datasets.formats.file_format import FileContent, Format, one_by_one
from onlinelearn.datasets.formats.read_options import ReadOptions, Roles, roles
from onlinelearn.datasets.formats.targets import target_column
from onlinelearn.datasets.formats.text_lines import check_lines, lines, opened

if TYPE_CHECKING:
    from _csv import Reader


def read_csv(path: Path, reading: ReadOptions) -> FileContent:
    """The file's content."""
    try:
        with opened(path) as stream:
            return _parse(path, stream, reading)
    except UNREADABLE as error:
        raise unreadable(path, error) from error


def _parse(path: Path, stream: TextIO, reading: ReadOptions) -> FileContent:
    reader = csv_reader(path, lines(stream), separator(path, reading))
    try:
        return _content(path, reader, reading)
    except csv.Error as error:
        raise damaged_line(path, reader.line_num, error) from error


class _Rows:
    """The rows of a file by what their columns are for, growing line by line."""

    def __init__(self, path: Path, names: Sequence[str], wanted: Roles) -> None:
        self.path, self.names, self.roles = path, names, wanted
        self.attributes = [
            Attribute(names[i], categorical=i in wanted.categorical) for i in wanted.attributes
        ]
        self.declared = [j for j, each in enumerate(self.attributes) if each.categorical]
        self.numbers, self.lines = array("d"), array("q")
        self.targets: list[list[str]] = [[] for _ in wanted.target]
        self.parts: list[str] = []
        self.texts: list[str] = []
        aside = set(range(len(names))) - set(wanted.attributes)
        self.aside = sorted(aside, reverse=True)

    def add(self, line: int, row: list[str]) -> None:
        """One more row, whose fields may be changed."""
        check_fields(self.path, line, row, self.names)
        taken = {i: row.pop(i) for i in self.aside}
        n = len(self.lines)
        values: list[str | float] = list(row)
        for j in self.declared:
            values[j] = self.attributes[j].read(row[j], n)
        try:
            self.numbers.extend([*map(float, values)])
        except ValueError:
            pairs = zip(self.attributes, values, strict=True)
            self.numbers.extend([v if isinstance(v, float) else each.read(str(v), n) for each, v in pairs])
        self.lines.append(line)
        check_size(self.path, len(self.lines), len(values))
        for column, i in zip(self.targets, self.roles.target, strict=True):
            column.append(taken[i].strip())
        if self.roles.part is not None:
            self.parts.append(taken[self.roles.part].strip())
        if self.roles.text is not None:
            self.texts.append(taken[self.roles.text])

    def place(self, row: int) -> str:
        """The place of a row in messages."""
        return f"line {self.lines[row]}"


def _content(path: Path, reader: "Reader", reading: ReadOptions) -> FileContent:
    names, first = header(path, reader, reading.header)
    wanted = roles(path, names, reading)
    check_lines(path, len(wanted.attributes))
    rows = _Rows(path, names, wanted)
    if first:
        rows.add(reader.line_num, first)
    for row in reader:
        if row:
            rows.add(reader.line_num, row)
    X = np.frombuffer(rows.numbers, np.float64).reshape(len(rows.lines), len(rows.attributes)) + 0.0
    if not len(X):
        raise DataError(f"{path} has no rows")
    if not X.size and wanted.text is None:
        raise DataError(f"{path} has no examples: its attributes are an array of shape {X.shape}")
    columns = []
    place: Place = rows.place
    for j, attribute in enumerate(rows.attributes):
        X[:, j], column = attribute.finished(path, X[:, j], place)
        columns.append(column)
    targets = target_column(path, reading.task, [names[i] for i in wanted.target], rows.targets, place)
    parts = np.array(rows.parts) if rows.parts else None
    texts: Texts | None = np.array(rows.texts, object) if wanted.text is not None else None
    return FileContent(ExampleTable(X, targets.values, parts, tuple(columns), texts), targets.names)


FORMAT = Format(
    "csv",
    (".csv", ".csv.gz", ".csv.xz", ".tsv", ".tsv.gz", ".tsv.xz"),
    "a line of column names, then an example a line",
    "column",
    one_by_one(read_csv),
    is_text=True,
    stream=stream_csv,
)
