"""The numbers that a learner keeps: as many as it has learnt, whatever room it has for more."""

import numpy as np
import pytest

from onlinelearn.base.arrays import Floats, Targets
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.arow import AROW
from onlinelearn.learners.algorithms.iellip import IELLIP
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Model
from tests.interpreted import interpreted

ROUNDS, D = 24, 3


def size_after(learner: Learner, pieces: int, rounds: int = ROUNDS) -> int | None:
    """The size of a model that has learnt the first rounds of a stream in so many pieces."""
    rng = np.random.default_rng(17)
    X: Floats = rng.normal(size=(ROUNDS, D))
    kinds: dict[str, Targets] = {"classification": rng.integers(0, 2, ROUNDS), "regression": X[:, 0] + 1.0}
    y = kinds.get(learner.kind, X)
    model = Model(learner, 2 if learner.kind == "classification" else 0, D)
    with interpreted():
        for order in np.array_split(np.arange(rounds), pieces):
            model.learn(X, y, order, np.zeros(ROUNDS, np.bool_))
    return model.size()


@pytest.mark.parametrize("name", registry())
def test_room_for_more_is_no_part_of_the_size(name: str) -> None:
    learner = registry()[name]
    assert size_after(learner(), 1) == size_after(learner(), 4)


@pytest.mark.parametrize("name", ["kernel_perceptron", "voted_perceptron", "sop", "projectron"])
def test_what_grows_is_seen_to_grow(name: str) -> None:
    learner = registry()[name]
    assert (size_after(learner(), 1, 1) or 0) < (size_after(learner(), 1) or 0)


def test_a_diagonal_is_as_large_as_the_weights_and_an_ellipsoid_larger() -> None:
    learners = Perceptron(), AROW(matrix="diagonal"), IELLIP(b=0.9)
    perceptron, arow, ellipsoid = (size_after(learner, 1) or 0 for learner in learners)
    assert D <= perceptron < arow < 3 * perceptron < ellipsoid
