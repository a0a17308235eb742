"""A constant attribute beside the others."""

from typing import Annotated

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, is_sparse
from onlinelearn.datasets.preprocessors.preprocessor import Preprocessor, Transform
from onlinelearn.datasets.preprocessors.sparse_rows import beside

Finite = Annotated[float, Field(allow_inf_nan=False)]


class Bias(Preprocessor):
    """Append a constant attribute, so that a linear model has an intercept.

    Parameters
    ----------
    value : the constant.
    """

    sparse = True
    streams = True
    short_form = "value"

    def __init__(self, *, value: Finite = 1.0) -> None:
        self.value = value

    def fit(self, X: Floats) -> Transform:
        """Nothing is learnt."""
        return self._append

    def _append(self, X: Floats) -> Floats:
        constant = np.full((X.shape[0], 1), self.value)
        return beside(X, constant) if is_sparse(X) else np.column_stack([X, constant])
