"""Learners that play are told nothing of the label but whether the class they played is right."""

from collections import Counter
from copy import deepcopy

import numpy as np
import pytest

from onlinelearn.learners import registry
from onlinelearn.learners.engine.model import Model
from tests.interpreted import interpreted

K, ROUNDS = 4, 40
PLAYERS = [name for name, learner in registry().items() if learner.plays]


def test_the_banditron_is_among_them() -> None:
    assert "banditron" in PLAYERS


@pytest.mark.parametrize("name", PLAYERS)
@interpreted()
def test_all_wrong_labels_are_the_same_to_it(name: str) -> None:
    """In each round, whatever the label is, there are two ends at most, and one is that of a single label."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(ROUNDS, 3)), rng.integers(0, K, ROUNDS)
    model = Model(registry()[name](), K, 3, (7,))
    both = 0
    for i in range(ROUNDS):
        ends: Counter[bytes] = Counter()
        for label in range(K):
            other = deepcopy(model)
            other.learn(X, np.full(ROUNDS, label), np.array([i]), np.zeros(ROUNDS, np.bool_))
            ends[other.fingerprint()] += 1
        assert max(ends.values()) >= K - 1
        both += len(ends) == 2
        model.learn(X, y, np.array([i]), np.zeros(ROUNDS, np.bool_))
    assert both > ROUNDS / 2
