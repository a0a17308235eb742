"""In experiments: a cell is a plain loop, and a learner never parts from itself."""

from typing import Any

import numpy as np
import pytest

import onlinelearn
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.compare.diff.first_difference import first_difference
from onlinelearn.experiment.protocol import Task, run_cell
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.manifold.batch_manifold import BatchManifold
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from onlinelearn.learners.manifold.tree_manifold import TreeManifold
from onlinelearn.numerics import rng
from tests.compare.diff.naive import noise, wrapping
from tests.interpreted import interpreted

LEARNERS: list[Any] = [OnlineManifold(buffer=11), TreeManifold(leaves=11), BatchManifold(window=20)]
IDS = [learner.name for learner in LEARNERS]


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
def test_a_cell_counts_as_a_plain_loop_does(learner: Any) -> None:
    data = noise(1, 40, 3, 2)
    outcome = run_cell(learner, data, Task(seed=5, permutation=2, epochs=2))
    model = Model(learner, 2, 3, (5, 2))
    mistakes, updates, support = 0, 0, set()
    for number, epoch in enumerate(outcome.epochs, start=1):
        for i in rng.permutation((rng.ORDER, 5, 2, number), 40):
            counts = model.learn(data.X_train, data.y_train, np.array([i]), np.zeros(40, np.bool_))
            mistakes += counts.mistakes
            updates += counts.updates or 0
            support |= {int(i)} if counts.updates else set()
        wrong = (model.scores(data.X_test)[:, 0] > 0.0) != data.y_test
        assert (epoch.mistakes, epoch.updates, epoch.support) == (mistakes, updates, len(support))
        assert epoch.test_error == wrong.mean()


@pytest.mark.parametrize("learner", LEARNERS, ids=IDS)
@wrapping
@interpreted()
def test_a_learner_never_parts_from_itself(learner: Any) -> None:
    data = noise(1, 60, 5, 2)
    assert first_difference(learner, learner, data, Task(1, 1, 2)) is None


class Disguised:
    """One of ours that nobody can tell for ours; it predicts by the f that the round begins with."""

    def __init__(self) -> None:
        self.inner: Any = onlinelearn.OnlineManifold(buffer=11, decides="last")

    def partial_fit(self, X: Floats, y: Ints, classes: Ints | None = None) -> "Disguised":
        self.inner.partial_fit(X, y, classes)
        return self

    def predict(self, X: Floats) -> Ints:
        said: Ints = self.inner.predict(X)
        return said


@wrapping
@interpreted()
def test_nor_from_itself_in_disguise() -> None:
    data = noise(4, 60, 5, 2)
    ours = OnlineManifold(buffer=11, decides="last")
    assert first_difference(ours, Disguised(), data, Task(1, 1, 2)) is None


@wrapping
@interpreted()
def test_other_buffers_part_when_they_first_predict_otherwise() -> None:
    """Their coefficients differ from round 12 on; what is no array of weights is watched by what it says."""
    data, task = noise(4, 60, 5, 2), Task(1, 1, 1)
    models = [Model(OnlineManifold(buffer=buffer), 2, 5) for buffer in (11, 12)]
    order = rng.permutation((rng.ORDER, 1, 1, 1), 60)
    parted = differed = 0
    for t, i in enumerate(order, start=1):
        said = []
        for model in models:
            model.learn(data.X_train, data.y_train, np.array([i]), np.zeros(60, np.bool_))
            said.append(bool(model.state.s[0] > 0.0))
        differed = differed or t * (models[0].fingerprint() != models[1].fingerprint())
        parted = parted or t * (said[0] != said[1])
    found = first_difference(models[0].learner, models[1].learner, data, task)
    assert found is not None
    assert (differed, found.round) == (12, parted)
