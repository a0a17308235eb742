"""Parquet files, read by pyarrow, which is imported only when there is one to read."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.formats.file_format import Format, LabelColumn, one_by_one
from onlinelearn.datasets.formats.sheet import (
    UNREADABLE,
    Sheet,
    check_names,
    check_size,
    checked_sheet,
    position,
    unreadable,
)

if TYPE_CHECKING:
    from pyarrow import ChunkedArray


def read_parquet(path: Path, label: LabelColumn) -> Sheet:
    """The file's content; all columns but the labels' must hold numbers."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise DataError(f"{path}: reading parquet needs pyarrow; install it, or save as .csv") from None
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            columns = [str(name) for name in file.schema_arrow.names]
            check_names(path, columns)
            check_size(path, file.metadata.num_rows, len(columns))
            loaded = file.read()
    except UNREADABLE as error:
        raise unreadable(path, error) from error
    at_label = position(path, columns, label)
    names = [name for i, name in enumerate(columns) if i != at_label]
    X = np.empty((loaded.num_rows, len(names)))
    for column, name in enumerate(names):
        X[:, column] = _numbers(path, name, loaded.column(name))
    return checked_sheet(path, X, loaded.column(at_label).to_pylist(), names)


def _numbers(path: Path, name: str, column: "ChunkedArray") -> Floats:
    if column.null_count:
        row = next(i for i, value in enumerate(column) if not value.is_valid)
        raise DataError(f"{path}: row {row + 1}, column {name!r}: a value is missing")
    values: Floats = column.to_numpy()
    if values.dtype.kind not in "buif":
        raise DataError(f"{path}: column {name!r} holds {column.type}, not numbers")
    return values


FORMAT = Format("parquet", (".parquet",), "a table with column names", "column", one_by_one(read_parquet))
