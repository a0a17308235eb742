"""Arrays that are plainly valid: with few features, scikit-learn's checks of them would take as long as
learning does. Everything else goes to these checks, which convert it or say what is wrong with it.
"""

from typing import Any

import numpy as np

FLOAT = np.dtype(np.float64)


def are_plain_rows(X: Any) -> bool:
    """Whether X is a matrix of finite numbers as the loops read it."""
    if not (type(X) is np.ndarray and X.dtype is FLOAT and X.ndim == 2 and X.size and X.flags.c_contiguous):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(X.sum()))  # a sum may overflow all the same: then X is looked at closely


def are_plain_labels(y: Any, n: int) -> bool:
    """Whether y has n labels that can't be mistaken for real targets."""
    if not (type(y) is np.ndarray and y.shape == (n,) and y.flags.c_contiguous):
        return False
    return bool(y.dtype.kind in "biuU" and y.dtype.isnative)
