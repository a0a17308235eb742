"""A step as the plain Python it is written in: there an index beyond its array is an error.

Compiled code checks no index. It writes where it should not, and may end the process without a word.
"""

from typing import Any

import numpy as np

from onlinelearn.checks.trials import CompiledTrial, Subject
from onlinelearn.learners.engine.interpreted import interpreted
from onlinelearn.learners.engine.linear import Linear


class Columns(np.ndarray[Any, np.dtype[Any]]):
    """An array whose last axis has a place for each column of weights, and which takes none for another."""

    def __getitem__(self, key: Any) -> Any:
        _refuse_negative_column(key)
        return np.asarray(self)[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        _refuse_negative_column(key)
        np.asarray(self)[key] = value


def _refuse_negative_column(key: Any) -> None:
    column = key[-1] if isinstance(key, tuple) else key
    if isinstance(column, int | np.integer) and column < 0:
        raise IndexError(f"there is no column {column}; with two classes r or q is -1, which move() knows of")


def error_in_python(subject: Subject) -> Exception | None:
    """The first error of the compiled learner without its compiler, on streams of every kind."""
    with interpreted():
        try:
            for stream in subject.streams():
                trial = subject.begin(stream)
                assert isinstance(trial, CompiledTrial)
                trial.model.state = _with_columns(trial.model.state)
                trial.learn(*stream.part(0, len(stream.y)))
                trial.predict(stream.X)
        except Exception as error:
            return error
    return None


def _with_columns(state: Any) -> Any:
    """The state with `Columns` for its weights, its scores, and all arrays of the weights' shape."""
    W = getattr(state, "W", None)
    if not isinstance(W, np.ndarray) or W.ndim != 2:
        return state  # kernels and means keep their weights in another form
    own = {
        name: value.view(Columns)
        for name, value in state._asdict().items()
        if isinstance(value, np.ndarray) and (name in Linear._fields or value.shape == W.shape)
    }
    return state._replace(**own)
