"""Learners at the ends of their ranges: finite weights and whole counts, or one line; never a silent NaN."""

from collections.abc import Callable

import numpy as np
import pytest

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from onlinelearn.learners.engine.model import Model
from tests.interpreted import interpreted

ROUNDS = 12

STREAMS: dict[str, Callable[[Floats], Floats]] = {
    "largest": lambda X: np.sign(X) * 1e308,
    "squares overflow": lambda X: X * 1e160,
    "large": lambda X: X * 1e150,
    "squares vanish": lambda X: X * 1e-170,
    "denormal": lambda X: X * 5e-324,
    "both ends": lambda X: X * np.where(np.arange(len(X)) % 2, 1e150, 1e-300)[:, None],
    "zero rows": lambda X: X * 0.0,
    "constant rows": np.ones_like,
    "negative zeros": lambda X: X * -0.0,
    "one attribute": lambda X: X[:, :1],
}

SHAPES = {"two classes": 2, "three classes": 3, "500 classes": 500}


def rows() -> Floats:
    return np.random.default_rng(3).normal(size=(ROUNDS, 3))


def outcome(name: str, X: Floats, K: int) -> str:
    """Stream, then look at everything that a user may read."""
    learner = registry()[name]()
    y = np.arange(ROUNDS) % K if learner.kind != "regression" else X[:, 0]
    if learner.kind == "uniclass":
        y = np.ones(ROUNDS, np.int64)
    try:
        model = Model(learner, 0 if learner.kind == "regression" else K, X.shape[1])
        counts = model.learn(X, y, np.arange(ROUNDS), np.zeros(ROUNDS, np.bool_))
        numbers, scores = learner.model_numbers(model.current_state), model.scores(X)
    except LearnerError:
        return "error"
    assert np.isfinite(numbers).all()
    assert not np.isnan(scores).any()
    assert 0 <= counts.mistakes <= ROUNDS
    return "learned"


@pytest.mark.parametrize("name", [*registry()])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_no_silent_nan(name: str) -> None:
    learner = registry()[name]
    shapes = SHAPES if learner.kind == "classification" else {"two classes": 2}
    with interpreted():
        found = {
            (stream, shape): outcome(name, change(rows()), K)
            for stream, change in STREAMS.items()
            for shape, K in shapes.items()
            if K < 500 or stream in ("constant rows", "squares overflow")
        }
    assert found["constant rows", "two classes"] == "learned"
