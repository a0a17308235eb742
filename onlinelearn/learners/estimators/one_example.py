"""One example at a time, without scikit-learn's checks in the way: an estimator's bound models.

An example is a 1-D array, a sparse row, or a mapping from feature to value. The short way takes what is
plainly valid. Everything else goes the long way, by `partial_fit` and `predict`, which convert it or say
what is wrong with it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.one_row import LearningOneRow, ScoringOneRow
from onlinelearn.learners.engine.row_buffer import DenseRowBuffer, RowBuffer, SparseRowBuffer

DENSE, SPARSE, MAPPING = range(3)
"""The forms of an example."""


class BoundModel:
    """A model that is bound to compiled code, for each form of an example that has come.

    `parameters` are the estimator's at that time, and `names` those of the features, if they have any.
    `learning` and `scoring` have what learns from examples and what scores them, for dense rows (False) and
    for sparse ones (True), once such a one has come. An estimator reaches for them itself, to save a call.
    """

    def __init__(self, model: Model, parameters: Any, d: int, names: Any) -> None:
        self.model = model
        self.parameters = parameters
        self._d = d
        self._takes_sparse = model.learner.takes_sparse()
        self._numbers = None if names is None else {name: j for j, name in enumerate(names.tolist())}
        self.learning: dict[bool, LearningOneRow] = {}
        self.scoring: dict[bool, ScoringOneRow] = {}

    def learning_from(self, x: Any) -> LearningOneRow | None:
        """What learns from an example, with that in its buffer; None if it has to go the long way."""
        form = DENSE if type(x) is np.ndarray else _form(x)
        if form is None:
            return None
        sparse = form != DENSE and self._takes_sparse
        learning = self.learning.get(sparse)
        if learning is None:
            learning = self.learning[sparse] = LearningOneRow(self.model, self._buffer(sparse))
        valid = learning.buffer.take(x) if form == DENSE else self._take(learning.buffer, form, x)
        return learning if valid else None

    def scores(self, x: Any) -> Floats | None:
        """The scores of one example, (1, columns); None if it has to go the long way."""
        form = DENSE if type(x) is np.ndarray else _form(x)
        if form is None:
            return None
        sparse = form != DENSE and self._takes_sparse
        # It is taken out while in use: another thread makes one of its own meanwhile.
        scoring = self.scoring.pop(sparse, None) or ScoringOneRow(self.model, self._buffer(sparse))
        buffer = scoring.buffer
        valid = buffer.take(x) if form == DENSE else self._take(buffer, form, x)
        found = scoring.scores().copy() if valid else None
        self.scoring[sparse] = scoring
        return found

    def _buffer(self, sparse: bool) -> RowBuffer:
        return SparseRowBuffer(self._d) if sparse else DenseRowBuffer(self._d)

    def _take(self, buffer: RowBuffer, form: int, x: Any) -> bool:
        """Copy the example into the buffer; whether it is a valid one."""
        if form == MAPPING:
            names = list(x)
            if names != buffer.names:
                features = self._features(names)
                if features is None:
                    return False
                buffer.arrange(names, features)
            return buffer.take_values(x.values())
        return (form == SPARSE) == isinstance(buffer, SparseRowBuffer) and buffer.take(x)

    def _features(self, names: list[Any]) -> Ints | None:
        """The numbers of the features that a mapping names; None where these are not plainly known."""
        if self._numbers is not None:
            known = [self._numbers[name] for name in names if name in self._numbers]
            return np.array(known, np.int64) if len(known) == len(names) else None
        if not all(isinstance(name, int | np.integer) and 0 <= name < self._d for name in names):
            return None
        return np.array(names, np.int64)


def _form(x: Any) -> int | None:
    """The form of an example; None if it is of some other."""
    if type(x) is np.ndarray:
        return DENSE
    if isinstance(x, Mapping):
        return MAPPING
    return SPARSE if is_sparse_matrix(x) else None


def is_sparse_matrix(x: Any) -> bool:
    """Whether x is one of SciPy's, in any format."""
    return bool(issparse(x))


def only(X: Any, y: Any) -> tuple[Any, Any] | None:
    """The example and the target, where `partial_fit` is given one and in a plain form; else None."""
    if type(y) not in (list, np.ndarray) or len(y) != 1:
        return None
    if type(X) is np.ndarray and X.ndim == 2 and len(X) == 1:
        return X[0], y[0]
    return (X, y[0]) if is_sparse_matrix(X) and X.ndim == 2 and X.shape[0] == 1 else None


def as_matrix(x: Any, feature_names: list[Any] | None) -> Any:
    """One example as a matrix of one row. ValueError if x isn't one, or names a feature that is unknown.

    `feature_names` are those that a mapping may have; None where they are not known yet.
    """
    if isinstance(x, Mapping):
        return _mapping_as_matrix(x, feature_names)
    if is_sparse_matrix(x):
        if x.ndim == 1 or x.shape[0] == 1:
            return csr_array(x.reshape(1, -1))
    elif np.ndim(x) == 1:
        return np.asarray(x)[np.newaxis]
    shape = x.shape if hasattr(x, "shape") else np.shape(x)
    raise ValueError(f"one example is a 1-D array, a sparse row or a mapping, and this has the shape {shape}")


def _mapping_as_matrix(x: Mapping[Any, Any], names: list[Any] | None) -> Any:
    if names is None:
        raise ValueError(
            "a mapping doesn't say how many features there are: begin with an array or with partial_fit, "
            "or use onlinelearn.river, where features may come by name"
        )
    numbers = {name: j for j, name in enumerate(names)}
    unknown = [name for name in x if name not in numbers]
    if unknown:
        last = f"{names[0]!r} to {names[-1]!r}" if names else "none"
        raise ValueError(f"feature {unknown[0]!r} is not among the {len(names)} that are known ({last})")
    X = np.zeros((1, len(names)), np.array(list(x.values())).dtype if x else np.float64)
    for name, value in x.items():
        X[0, numbers[name]] = value
    return X
