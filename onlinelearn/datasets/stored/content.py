"""Own data that stay in files: the examples of each, with rows that are read when they are needed."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats.checks import MAX_COLUMNS
from onlinelearn.datasets.formats.file_format import FileContent
from onlinelearn.datasets.formats.read_options import ReadOptions
from onlinelearn.datasets.formats.svmlight_file import DENSE, check_features
from onlinelearn.datasets.stored.stored_rows import DenseFiles, SparseFiles, StoredRows
from onlinelearn.datasets.stored.table_files import FEATURES, STARTS, VALUES, TableFiles, table_files


def stored_contents(paths: Sequence[Path], reading: ReadOptions) -> list[FileContent]:
    """The examples of these files, as their reader would give them, but not in memory."""
    try:
        return _mapped_contents(paths, reading)
    except OSError as error:  # a limit on memory holds for what is mapped, too
        named = ", ".join(map(str, paths))
        raise DataError(
            f"the rows of {named} can't be mapped into memory: {error.strerror or error}; raise the limit "
            "on address space (ulimit -v), or leave some out"
        ) from error


def _mapped_contents(paths: Sequence[Path], reading: ReadOptions) -> list[FileContent]:
    tables = [table_files(path, reading) for path in paths]
    if not tables[0].sparse:
        return [_content(each, DenseFiles(each.numbers(VALUES))) for each in tables]
    ranges = [each.feature_range for each in tables]
    for path, each in zip(paths, tables, strict=True):
        check_features(path, any(low <= high for low, high in ranges), each.rows)
    # As scikit-learn's reader has it: numbers count from 1 unless some file has a feature 0.
    first = int(all(low > 0 for low, _ in ranges))
    width = max(high for _, high in ranges) + 1 - first
    if width > MAX_COLUMNS:
        raise DataError(f"{paths[0]}: {width:,} attributes are too many; hash them to fewer")
    files = [
        SparseFiles(each.numbers(VALUES), each.numbers(FEATURES), each.numbers(STARTS), first, width)
        for each in tables
    ]
    few = sum(each.shape[0] for each in files) * width <= DENSE
    return [_content(table, each, few=few) for table, each in zip(tables, files, strict=True)]


def _content(table: TableFiles, files: Any, *, few: bool = False) -> FileContent:
    told = hashlib.sha256(f"{table.digest} {files.shape}".encode()).hexdigest()
    X = StoredRows(files, told, slice(0, files.shape[0]))
    X = X.then(_dense, "dense") if few else X
    return FileContent(ExampleTable(X, table.labels(), None, table.columns))  # type: ignore[arg-type]


def _dense(rows: Any) -> Any:
    return rows.toarray() + 0.0
