"""A learner at work: it learns from a stream, and scores what it is shown."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from onlinelearn.errors import LearnerError
from onlinelearn.learners import linear, stream
from onlinelearn.learners.learner import Learner
from onlinelearn.learners.link import link
from onlinelearn.types import Bools, Floats, Ints, Key


class Counts(NamedTuple):
    """What a stretch of the stream cost."""

    mistakes: int
    updates: int | None  # None: a learner that is not ours


class Model:
    """A learner with its state. Labels are class numbers 0..K-1."""

    def __init__(self, learner: Learner, n_classes: int, n_features: int, key: Key = ()) -> None:
        self.learner = learner
        self.state: Any = learner.start(n_classes, n_features, key)

    def learn(self, X: Floats, y: Ints, order: Ints, touched: Bools) -> Counts:
        """Stream the rows of X in this order; mark in `touched` those that changed the model."""
        return Counts(*self.run(stream.stream, X, y, order, touched))

    def run(self, loop: Callable[..., Any], X: Floats, y: Ints, order: Ints, *more: Any) -> Any:
        """Run a loop over the rows of X in this order, compiled with the learner's step."""
        self.state = self.learner.reserve(self.state, len(order))
        compiled = _linked(loop, type(self.learner))
        rows = (_frozen(X), _frozen(y), _frozen(order))
        returned = compiled(self.state, self.learner.constants(), *rows, *more)
        if not np.isfinite(self.state.W).all():
            raise LearnerError("the weights overflowed; scale the data, for example with unit_norm")
        return returned

    def scores(self, X: Floats) -> Floats:
        """(n, 1) for two classes, else (n, K)."""
        S = np.empty((len(X), self.state.K))
        _scores()(self.state.W, _frozen(X), np.empty_like(self.state.s), S)
        return S

    def predict(self, X: Floats) -> Ints:
        """The class with the highest score; a tie goes to the lowest number."""
        S = self.scores(X)
        return (S[:, 0] > 0.0).astype(np.int64) if S.shape[1] == 1 else S.argmax(axis=1)

    def fingerprint(self) -> bytes:
        """The bits of the weights."""
        bits: bytes = self.state.W.tobytes()
        return bits


def _frozen(array: np.ndarray[Any, Any]) -> Any:
    """A read-only view: to Numba, read-only and writable arrays are two types, to be compiled twice."""
    view = array.view()
    view.flags.writeable = False
    return view


_loops: dict[tuple[Callable[..., Any], type[Learner]], Any] = {}


def _linked(loop: Callable[..., Any], learner: type[Learner]) -> Any:
    # A scikit-learn class has the learner among its bases: the step is compiled for that one.
    own = next(cls for cls in learner.__mro__ if issubclass(cls, Learner) and "step" in vars(cls))
    if (loop, own) not in _loops:
        _loops[loop, own] = link(loop, own.__name__, own.__module__, step=own.step)
    return _loops[loop, own]


@cache
def _scores() -> Any:
    return link(linear.scores, "linear", linear.__name__)
