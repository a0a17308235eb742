"""The first round at which two learners part, held against a plain loop."""

import pickle
from math import ceil, log2
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.compare.diff import ComparedBy, first_difference
from onlinelearn.compare.diff.first_difference import FollowerPair, comparable, find_first_difference
from onlinelearn.compare.diff.hashed_stream import mix
from onlinelearn.compare.diff.stream_followers import OwnFollower, RoundState, follower
from onlinelearn.experiment.protocol import Prepared, Task, stretches
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.iellip import IELLIP
from onlinelearn.learners.algorithms.mira import MIRA
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.model import Model
from tests.compare.diff.naive import course, first_round, noise, order, wrapping
from tests.interpreted import interpreted

margins = st.sampled_from([0.0, 0.1, 1.0])
learners = st.one_of(
    st.builds(Perceptron, multiclass=st.sampled_from(["max", "uniform", "proportional"])),
    st.builds(MIRA, margin=margins),
    st.builds(PassiveAggressive, C=st.sampled_from([0.3, 1.0, 100.0]), margin=margins),
    st.builds(
        IELLIP, b=st.sampled_from([0.0, 0.3]), margin=margins, init=st.sampled_from(["zeros", "normal"])
    ),
)
ways: st.SearchStrategy[ComparedBy] = st.sampled_from(["predictions", "decisions", "weights"])

CLASSIFIERS = [
    name for name, each in registry().items() if each.kind == "classification" and not each.unlabeled
]
HOARDERS = {
    "voted_perceptron", "kernel_perceptron", "kernel_pa", "kernel_mira", "norma", "forgetron", "bpa",
    "projectron", "banditron",
}  # fmt: skip
"""They hold the examples that taught them something; the Banditron holds what it has drawn."""


@given(
    one=learners,
    other=learners,
    by=ways,
    seed=st.integers(0, 2**32),
    n_classes=st.integers(2, 4),
    n=st.integers(1, 60),
    whole=st.booleans(),
)
@settings(deadline=None, max_examples=200)
@interpreted()
def test_bisection_finds_what_a_plain_loop_finds(
    one: Any, other: Any, by: ComparedBy, seed: int, n_classes: int, n: int, whole: bool
) -> None:
    data, task = noise(seed, n, 3, n_classes, whole=whole), Task(seed=5, permutation=2, epochs=2)
    courses = course(one, data, task), course(other, data, task)
    expected = first_round(*courses, by)
    found = first_difference(one, other, data, task, by)
    assert (found and found.round) == expected
    if found is None or expected is None:
        return
    row = int(order(task, n)[expected - 1])
    assert (found.epoch, found.example) == ((expected - 1) // n + 1, row)
    assert found.label == data.y_train[row]
    assert found.quantity == ("prediction", "update", "weights")[_first_part(courses, expected)]
    for stand, done in zip((found.one, found.other), courses, strict=True):
        before, now = done[: expected - 1], done[expected - 1]
        assert (stand.prediction, stand.updated) == (now.prediction, now.updated)
        assert stand.updates == sum(bool(each.updated) for each in before)


def _first_part(courses: tuple[Any, Any], t: int) -> int:
    one, other = courses[0][t - 1], courses[1][t - 1]
    return next(i for i in range(3) if one[i] != other[i])


@pytest.mark.parametrize("name", CLASSIFIERS)
@wrapping
@interpreted()
def test_a_learner_never_parts_from_itself(name: str) -> None:
    data = noise(1, 80, 5, 3)
    assert first_difference(registry()[name](), registry()[name](), data, Task(1, 1, 3)) is None


class Flipped(OwnFollower):
    """A side that is told a wrong label, once."""

    row = 0

    def follow(self, data: Prepared, order: Ints) -> None:
        y = data.y_train.copy()
        y[self.row] = (y[self.row] + 1) % data.n_classes
        super().follow(Prepared(data.X_train, y, data.X_test, data.y_test, data.n_classes), order)


@pytest.mark.parametrize("t", [1, 2, 3, 17, 39, 40])
def test_a_flipped_label_shows_in_its_round(t: int) -> None:
    """Of two labels at least one is a mistake, and each moves the Perceptron its own way."""
    data, task = noise(9, 40, 6, 3), Task(3, 1, 2)
    model = Model(Perceptron(), 3, 6, (3, 1))
    wrong = Flipped(model, "weights")
    wrong.row = int(order(task, 40)[t - 1])
    found = find_first_difference(
        FollowerPair(follower(Perceptron(), data, task, "weights"), wrong), data, task
    )
    assert found is not None
    assert (found.round, found.epoch, found.example) == (t, 1, wrong.row)
    assert found.one.scores == found.other.scores
    assert (found.one.mistakes, found.one.updates) == (found.other.mistakes, found.other.updates)


class Scripted:
    """A side that does what is written, and counts how often."""

    def __init__(self, words: dict[int, int], log: list[int]) -> None:
        self.words, self.log, self.done, self.chain = words, log, 0, 0

    def follow(self, data: Prepared, order: Ints) -> None:
        for _ in order:
            self.done += 1
            self.chain = int(mix(self.chain, self.words.get(self.done, 0)))
        self.log.append(len(order))

    def play(self, data: Prepared, row: int) -> RoundState:
        self.follow(data, np.array([row]))
        return RoundState(self.words.get(self.done, 0), None, None, 0, None)

    def copy(self) -> "Scripted":
        copied = Scripted(self.words, self.log)
        copied.done, copied.chain = self.done, self.chain
        return copied


@given(
    n=st.integers(1, 400),
    epochs=st.integers(1, 3),
    words=st.dictionaries(st.integers(1, 900), st.integers(1, 9)),
)
@settings(deadline=None)
def test_sides_that_meet_again_still_parted_at_the_first_round(
    n: int, epochs: int, words: dict[int, int]
) -> None:
    """And no side streams much more than the whole once."""
    data, task, log = noise(0, n, 1, 2), Task(1, 1, epochs), list[int]()
    found = find_first_difference(FollowerPair(Scripted({}, []), Scripted(words, log)), data, task)
    within = [t for t in words if t <= n * epochs]
    assert (found.round if found else None) == min(within, default=None)
    pieces = [len(stretch) for stretch, _ in stretches(task, n)]
    assert sum(log) <= n * epochs + max(pieces) + 1
    assert len(log) <= len(pieces) + ceil(log2(max(pieces))) + 1


@pytest.mark.parametrize("name", [name for name in CLASSIFIERS if name not in HOARDERS])
@wrapping
@interpreted()
def test_a_side_keeps_nothing_of_single_rounds(name: str) -> None:
    data, task = noise(2, 2000, 4, 3), Task(1, 1, 1)
    one = follower(registry()[name](), data, task, "weights")
    sizes = []
    for start, end in ((0, 1000), (1000, 2000)):
        one.follow(data, np.arange(start, end))
        sizes.append(len(pickle.dumps(vars(one)["model"].state)) + len(pickle.dumps(one.chain)))
    assert abs(sizes[1] - sizes[0]) < 100


def test_what_is_compared_by_itself_is_as_much_as_can_agree() -> None:
    assert comparable(PassiveAggressive(), PassiveAggressive()) == "weights"
    assert comparable(PassiveAggressive(), PassiveAggressive(C=2.0)) == "decisions"
    assert comparable(IELLIP(), IELLIP(c=0.0)) == "decisions"
    assert comparable(PassiveAggressive(), object()) == "predictions"


def test_overflow_is_an_error_here_too() -> None:
    with pytest.raises(LearnerError, match="overflowed"):
        first_difference(Perceptron(rate=1e308), Perceptron(rate=1e308), noise(5, 50, 4, 3), Task(1, 1, 1))


def test_the_change_is_relative_to_the_largest_weight() -> None:
    data = Prepared(np.array([[1.0, 2.0]]), np.array([1]), np.ones((1, 2)), np.array([1]), 2)
    found = first_difference(Perceptron(rate=1.0), Perceptron(rate=4.0), data, Task(1, 1, 1), "weights")
    assert found is not None
    assert (found.quantity, found.change) == ("weights", 0.75)
