"""Types of the arrays and keys that the package passes around, and questions about their content."""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

Labels = npt.NDArray[np.generic]
"""Labels as the user gave them: integers, strings, real targets, or rows of marks of a set of labels."""

Targets = npt.NDArray[Any]
"""Labels as learners take them: class numbers, real targets, or rows of marks of a set of labels."""

Kind = Literal["classification", "multilabel", "regression", "uniclass"]
"""The kind of learning: of classes; of sets of labels; of real targets; of where unlabelled points lie."""

LabelDraw = Literal["independent", "stratified"]
"""The draw of examples whose label is shown: each on its own, or the same share of every class."""

Testing = Literal["frozen", "online"]
"""How the test part is tested: by the frozen model, or by a copy that learns from it as it goes."""

Key = tuple[int, ...]
"""The key of a random draw, for example (seed, permutation, epoch)."""


def is_real(y: Labels) -> bool:
    """Whether the labels are real targets, not classes."""
    return y.dtype.kind == "f"


def is_set(y: Labels) -> bool:
    """Whether each row marks a set of labels."""
    return y.ndim == 2


def is_sparse(X: Any) -> bool:
    """Whether X is one of SciPy's matrices in compressed sparse rows."""
    return hasattr(X, "indptr")


def stored(X: Any) -> Floats:
    """The numbers in memory: all of a dense matrix, those that are not zero of a sparse one."""
    held: Floats = X.data if is_sparse(X) else X
    return held


def numbers_held(X: Any, rows: Ints) -> int:
    """The count of numbers that these rows have in memory."""
    if not is_sparse(X):
        return len(rows) * int(X.shape[1])
    return int((X.indptr[rows + 1] - X.indptr[rows]).sum())


def size_in_bytes(X: Any) -> int:
    """The memory that X takes."""
    indices = (X.indices, X.indptr) if is_sparse(X) else ()
    return sum(int(each.nbytes) for each in (stored(X), *indices))
