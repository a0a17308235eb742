"""NumPy's .npz archives: the attributes in an array X, the labels in another."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.formats.file_format import Format, LabelColumn
from onlinelearn.datasets.formats.sheet import UNREADABLE, Sheet, check_size, checked_sheet, unreadable

LABELS = "y"
"""The name of the labels' array, if `label` gives no other."""


def read_npz_files(paths: Sequence[Path], label: LabelColumn | None) -> list[Sheet]:
    """The content of the files; `label` is the name of the labels' array."""
    return [_read_npz(path, str(label or LABELS)) for path in paths]


def _read_npz(path: Path, label: str) -> Sheet:
    try:
        # No pickles: to unpickle is to run code.
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
    return checked_sheet(path, X.astype(np.float64), labels.tolist(), [str(i) for i in range(X.shape[1])])


FORMAT = Format(
    "npz",
    (".npz",),
    f"an array X, and the labels in an array {LABELS}, or in one that `label` names",
    "array",
    read_npz_files,
)
