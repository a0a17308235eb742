"""NumPy's .npz archives: X and y in arrays of these names, or X_train, y_train, X_test and y_test."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from onlinelearn.base.arrays import Floats, Labels
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.formats.attributes import Attribute, text_attribute
from onlinelearn.datasets.formats.checks import UNREADABLE, by_row, check_size, unreadable
from onlinelearn.datasets.formats.file_format import FileContent, Format
from onlinelearn.datasets.formats.reading import Reading, roles
from onlinelearn.datasets.formats.targets import Targets, target_column

LABELS = "y"
"""The name of the labels' array, if `target` gives no other."""

PARTS = (("X_train", "y_train"), ("X_test", "y_test"))
"""The arrays of an archive that has both parts."""


def read_npz_files(paths: Sequence[Path], reading: Reading) -> list[FileContent]:
    """The content of the files; one that has both parts gives two."""
    found = []
    for path in paths:
        for X, labels in _arrays(path, str(reading.target[0]) if reading.target else LABELS):
            found.append(_content(path, X, labels, reading))
    return found


def _arrays(path: Path, label: str) -> list[tuple[Floats, Labels]]:
    try:
        # No pickles: to unpickle is to run code.
        with np.load(path, allow_pickle=False) as arrays:
            wanted = PARTS if "X" not in arrays and "X_train" in arrays else (("X", label),)
            for name in (name for pair in wanted for name in pair):
                if name not in arrays:
                    raise DataError(f"{path} has no array {name!r}; it has {', '.join(arrays) or 'none'}")
            loaded = [(arrays[X], arrays[y], y) for X, y in wanted]
    except (*UNREADABLE, TypeError, AttributeError) as error:
        raise unreadable(path, error) from error
    for X, labels, name in loaded:
        if X.dtype.kind not in "buif" or X.ndim != 2 or labels.ndim not in (1, 2):
            raise DataError(
                f"{path}: X must be a table of numbers and {name} a list of labels; "
                f"they are {X.dtype} {X.shape} and {labels.dtype} {labels.shape}"
            )
        check_size(path, *X.shape)
        if len(labels) != len(X):
            raise DataError(f"{path} has {len(X)} examples, but {len(labels)} labels")
        if not X.size:
            raise DataError(f"{path} has no examples: its attributes are an array of shape {X.shape}")
    return [(X.astype(np.float64) + 0.0, labels) for X, labels, _ in loaded]


def _content(path: Path, X: Floats, labels: Labels, reading: Reading) -> FileContent:
    names = [str(i) for i in range(X.shape[1])]
    columnwise = Reading(categorical=reading.categorical, drop=reading.drop)
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


def _targets(path: Path, labels: Labels, reading: Reading) -> Targets:
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
