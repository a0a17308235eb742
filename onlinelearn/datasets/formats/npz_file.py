"""NumPy's .npz archives: X and y in arrays of these names, or X_train, y_train, X_test and y_test."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np

from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.base.error_text import LONGEST_LIST, one_line, shorten
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats import checks
from onlinelearn.datasets.formats.attributes import Attribute, text_attribute
from onlinelearn.datasets.formats.checks import by_row, check_size, unreadable
from onlinelearn.datasets.formats.file_format import FileContent, Format
from onlinelearn.datasets.formats.read_options import ReadOptions, roles
from onlinelearn.datasets.formats.targets import LONGEST_LABEL, Targets, target_column

LABELS = "y"
"""The name of the labels' array, if `target` gives no other."""

ENDING = ".npy"
"""The end of the name that an array has in the archive."""

PARTS = (("X_train", "y_train"), ("X_test", "y_test"))
"""The arrays of an archive that has both parts."""


def read_npz_files(paths: Sequence[Path], reading: ReadOptions) -> list[FileContent]:
    """The content of the files; one that has both parts gives two."""
    found = []
    for path in paths:
        for X, labels in _arrays(path, str(reading.target[0]) if reading.target else LABELS):
            found.append(_content(path, X, labels, reading))
    return found


def _arrays(path: Path, label: str) -> list[tuple[Floats, Labels]]:
    try:
        with ZipFile(path) as archive:
            names = [name.removesuffix(ENDING) for name in archive.namelist() if name.endswith(ENDING)]
            wanted = PARTS if "X" not in names and "X_train" in names else (("X", label),)
            for name in (name for pair in wanted for name in pair):
                if name not in names:
                    has = one_line(shorten(", ".join(names) or "none", LONGEST_LIST))
                    raise DataError(f"{path} has no array {name!r}; it has {has}")
            loaded = [(_array(path, archive, X), _array(path, archive, y), y) for X, y in wanted]
    except DataError:
        raise
    except Exception as error:  # NumPy and zipfile raise many kinds at a damaged file
        raise unreadable(path, error) from error
    for X, labels, name in loaded:
        if X.dtype.kind not in "buif" or X.ndim != 2 or labels.ndim not in (1, 2):
            raise DataError(
                f"{path}: X must be a table of numbers and {name} a list of labels; "
                f"they are {X.dtype} {X.shape} and {labels.dtype} {labels.shape}"
            )
        if len(labels) != len(X):
            raise DataError(f"{path} has {len(X)} examples, but {len(labels)} labels")
        if not X.size:
            raise DataError(f"{path} has no examples: its attributes are an array of shape {X.shape}")
    return [(X.astype(np.float64) + 0.0, labels) for X, labels, _ in loaded]


def _array(path: Path, archive: ZipFile, name: str) -> Any:
    """An array of the archive, whose size is known before it is read."""
    with archive.open(name + ENDING) as file:
        version = np.lib.format.read_magic(file)
        head = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
        if version not in head:
            raise ValueError(f"{name} is no plain array")
        shape, _, kind = head[version](file)
    letters = kind.itemsize // 4 if kind.kind == "U" else kind.itemsize
    if kind.kind in "US" and letters > LONGEST_LABEL:
        raise ValueError(f"{name} has texts of {letters:,} characters")
    if len(shape) == 2:
        check_size(path, *shape)
    if min(shape, default=0) < 0 or math.prod(shape) * kind.itemsize > checks.MAX_BYTES:
        raise ValueError(f"{name} has the shape {shape}, which is too large to hold in memory")
    with archive.open(name + ENDING) as file:
        # No pickles: to unpickle is to run code.
        return np.lib.format.read_array(file, allow_pickle=False)


def _content(path: Path, X: Floats, labels: Labels, reading: ReadOptions) -> FileContent:
    names = [str(i) for i in range(X.shape[1])]
    columnwise = ReadOptions(categorical=reading.categorical, drop=reading.drop)
    wanted = roles(path, names, columnwise)
    columns = []
    for j in wanted.attributes:
        if j in wanted.categorical:
            X[:, j], column = text_attribute(path, names[j], X[:, j].tolist(), by_row, categorical=True)
        else:
            _, column = Attribute(names[j]).finished(path, X[:, j], by_row)
        columns.append(column)
    targets = _targets(path, labels, reading)
    return FileContent(
        ExampleTable(X[:, wanted.attributes], targets.values, None, tuple(columns)), targets.names
    )


def _targets(path: Path, labels: Labels, reading: ReadOptions) -> Targets:
    if labels.ndim == 2 and reading.task != "multilabel":
        raise DataError(
            f"{path}: the labels have shape {labels.shape}; for sets of labels say `task: multilabel`"
        )
    columns = labels.T.tolist() if labels.ndim == 2 else [labels.tolist()]
    names = [str(k) for k in range(len(columns))] if labels.ndim == 2 else [""]
    return target_column(path, reading.task, names, columns)


FORMAT = Format(
    "npz",
    (".npz",),
    f"an array X, and the labels in an array {LABELS}, or in one that `target` names; "
    "or X_train, y_train, X_test and y_test",
    "array",
    read_npz_files,
)
