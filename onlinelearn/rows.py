"""Examples as rows of numbers: a dense array, or one of SciPy's matrices in compressed sparse rows.

And what stands beside each row: a class, a real target, or marks of a set of labels.
"""

from typing import Any

from onlinelearn.types import Floats, Ints, Labels


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
