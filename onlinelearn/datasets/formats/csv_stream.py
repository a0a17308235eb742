"""CSV and TSV files chunk by chunk, taken apart by pyarrow on all cores.

A text in a column is read as the reader of whole files would.
"""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.formats.arrow_columns import row_stream
from onlinelearn.datasets.formats.checks import UNREADABLE, unreadable
from onlinelearn.datasets.formats.csv_header import header, separator
from onlinelearn.datasets.formats.read_options import ReadOptions
from onlinelearn.datasets.formats.row_stream import RowStream
from onlinelearn.datasets.formats.text_lines import lines, opened, opened_bytes

if TYPE_CHECKING:
    from pyarrow import RecordBatch

BLOCK_BYTES = 2**22
"""Bytes of text that are taken apart at a time; no line may be longer."""


def stream_csv(path: Path, reading: ReadOptions) -> RowStream:
    """The file's rows, some at a time."""
    try:
        with opened(path) as stream:
            reader = csv.reader(lines(stream), delimiter=separator(path, reading), strict=True)
            names, _ = header(path, reader, reading.header)
    except UNREADABLE as error:
        raise unreadable(path, error) from error
    return row_stream(path, names, reading, _batches(path, reading, len(names)), strip=True)


def _batches(path: Path, reading: ReadOptions, columns: int) -> Iterator["RecordBatch"]:
    try:
        import pyarrow
        import pyarrow.csv
    except ImportError:
        raise DataError(f"{path}: `in_memory: false` needs pyarrow; install it") from None
    names = [str(i) for i in range(columns)]
    read = pyarrow.csv.ReadOptions(
        block_size=BLOCK_BYTES, column_names=names, skip_rows_after_names=int(reading.header)
    )
    parse = pyarrow.csv.ParseOptions(delimiter=separator(path, reading), newlines_in_values=True)
    convert = pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(names, pyarrow.string()))
    try:
        with opened_bytes(path) as file:
            yield from pyarrow.csv.open_csv(file, read, parse, convert)
    except (pyarrow.ArrowException, *UNREADABLE) as error:
        raise unreadable(path, error) from error
