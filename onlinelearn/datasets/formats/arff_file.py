"""ARFF files, as Weka writes them; nominal attributes are categories, "?" is a missing value."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import numpy as np

from onlinelearn.base.error_text import shown
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import ExampleTable, Texts
from onlinelearn.datasets.formats.attributes import text_attribute
from onlinelearn.datasets.formats.checks import UNREADABLE, check_names, check_size, unreadable
from onlinelearn.datasets.formats.file_format import FileContent, Format, one_by_one
from onlinelearn.datasets.formats.read_options import ReadOptions, roles
from onlinelearn.datasets.formats.targets import target_column
from onlinelearn.datasets.formats.text_lines import lines, opened

QUOTES = "'\""


@dataclass(frozen=True)
class _Declared:
    """An attribute as the file's head declares it."""

    name: str
    kind: str

    @property
    def nominal(self) -> bool:
        return self.kind.startswith("{")


def read_arff(path: Path, reading: ReadOptions) -> FileContent:
    """The file's content."""
    try:
        with opened(path) as stream:
            return _content(path, stream, reading)
    except UNREADABLE as error:
        raise unreadable(path, error) from error


def _content(path: Path, stream: TextIO, reading: ReadOptions) -> FileContent:
    numbered = ((number, line.strip()) for number, line in enumerate(lines(stream), 1))
    declared = _head(path, numbered)
    names = [each.name for each in declared]
    check_names(path, names)
    wanted = roles(path, names, reading)
    places, rows = _data(path, numbered, len(names))

    def place(row: int) -> str:
        return f"line {places[row]}"

    if not rows or not (wanted.attributes or wanted.text is not None):
        raise DataError(f"{path} has no examples")
    columns, numbers = [], []
    for i in wanted.attributes:
        categorical = declared[i].nominal or i in wanted.categorical
        values, column = text_attribute(
            path, names[i], [row[i] for row in rows], place, categorical=categorical
        )
        columns.append(column)
        numbers.append(values)
    X = np.column_stack(numbers) + 0.0 if numbers else np.empty((len(rows), 0))
    chosen = [["" if row[i] == "?" else row[i] for row in rows] for i in wanted.target]
    targets = target_column(path, reading.task, [names[i] for i in wanted.target], chosen, place)
    texts: Texts | None = None
    if wanted.text is not None:
        texts = np.array([row[wanted.text] for row in rows], object)
    return FileContent(ExampleTable(X, targets.values, None, tuple(columns), texts), targets.names)


def _head(path: Path, numbered: Iterator[tuple[int, str]]) -> list[_Declared]:
    """The attributes, up to the line @data."""
    declared: list[_Declared] = []
    for number, line in numbered:
        word = line.lower()
        if word.startswith("@data"):
            if not declared:
                break
            return declared
        if word.startswith("@attribute"):
            declared.append(_attribute(path, number, line[len("@attribute") :].strip()))
        elif line and not line.startswith("%") and not word.startswith("@relation"):
            raise DataError(
                f"{path}: line {number} is none of @relation, @attribute and @data: {shown(line)}"
            )
    raise DataError(f"{path} is no ARFF file: it has no lines @attribute and then @data")


def _attribute(path: Path, number: int, text: str) -> _Declared:
    if text[:1] in QUOTES and text:
        name, _, kind = text[1:].partition(text[0])
    else:
        name, _, kind = text.replace("\t", " ").partition(" ")
    kind = kind.strip()
    if not name or not kind or kind.lower().startswith("relational"):
        raise DataError(f"{path}: line {number}: an attribute needs a name and a simple type")
    return _Declared(name, kind)


def _data(path: Path, numbered: Iterator[tuple[int, str]], width: int) -> tuple[list[int], list[list[str]]]:
    """The numbers of the lines with examples, and their fields."""
    places: list[int] = []
    rows: list[list[str]] = []
    for number, line in numbered:
        if not line or line.startswith("%"):
            continue
        row = _sparse_fields(line, width) if line.startswith("{") else _fields(line)
        if len(row) != width:
            raise DataError(f"{path}: line {number} has {len(row)} fields, but there are {width} attributes")
        places.append(number)
        rows.append(row)
        check_size(path, len(rows), width)
    return places, rows


def _fields(line: str) -> list[str]:
    quote = "'" if "'" in line and '"' not in line else '"'
    reader = csv.reader([line], quotechar=quote, skipinitialspace=True, escapechar="\\", strict=True)
    return [field.strip() for field in next(reader)]


def _sparse_fields(line: str, width: int) -> list[str]:
    """Fields of `{index value, …}`; the others are 0."""
    row = ["0"] * width
    for field in _fields(line.strip("{} \t")):
        at, _, value = field.partition(" ")
        if not at.isdigit() or int(at) >= width:
            return []
        row[int(at)] = value.strip().strip(QUOTES)
    return row


FORMAT = Format(
    "arff",
    (".arff", ".arff.gz", ".arff.xz"),
    "Weka's lines @attribute, @data, then an example a line",
    "column",
    one_by_one(read_arff),
)
