"""Parquet files, read by pyarrow, which is imported only when there is one to read."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import Column, ExampleTable, Texts
from onlinelearn.datasets.formats import checks
from onlinelearn.datasets.formats.arrow_columns import numbers_of, plain, row_stream
from onlinelearn.datasets.formats.attributes import Attribute, text_attribute
from onlinelearn.datasets.formats.checks import by_row, check_names, check_size, unreadable
from onlinelearn.datasets.formats.file_format import FileContent, Format, one_by_one
from onlinelearn.datasets.formats.read_options import ReadOptions, roles
from onlinelearn.datasets.formats.row_stream import RowStream
from onlinelearn.datasets.formats.targets import target_column

if TYPE_CHECKING:
    from pyarrow import ChunkedArray, RecordBatch, Table
    from pyarrow.parquet import ParquetFile


BATCH_ROWS = 1024
"""How many rows are unpacked before the bytes of all are counted: a text that is stored once may stand
in every row."""

BUFFER = 2**17
"""Bytes of each column that are fetched at a time: a group of rows may be more than memory holds."""

STREAMED_NUMBERS = 2**20
"""How many numbers are unpacked at a time where rows are streamed."""


def read_parquet(path: Path, reading: ReadOptions) -> FileContent:
    """The file's content: numbers, dates as days, and texts as categories."""
    loaded = loaded_parquet(path)
    try:
        return _content(path, loaded, reading)
    except DataError:
        raise
    except Exception as error:  # pyarrow and Python's zones raise many kinds at an odd value
        raise unreadable(path, error) from error


def _content(path: Path, loaded: "Table", reading: ReadOptions) -> FileContent:
    names = [str(name) for name in loaded.column_names]
    wanted = roles(path, names, reading)
    X = np.empty((loaded.num_rows, len(wanted.attributes)))
    columns = []
    for j, i in enumerate(wanted.attributes):
        X[:, j], column = _attribute(path, names[i], loaded.column(i), i in wanted.categorical)
        columns.append(column)
    if not len(X):
        raise DataError(f"{path} has no rows")
    if not X.size and wanted.text is None:
        raise DataError(f"{path} has no examples: its attributes are an array of shape {X.shape}")
    chosen = [loaded.column(i).to_pylist() for i in wanted.target]
    targets = target_column(path, reading.task, [names[i] for i in wanted.target], chosen)
    texts: Texts | None = None
    if wanted.text is not None:
        written = loaded.column(wanted.text).to_pylist()
        texts = np.array(["" if each is None else str(each) for each in written], object)
    return FileContent(ExampleTable(X + 0.0, targets.values, None, tuple(columns), texts), targets.names)


def loaded_parquet(path: Path) -> "Table":
    """The whole file. DataError if it is too large, or if pyarrow is not there."""
    try:
        with _opened(path) as file:
            import pyarrow

            columns = [str(name) for name in file.schema_arrow.names]
            check_names(path, columns)
            check_size(path, file.metadata.num_rows, len(columns))
            batches, held = [], 0
            for batch in file.iter_batches(BATCH_ROWS):
                held += batch.nbytes
                if held > checks.MAX_BYTES:
                    raise DataError(f"{path} unpacks to more than {checks.MAX_BYTES:,} bytes; leave some out")
                batches.append(batch)
            return pyarrow.Table.from_batches(batches, file.schema_arrow)
    except DataError:
        raise
    except Exception as error:  # pyarrow raises many kinds at a damaged file
        raise unreadable(path, error) from error


def _opened(path: Path) -> "ParquetFile":
    try:
        import pyarrow.parquet
    except ImportError:
        raise DataError(f"{path}: reading parquet needs pyarrow; install it, or save as .csv") from None
    try:
        return pyarrow.parquet.ParquetFile(path, pre_buffer=False, buffer_size=BUFFER)
    except Exception as error:  # pyarrow raises many kinds at a damaged file
        raise unreadable(path, error) from error


def _attribute(path: Path, name: str, column: "ChunkedArray", categorical: bool) -> tuple[Floats, Column]:
    column = plain(column)
    numbers = None if categorical else numbers_of(path, name, column)
    if numbers is None:
        return text_attribute(path, name, column.to_pylist(), by_row, categorical=categorical)
    return Attribute(name).finished(path, numbers, by_row)


def stream_parquet(path: Path, reading: ReadOptions) -> RowStream:
    """The file's rows, some at a time."""
    file = _opened(path)
    names = [str(name) for name in file.schema_arrow.names]
    check_names(path, names)
    return row_stream(path, names, reading, _batches(path, file))


def _batches(path: Path, file: "ParquetFile") -> Iterator["RecordBatch"]:
    rows = max(STREAMED_NUMBERS // max(len(file.schema_arrow.names), 1), 1)
    try:
        with file:
            yield from file.iter_batches(rows)
    except DataError:
        raise
    except Exception as error:  # pyarrow raises many kinds at a damaged file
        raise unreadable(path, error) from error


FORMAT = Format(
    "parquet",
    (".parquet",),
    "a table with column names",
    "column",
    one_by_one(read_parquet),
    stream=stream_parquet,
)
