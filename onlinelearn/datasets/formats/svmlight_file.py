"""Text files in the svmlight format: a label, then index:value for each attribute that is not zero."""

import io
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn.base.errors import DataError
from onlinelearn.base.read_ahead import read_ahead
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats.checks import UNREADABLE, by_row, check_size, unreadable
from onlinelearn.datasets.formats.file_format import FileContent, Format
from onlinelearn.datasets.formats.read_options import ReadOptions
from onlinelearn.datasets.formats.row_stream import Chunk, RowStream, coded
from onlinelearn.datasets.formats.targets import Targets, label_sets, target_column
from onlinelearn.datasets.formats.text_lines import bounded_bytes, opened_bytes

LARGEST_FILE = 2_000_000_000
"""The most bytes of a file."""

CHUNK_BYTES = 2**23
"""Bytes of text that are parsed at a time where rows are streamed."""

DENSE = 2**22
"""The largest count of numbers that are held as a plain array, which every learner takes."""


def read_svmlight_files(paths: Sequence[Path], reading: ReadOptions) -> list[FileContent]:
    """All files at once: the highest index in any of them says how many attributes there are.

    Rows stay sparse, but where all of them are few numbers even if zeros count.
    """
    for path in paths:
        # Its lines are read by a library, which has no bound of its own.
        if path.stat().st_size > LARGEST_FILE:
            raise DataError(f"{path} has more than {LARGEST_FILE:,} bytes; leave some examples out")
    from sklearn.datasets import load_svmlight_files

    many = reading.task == "multilabel"
    try:
        with ExitStack() as opening:
            files = [opening.enter_context(bounded_bytes(path)) for path in paths]
            loaded = load_svmlight_files(files, multilabel=many)
    except Exception as error:  # the library may raise anything at a damaged file
        several = Path(" or ".join(map(str, paths)))
        raise unreadable(paths[0] if len(paths) == 1 else several, error) from error
    some = any(X.nnz for X in loaded[::2])
    small = sum(X.shape[0] * X.shape[1] for X in loaded[::2]) <= DENSE
    found = []
    for path, X, labels in zip(paths, loaded[::2], loaded[1::2], strict=True):
        check_size(path, X.shape[0], X.shape[1], stored=X.nnz)
        check_features(path, some, X.shape[0])
        _check_finite(path, X, first=1)
        targets = _targets(path, labels, reading)
        table = ExampleTable(X.toarray() + 0.0 if small else X, targets.values)
        found.append(FileContent(table, targets.names))
    return found


def stream_svmlight(path: Path, reading: ReadOptions) -> RowStream:
    """The file's rows, some at a time, with features by the numbers that the file has."""
    return RowStream(_chunks(path, reading))


def _chunks(path: Path, reading: ReadOptions) -> Iterator[Chunk]:
    from sklearn.datasets import load_svmlight_file

    rows = 0
    for text in read_ahead(_whole_lines(path)):
        try:
            X, labels = load_svmlight_file(io.BytesIO(text), zero_based=True)
        except Exception as error:  # the library may raise anything at a damaged file
            raise unreadable(path, error) from error
        X.sum_duplicates()  # and sorts
        _check_finite(path, X, rows)
        rows += X.shape[0]
        yield Chunk(X, labels if reading.task == "regression" else coded(labels))
    check_features(path, True, rows)


def _whole_lines(path: Path) -> Iterator[bytes]:
    """The text of a file in pieces that end with a line."""
    try:
        with opened_bytes(path) as file:
            while text := file.read(CHUNK_BYTES):
                yield text + file.readline()
    except UNREADABLE as error:
        raise unreadable(path, error) from error


def check_features(path: Path, some: bool, rows: int) -> None:
    """DataError if a file has no rows, or if no row of the data set has a feature."""
    if not rows:
        raise DataError(f"{path} has no examples; each is a line, as `1 3:0.5 7:2`")
    if not some:
        raise DataError(f"{path}: no row has a feature; they are written as number:value, as `1 3:0.5 7:2`")


def _check_finite(path: Path, X: Any, rows_before: int = 0, *, first: int = 0) -> None:
    wrong = np.flatnonzero(~np.isfinite(X.data))
    if len(wrong):
        row = int(np.searchsorted(X.indptr, wrong[0], side="right")) - 1
        where = f"{path}: {by_row(rows_before + row)}, attribute {X.indices[wrong[0]] + first}"
        raise DataError(f"{where}: {X.data[wrong[0]]} is missing or not finite")


def _targets(path: Path, labels: Any, reading: ReadOptions) -> Targets:
    if reading.task != "multilabel":
        return target_column(path, reading.task, [""], [labels.tolist()])
    return label_sets(path, [set(map(_name, each)) for each in labels])


def _name(label: float) -> str:
    """A label as a file writes it: in full, so that no two become one."""
    return str(int(label)) if label.is_integer() else repr(float(label))


FORMAT = Format(
    "svmlight",
    (".svm", ".svm.gz", ".svmlight", ".libsvm", ".txt"),
    "svmlight's lines: the label, then index:value; `target` is not needed",
    "none",
    read_svmlight_files,
    stream=stream_svmlight,
)
