"""Some labels hidden: who needs labels learns from the others alone, and predicts in every round."""

import copy
from typing import Any

import numpy as np
import pytest

from onlinelearn.base.arrays import Bools, Floats, Ints
from onlinelearn.learners import registry
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.manifold.manifold_learner import UNLABELED
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from onlinelearn.learners.manifold.tree_manifold import TreeManifold
from tests.interpreted import interpreted

CLASSIFIERS = [
    name for name, each in registry().items() if each.kind == "classification" and not each.unlabeled
]


def noise(n_classes: int, n: int = 60) -> tuple[Floats, Ints, Bools]:
    rng = np.random.default_rng(n_classes)
    X = rng.normal(size=(n, 5))
    y = np.argmax(X @ rng.normal(size=(5, n_classes)) + 0.5 * rng.normal(size=(n, n_classes)), axis=1)
    return X, y, rng.uniform(size=n) < 0.4


def whole(model: Model, X: Floats, y: Ints, shown: Bools | None) -> tuple[Any, Bools]:
    touched = np.zeros(len(y), np.bool_)
    return model.learn(X, y, np.arange(len(y)), touched, shown), touched


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_hidden_examples_teach_nothing_and_count_when_they_are_mistaken(name: str, n_classes: int) -> None:
    X, y, shown = noise(n_classes)
    with interpreted():
        partly, alone = (Model(registry()[name](), n_classes, 5) for _ in range(2))
        counts, touched = whole(partly, X, y, shown)
        mistakes = updates = 0
        for i in range(len(y)):
            # A round is decided before it teaches anything: what it costs a copy, it costs.
            learner = alone if shown[i] else copy.deepcopy(alone)
            happened, _ = whole(learner, X[i : i + 1], y[i : i + 1], None)
            mistakes += happened.mistakes
            updates += (happened.updates or 0) if shown[i] else 0
    assert counts == (mistakes, updates)
    assert not touched[~shown].any()
    assert partly.fingerprint() == alone.fingerprint()
    assert partly.measures()["labels"] == shown.sum()


@pytest.mark.parametrize("name", ["pa", "iellip", "kernel_pa"])
def test_compiled_it_is_the_same(name: str) -> None:
    X, y, shown = noise(3, 200)
    partly, alone, plain = (Model(registry()[name](), 3, 5) for _ in range(3))
    counts, _ = whole(partly, X, y, shown)
    whole(alone, X[shown], y[shown], None)
    with interpreted():
        assert whole(plain, X, y, shown)[0] == counts
    assert partly.fingerprint() == alone.fingerprint() == plain.fingerprint()


@pytest.mark.parametrize(
    "learner", [OnlineManifold(buffer=9), TreeManifold(leaves=9)], ids=["buffer", "tree"]
)
@interpreted()
def test_who_learns_without_labels_is_shown_them_as_unlabeled(learner: Any) -> None:
    X, y, shown = noise(2)
    partly, told = (Model(learner, 2, 5) for _ in range(2))
    counts, touched = whole(partly, X, y, shown)
    seen, _ = whole(told, X, np.where(shown, y, UNLABELED), None)
    assert partly.fingerprint() == told.fingerprint()
    assert counts.updates == seen.updates > shown.sum()
    assert touched[~shown].any()
    assert counts.mistakes > seen.mistakes, "mistakes where the label was hidden count too"
    assert partly.measures()["labels"] == shown.sum()
