"""Text files in the svmlight format: a label, then index:value for each attribute that is not zero."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats.checks import by_row, check_size, unreadable
from onlinelearn.datasets.formats.file_format import FileContent, Format
from onlinelearn.datasets.formats.reading import Reading
from onlinelearn.datasets.formats.targets import Targets, label_sets, target_column

LARGEST_FILE = 2_000_000_000
"""The most bytes of a file."""

DENSE = 2**22
"""The largest count of numbers that are held as a plain array, which every learner takes."""


def read_svmlight_files(paths: Sequence[Path], reading: Reading) -> list[FileContent]:
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
        loaded = load_svmlight_files([str(path) for path in paths], multilabel=many)
    except Exception as error:  # the library may raise anything at a damaged file
        several = Path(" or ".join(map(str, paths)))
        raise unreadable(paths[0] if len(paths) == 1 else several, error) from error
    small = sum(X.shape[0] * X.shape[1] for X in loaded[::2]) <= DENSE
    found = []
    for path, X, labels in zip(paths, loaded[::2], loaded[1::2], strict=True):
        check_size(path, X.shape[0], X.shape[1], stored=X.nnz)
        _check_numbers(path, X)
        targets = _targets(path, labels, reading)
        table = ExampleTable(X.toarray() + 0.0 if small else X, targets.values)
        found.append(FileContent(table, targets.names))
    return found


def _check_numbers(path: Path, X: Any) -> None:
    if not X.shape[0] or not X.shape[1]:
        raise DataError(f"{path} has no examples: its attributes are an array of shape {X.shape}")
    wrong = np.flatnonzero(~np.isfinite(X.data))
    if len(wrong):
        row = int(np.searchsorted(X.indptr, wrong[0], side="right")) - 1
        where = f"{path}: {by_row(row)}, attribute {X.indices[wrong[0]] + 1}"
        raise DataError(f"{where}: {X.data[wrong[0]]} is missing or not finite")


def _targets(path: Path, labels: Any, reading: Reading) -> Targets:
    if reading.task != "multilabel":
        return target_column(path, reading.task, [""], [labels.tolist()])
    return label_sets(path, [set(map(_name, each)) for each in labels])


def _name(label: float) -> str:
    """A label as a file writes it: in full, so that no two become one."""
    return str(int(label)) if label.is_integer() else repr(float(label))


FORMAT = Format(
    "svmlight",
    (".svm", ".svmlight", ".libsvm", ".txt"),
    "svmlight's lines: the label, then index:value; `target` is not needed",
    "none",
    read_svmlight_files,
)
