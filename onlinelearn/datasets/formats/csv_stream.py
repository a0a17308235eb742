"""CSV and TSV files block by block, taken apart by pyarrow on all cores.

What pyarrow might read in another way than the reader of whole files, Python's csv reads here too: odd
quotes, lone carriage returns, very long lines; and whatever pyarrow refuses, so that errors are the same.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.formats.arrow_columns import row_stream, written_numbers
from onlinelearn.datasets.formats.attributes import MISSING
from onlinelearn.datasets.formats.checks import UNREADABLE, unreadable
from onlinelearn.datasets.formats.csv_header import header, separator
from onlinelearn.datasets.formats.csv_lines import check_fields, csv_reader, damaged_line
from onlinelearn.datasets.formats.read_options import ReadOptions, roles
from onlinelearn.datasets.formats.row_stream import RowStream
from onlinelearn.datasets.formats.text_lines import lines, opened, opened_bytes, text_of

BLOCK_BYTES = 2**23
"""Bytes of text that are read at a time, and then the rest of the last line."""

PARTS = 8
"""A block is cut into so many parts, for the cores to share."""

ROWS = 2**12
"""Rows that Python's csv gives at a time."""

NEWLINE = 10

MARK = b"\xef\xbb\xbf"
"""The mark that may stand before a text in UTF-8."""


def stream_csv(path: Path, reading: ReadOptions) -> RowStream:
    """The file's rows, some at a time."""
    try:
        with opened(path) as stream:
            reader = csv_reader(path, lines(stream), separator(path, reading))
            names, _ = header(path, reader, reading.header)
    except csv.Error as error:
        raise damaged_line(path, reader.line_num, error) from error
    except UNREADABLE as error:
        raise unreadable(path, error) from error
    return row_stream(path, names, reading, _batches(path, reading, names), strip=True)


def _batches(path: Path, reading: ReadOptions, names: Sequence[str]) -> Iterator[Any]:
    """The rows, in batches of Arrow's."""
    try:
        import pyarrow.csv  # noqa: F401
    except ImportError:
        raise DataError(f"{path}: `in_memory: false` needs pyarrow; install it") from None
    try:
        with opened_bytes(path) as file:
            yield from _Blocks(path, reading, names, file).batches()
    except UNREADABLE as error:
        raise unreadable(path, error) from error


class _Blocks:
    """The blocks of a file while they are read."""

    def __init__(self, path: Path, reading: ReadOptions, names: Sequence[str], file: BinaryIO) -> None:
        self.path, self.names, self.file = path, names, file
        self.separator, self.has_header = separator(path, reading), reading.header
        wanted = roles(path, names, reading)
        self.numeric = set(wanted.attributes) - set(wanted.categorical)
        """The columns that have held nothing but numbers so far."""
        self.quoted = quoted_field(self.separator)
        self.lines = 0
        """The lines of the file before this block."""

    def batches(self) -> Iterator[Any]:
        """The rows of all blocks."""
        block = self.file.readline().removeprefix(MARK)
        if self.has_header:
            block = self._after_header(block)
        while block := block + self._next():
            longest = _longest_line(block)
            table = None if self._is_odd(block, longest) else self._taken_apart(block, longest)
            if table is None:
                yield from self._read_exactly(block)
            else:
                yield from table.combine_chunks().to_batches()
                self.lines += block.count(b"\n")
            block = b""

    def _next(self) -> bytes:
        block = self.file.read(BLOCK_BYTES)
        return block + self.file.readline() if block else block

    def _after_header(self, block: bytes) -> bytes:
        """The block without its first row, which may have several lines."""
        next(self._rows(block), None)
        passed = "".join(islice(_lines(block), self.lines))
        return block[len(passed.encode()) :]

    def _is_odd(self, block: bytes, longest: int) -> bool:
        """Whether pyarrow may read the block otherwise than Python's csv."""
        return (
            b"\0" in block
            or block.startswith(MARK)  # the file's own is gone: this one is text
            or (b'"' in block and block.count(b'"') != 2 * len(self.quoted.findall(block)))
            or (b"\r" in block and block.count(b"\r") != block.count(b"\r\n"))
            or b"(" in block  # nan(1) is a number to pyarrow
            or longest > csv.field_size_limit()
        )

    def _taken_apart(self, block: bytes, longest: int) -> Any:
        """The rows as pyarrow reads them; None if it refuses."""
        import pyarrow

        try:
            return self._read(block, longest, self.numeric)
        except pyarrow.ArrowInvalid:
            pass
        try:
            table = self._read(block, longest, set())
        except pyarrow.ArrowInvalid:
            return None
        texts = {i for i in self.numeric if written_numbers(table.column(i).combine_chunks()) is None}
        self.numeric -= texts
        return table

    def _read(self, block: bytes, longest: int, numeric: set[int]) -> Any:
        import pyarrow
        import pyarrow.csv

        names = [str(i) for i in range(len(self.names))]
        read = pyarrow.csv.ReadOptions(
            block_size=max(len(block) // PARTS, 4 * longest, 2**16), column_names=names
        )
        types = {
            name: pyarrow.float64() if i in numeric else pyarrow.string() for i, name in enumerate(names)
        }
        convert = pyarrow.csv.ConvertOptions(column_types=types, null_values=sorted(MISSING))
        parse = pyarrow.csv.ParseOptions(delimiter=self.separator)
        return pyarrow.csv.read_csv(pyarrow.BufferReader(block), read, parse, convert)

    def _read_exactly(self, block: bytes) -> Iterator[Any]:
        """The rows as Python's csv reads them."""
        import pyarrow

        rows = (row for row in self._rows(block) if row)
        while some := list(islice(rows, ROWS)):
            columns = [pyarrow.array(column, pyarrow.string()) for column in zip(*some, strict=True)]
            yield pyarrow.RecordBatch.from_arrays(columns, [str(i) for i in range(len(columns))])

    def _rows(self, block: bytes) -> Iterator[list[str]]:
        """The rows that begin in this block; the last one may go on in the lines after it."""
        inside = sum(1 for _ in _lines(block))
        reader = csv_reader(self.path, self._lines_from(block), self.separator, self.lines)
        before = self.lines
        try:
            for row in reader:
                self.lines = before + reader.line_num
                if row:
                    check_fields(self.path, self.lines, row, self.names)
                yield row
                if reader.line_num >= inside:
                    return
        except csv.Error as error:
            raise damaged_line(self.path, before + reader.line_num, error) from error

    def _lines_from(self, block: bytes) -> Iterator[str]:
        yield from _lines(block)
        while line := self.file.readline():
            yield from _lines(line)


def quoted_field(separator: str) -> re.Pattern[bytes]:
    """A field that is quoted as a whole, in one line, with no quote in it.

    It begins with its quote, and then looks back: to look back at every byte takes ten times as long.
    """
    between = re.escape(separator.encode())
    return re.compile(rb'"(?<![^\n%b]")[^"\r\n]*"(?=[\r\n%b]|\Z)' % (between, between))


def _longest_line(block: bytes) -> int:
    """The bytes of the longest line, with its end."""
    ends = np.flatnonzero(np.frombuffer(block, np.uint8) == NEWLINE)
    return int(np.diff(ends, prepend=-1, append=len(block)).max())


def _lines(block: bytes) -> Iterator[str]:
    """The lines of a text, as the reader of whole files has them."""
    return lines(io.StringIO(text_of(block), newline=""))
