"""Text files in the svmlight format: a label, then index:value for each attribute that is not zero."""

from collections.abc import Sequence
from pathlib import Path

from onlinelearn.base.errors import DataError
from onlinelearn.datasets.formats.file_format import Format, LabelColumn
from onlinelearn.datasets.formats.sheet import UNREADABLE, Sheet, check_size, checked_sheet, unreadable


def read_svmlight_files(paths: Sequence[Path], label: LabelColumn | None) -> list[Sheet]:
    """All files at once: the highest index in any of them says how many attributes there are."""
    for path in paths:
        if not path.is_file():
            raise DataError(f"{path}: no such file")
    from sklearn.datasets import load_svmlight_files

    try:
        loaded = load_svmlight_files([str(path) for path in paths])
    except UNREADABLE as error:
        several = Path(" or ".join(map(str, paths)))
        raise unreadable(paths[0] if len(paths) == 1 else several, error) from error
    sheets = []
    for path, X, labels in zip(paths, loaded[::2], loaded[1::2], strict=True):
        check_size(path, *X.shape)
        names = [str(j + 1) for j in range(X.shape[1])]
        sheets.append(checked_sheet(path, X.toarray(), labels.tolist(), names))
    return sheets


FORMAT = Format(
    "svmlight",
    (".svm", ".svmlight", ".libsvm", ".txt"),
    "svmlight's lines: the label, then index:value; `label` is not needed",
    "none",
    read_svmlight_files,
)
