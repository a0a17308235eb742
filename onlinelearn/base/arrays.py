"""Names for the arrays that the package passes around."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.generic]
"""Class labels as the user gave them: integers or strings."""

Key = tuple[int, ...]
"""What a random draw is keyed by, for example (seed, permutation, epoch)."""

Targets = npt.NDArray[Any]
"""What is to be learnt of each example: a class number, marks of a set of classes, or a real number."""

LabelDraw = Literal["independent", "stratified"]
"""How the examples whose label is shown are drawn: each on its own, or so many of every class."""

Kind = Literal["classification", "multilabel", "regression", "uniclass"]
"""What is to be learnt: classes; sets of them; real targets; where points are, labelled for the test only."""


def is_sparse(X: Any) -> bool:
    """Whether X is one of SciPy's matrices in compressed sparse rows."""
    return hasattr(X, "indptr")


def is_real(y: Labels) -> bool:
    """Whether the labels are real targets, not classes."""
    return y.dtype.kind == "f"


def is_set(y: Labels) -> bool:
    """Whether each row marks a set of labels."""
    return y.ndim == 2


def stored(X: Any) -> Floats:
    """The numbers that are held: all of them, or those that are not zero."""
    held: Floats = X.data if is_sparse(X) else X
    return held


def numbers_held(X: Any, rows: Ints) -> int:
    """How many of these numbers the rows have together."""
    if not is_sparse(X):
        return len(rows) * int(X.shape[1])
    return int((X.indptr[rows + 1] - X.indptr[rows]).sum())


def size_in_bytes(X: Any) -> int:
    """The memory that the rows take."""
    indices = (X.indices, X.indptr) if is_sparse(X) else ()
    return sum(int(each.nbytes) for each in (stored(X), *indices))
