"""Labels that come late: every round is predicted by the model of its time, and the same is learnt."""

import copy
from collections import deque
from typing import Any, Self

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Bools, Floats, Ints
from onlinelearn.base.errors import DataError
from onlinelearn.experiment.late_labels import LateLabels
from onlinelearn.experiment.models import ForeignModel
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.model import Counts, Model
from tests.interpreted import interpreted

CLASSIFIERS = [
    name
    for name, each in registry().items()
    if each.kind == "classification" and not each.unlabeled and not getattr(each, "plays", False)
]


def noise(n: int, n_classes: int = 3, seed: int = 0) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4))
    y = np.argmax(X @ rng.normal(size=(4, n_classes)) + 0.5 * rng.normal(size=(n, n_classes)), axis=1)
    return X, y


def late(model: Any, X: Floats, y: Ints, delay: int, piece: int = 7) -> tuple[list[bool], Any, Bools]:
    """The mistakes, round by round, and the counts, of a stream that comes in pieces."""
    labels = LateLabels(model, delay, len(y))
    touched, missed = np.zeros(len(y), np.bool_), np.zeros(len(y), np.bool_)
    parts = [
        labels.learn(X, y, np.arange(begin, min(begin + piece, len(y))), touched, None, missed)
        for begin in range(0, len(y), piece)
    ]
    counts = sum(part.mistakes for part in parts), sum(part.updates or 0 for part in parts)
    return missed.tolist(), counts, touched


def one_by_one(model: Model, X: Floats, y: Ints, delay: int) -> tuple[list[bool], int]:
    """The same by a queue of examples: predict, put into the queue, learn from what is old enough."""
    waiting: deque[int] = deque()
    wrong, updates = [], 0

    def learn(learner: Model, j: int) -> Counts:
        return learner.learn(X[[j]], y[[j]], np.array([0]), np.zeros(1, np.bool_))

    for i in range(len(y)):
        # A round is decided before it teaches anything: what it costs a copy, it costs.
        wrong.append(bool(learn(copy.deepcopy(model), i).mistakes))
        waiting.append(i)
        if len(waiting) > delay:
            updates += learn(model, waiting.popleft()).updates or 0
    return wrong, updates + sum(learn(model, j).updates or 0 for j in waiting)


@pytest.mark.parametrize("name", CLASSIFIERS)
@interpreted()
def test_late_labels_are_a_queue_of_examples(name: str) -> None:
    X, y = noise(40)
    ours, naive = (Model(registry()[name](), 3, 4) for _ in range(2))
    missed, (mistakes, updates), touched = late(ours, X, y, delay=5)
    assert (missed, updates) == one_by_one(naive, X, y, delay=5)
    assert mistakes == sum(missed)
    assert ours.fingerprint() == naive.fingerprint()
    assert touched.sum() == updates
    assert ours.measures()["labels"] == 40


@given(n=st.integers(2, 30), delay=st.integers(0, 29), piece=st.integers(1, 30), average=st.booleans())
@settings(max_examples=25, deadline=None)
@interpreted()
def test_what_is_learnt_is_the_same_in_pieces_of_any_size_and_without_a_delay(
    n: int, delay: int, piece: int, average: bool
) -> None:
    X, y = noise(n, seed=n)
    delay %= n
    whole, cut, prompt = (Model(PassiveAggressive(average=average), 3, 4) for _ in range(3))
    expected = late(whole, X, y, delay, piece=n)
    found = late(cut, X, y, delay, piece)
    assert (found[0], found[1]) == (expected[0], expected[1])
    prompt.learn(X, y, np.arange(n), np.zeros(n, np.bool_))
    assert cut.fingerprint() == whole.fingerprint() == prompt.fingerprint()
    np.testing.assert_array_equal(cut.weights(), prompt.weights())


def test_compiled_it_is_the_same() -> None:
    X, y = noise(300)
    compiled, plain = (Model(PassiveAggressive(), 3, 4) for _ in range(2))
    found = late(compiled, X, y, 20, 50)
    with interpreted():
        expected = late(plain, X, y, 20, 300)
    assert found[:2] == expected[:2]
    assert compiled.fingerprint() == plain.fingerprint()


class LastLabel:
    """Another's learner: it says the last label that it heard, and remembers all of them."""

    def __init__(self) -> None:
        self.heard: list[int] = []

    def partial_fit(self, X: Floats, y: Ints) -> Self:
        self.heard += y.tolist()
        return self

    def predict(self, X: Floats) -> Ints:
        return np.full(len(X), self.heard[-1])


def test_another_s_learner_hears_the_labels_late_too() -> None:
    X, y = noise(20)
    theirs = LastLabel()
    missed, _, _ = late(ForeignModel(theirs, 3), X, y, 4)
    assert theirs.heard == y.tolist()
    assert missed == [True] * 5 + (y[5:] != y[:-5]).tolist()


@interpreted()
def test_a_delay_of_none_is_none_and_the_last_test_sees_all_labels() -> None:
    X, y = noise(50)
    data = Prepared(X, y, X, y, 3)
    prompt, none, late_ones = (
        run_cell(PassiveAggressive(), data, Task(1, 1, 2, delay=delay)) for delay in (0, 0, 9)
    )
    assert [point.chain for point in none.curve] == [point.chain for point in prompt.curve]
    assert late_ones.curve[-1].mistakes != prompt.curve[-1].mistakes
    assert late_ones.predictions == prompt.predictions
    assert late_ones.curve[-1].updates == prompt.curve[-1].updates


def test_a_delay_longer_than_the_stream_is_refused() -> None:
    X, y = noise(10)
    task = Task(1, 1, 2, delay=20)
    with pytest.raises(DataError, match="20 rounds late, and the stream has 20; choose a smaller"):
        run_cell(PassiveAggressive(), Prepared(X, y, X, y, 3), task)
