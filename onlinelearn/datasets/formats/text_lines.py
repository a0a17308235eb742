"""Text files, plain or compressed, read within bounds: a small file may unpack to more than memory holds."""

import gzip
import io
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.formats import checks

LONGEST_LINE = 100_000_000
"""The most characters that a line may have: some for each of the most columns."""

COUNTED_BYTES = 2**20
"""Bytes whose lines are counted at a time."""

NO_UTF8 = "it is not UTF-8; save it as UTF-8"


class _Bounded(io.RawIOBase):
    """The bytes of another stream, up to a limit. ValueError beyond it."""

    def __init__(self, unpacked: io.BufferedIOBase, limit: int) -> None:
        self._unpacked, self._limit, self._left = unpacked, limit, limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview[int]") -> int:  # type: ignore[override]
        chunk = self._unpacked.read(len(buffer))
        self._left -= len(chunk)
        if self._left < 0:
            raise ValueError(f"it unpacks to more than {self._limit:,} bytes")
        buffer[: len(chunk)] = chunk
        return len(chunk)

    def close(self) -> None:
        self._unpacked.close()
        super().close()


def opened(path: Path) -> TextIO:
    """A text file, decompressed as its name says."""
    return io.TextIOWrapper(bounded_bytes(path), encoding="utf-8-sig", newline="")


def bounded_bytes(path: Path) -> io.BufferedReader:
    """The bytes of a file, decompressed as its name says; ValueError if these are too many."""
    unpacked = _unpacked(path)
    return (
        path.open("rb")
        if unpacked is None
        else io.BufferedReader(_Bounded(unpacked, checks.MAX_BYTES), 2**16)
    )


def check_lines(path: Path, columns: int) -> None:
    """DataError if a file has more lines than rows can be held: to parse that many takes minutes.

    Inside quotes lines end, too, so that where there are any a row is only known to have its label.
    """
    lines, quoted = 0, False
    with bounded_bytes(path) as file:
        while block := file.read(COUNTED_BYTES):
            lines += block.count(b"\n")
            quoted = quoted or b'"' in block
    rows = lines - 1  # there may be a header
    if not quoted:
        checks.check_size(path, rows, columns)
    elif rows * checks.ROW_BYTES > checks.MAX_BYTES:
        raise DataError(f"{path}: {lines:,} lines are too many to hold in memory; leave some out")


def opened_bytes(path: Path) -> BinaryIO:
    """The bytes of a file that is read in parts, however many, decompressed as its name says."""
    return cast(BinaryIO, _unpacked(path) or path.open("rb"))


def _unpacked(path: Path) -> io.BufferedIOBase | None:
    """The bytes of a compressed file; None for any other."""
    if path.suffix.lower() == ".gz":
        return gzip.GzipFile(path)
    if path.suffix.lower() == ".xz":
        return lzma.LZMAFile(path)
    return None


def lines(stream: TextIO) -> Iterator[str]:
    """The lines of a text. ValueError at one that is too long to be one, or not in UTF-8."""
    while line := _next_line(stream):
        if len(line) == LONGEST_LINE:
            raise ValueError(f"a line has {LONGEST_LINE:,} characters or more")
        yield line


def text_of(block: bytes) -> str:
    """The text of some bytes. ValueError, with the way out, if they are none in UTF-8."""
    try:
        return block.decode()
    except UnicodeDecodeError:
        raise ValueError(NO_UTF8) from None


def _next_line(stream: TextIO) -> str:
    try:
        return stream.readline(LONGEST_LINE)
    except UnicodeDecodeError:
        raise ValueError(NO_UTF8) from None
