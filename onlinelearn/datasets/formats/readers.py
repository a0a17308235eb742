"""Readers of the formats that own data may come in."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.choice import Format
from onlinelearn.datasets.formats.csv_file import read_csv
from onlinelearn.datasets.formats.sheet import (
    UNREADABLE,
    Sheet,
    check_names,
    check_numbers,
    check_size,
    label_column,
    position,
    unreadable,
)
from onlinelearn.datasets.table import parsed

if TYPE_CHECKING:
    from pyarrow import ChunkedArray


def read(format_: Format, paths: Sequence[Path], label: str | int | None) -> list[Sheet]:
    """The content of the files; `label` is a column or, for npz, an array."""
    if format_ == "svmlight":
        return _read_svmlight(paths)
    if format_ == "npz":
        return [_read_npz(path, str(label or "y")) for path in paths]
    if label is None:
        raise ValueError(f"a {format_} file needs the name of its label column")
    reader = read_csv if format_ == "csv" else _read_parquet
    return [reader(path, label) for path in paths]


def _sheet(path: Path, X: Floats, labels: Sequence[object], names: Sequence[str]) -> Sheet:
    check_numbers(path, X, names)
    if len(labels) != len(X):
        raise DataError(f"{path} has {len(X)} examples, but {len(labels)} labels")
    return Sheet(parsed(X, label_column(path, labels)), tuple(names))


def _read_npz(path: Path, label: str) -> Sheet:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            for name in ("X", label):
                if name not in arrays:
                    raise DataError(f"{path} has no array {name!r}; it has {', '.join(arrays) or 'none'}")
            X, labels = arrays["X"], arrays[label]
    except (*UNREADABLE, TypeError, AttributeError) as error:
        raise unreadable(path, error) from error
    if X.dtype.kind not in "buif" or X.ndim != 2 or labels.ndim != 1:
        raise DataError(
            f"{path}: X must be a table of numbers and {label} a list of labels; "
            f"they are {X.dtype} {X.shape} and {labels.dtype} {labels.shape}"
        )
    check_size(path, *X.shape)
    return _sheet(path, X.astype(np.float64), labels.tolist(), [str(i) for i in range(X.shape[1])])


def _read_svmlight(paths: Sequence[Path]) -> list[Sheet]:
    """Both files at once: the highest index in any of them says how many attributes there are."""
    for path in paths:
        if not path.is_file():
            raise DataError(f"{path}: no such file")
    from sklearn.datasets import load_svmlight_files

    try:
        loaded = load_svmlight_files([str(path) for path in paths])
    except UNREADABLE as error:
        raise unreadable(
            paths[0] if len(paths) == 1 else Path(" or ".join(map(str, paths))), error
        ) from error
    sheets = []
    for i, path in enumerate(paths):
        check_size(path, *loaded[2 * i].shape)
        X = loaded[2 * i].toarray()
        sheets.append(_sheet(path, X, loaded[2 * i + 1].tolist(), [str(j + 1) for j in range(X.shape[1])]))
    return sheets


def _read_parquet(path: Path, label: str | int) -> Sheet:
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
    return _sheet(path, X, loaded.column(at_label).to_pylist(), names)


def _numbers(path: Path, name: str, column: "ChunkedArray") -> Floats:
    if column.null_count:
        row = next(i for i, value in enumerate(column) if not value.is_valid)
        raise DataError(f"{path}: row {row + 1}, column {name!r}: a value is missing")
    values: Floats = column.to_numpy()
    if values.dtype.kind not in "buif":
        raise DataError(f"{path}: column {name!r} holds {column.type}, not numbers")
    return values
