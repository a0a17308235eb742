"""The limits of manifold regularization: rows of unequal length, labels -1, steps too long, sizes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from onlinelearn import BatchManifold, OnlineManifold, TreeManifold
from onlinelearn.base.errors import ConfigError, LearnerError
from onlinelearn.config import parse_config
from onlinelearn.learners.engine import geometry
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.manifold import batch_manifold, batch_risk, dual_ascent, online_manifold
from onlinelearn.learners.manifold.batch_risk import minimum, problem
from tests.interpreted import interpreted
from tests.learners.manifold.dense import solved
from tests.learners.manifold.streams import arcs, learn, modelled

CLASSIFIERS = [OnlineManifold, TreeManifold, BatchManifold]


@pytest.mark.parametrize(("kernel", "far"), [("linear", 1e5), ("polynomial", 30.0), ("polynomial", 100.0)])
def test_one_long_row_does_not_hide_the_others(kernel: Any, far: float) -> None:
    """Its squared length is 10¹⁰ times theirs, or more: what they need is still expressed."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 3)), rng.integers(0, 2, 60)
    X[7], y[5:40] = (0.0, 0.0, far), -1
    learner = batch_manifold.BatchManifold(kernel=kernel, graph="knn", neighbors=3, lambda1=0.1)
    assert minimum(problem(learner, X, y)).risk == pytest.approx(solved(learner, X, y).risk, rel=1e-5)


@pytest.mark.parametrize("cls", CLASSIFIERS)
def test_labels_of_plus_and_minus_one_are_not_taken_for_half_of_them(cls: Any) -> None:
    X, y = np.random.default_rng(1).normal(size=(20, 2)), np.tile([-1, 1], 10)
    with pytest.raises(ValueError, match="-1 means an example without a label: use other classes"):
        cls().fit(X, y)
    with pytest.raises(ValueError, match="-1 means an example without a label: use other classes"):
        cls().partial_fit(X, y, classes=[-1, 1])
    assert cls().partial_fit(X, y, classes=[0, 1]).classes_.tolist() == [0, 1]


def test_steps_that_are_too_long_are_an_error_that_says_why() -> None:
    X, y = arcs(3, 400)
    model = modelled(online_manifold.OnlineManifold(rate=1e3, lambda2=1e3, buffer=20), 2)
    with pytest.raises(LearnerError, match="or lower rate or lambda2: the graph's part of a step grows"):
        learn(model, X, y)


@pytest.mark.parametrize("name", ["width", "graph_width"])
@pytest.mark.parametrize("cls", CLASSIFIERS)
def test_a_width_whose_square_is_none_is_an_error(cls: Any, name: str) -> None:
    for width in (1e-170, 1e200):
        with pytest.raises(LearnerError, match=f"the square of {name}"):
            cls(**{name: width}).fit([[0.0], [1.0]], [0, 1])


def test_a_batch_that_fits_no_memory_names_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_risk, "LARGEST_GRAPH", 50)
    X, y = arcs(4, 60)
    with pytest.raises(LearnerError, match="a batch of 60 examples is too large; give a window"):
        minimum(problem(batch_manifold.BatchManifold(width=0.123), X, y))


def test_squared_loss_is_solved_at_once_however_weak_the_regularizer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dual_ascent, "PASSES", 1)
    X, y = arcs(5, 80)
    found = minimum(problem(batch_manifold.BatchManifold(loss="squared", lambda1=1e-7, width=0.3), X, y))
    assert found.gap <= dual_ascent.ENOUGH * found.risk


def test_peeking_costs_nothing() -> None:
    X, y = arcs(6, 40)
    model = modelled(online_manifold.OnlineManifold(width=0.4, graph_width=0.3), 2)
    learn(model, X, y)
    before = model.measures()["operations"]
    state = model.learner.reserve_rounds(model.state, 1)
    with interpreted():
        link(geometry.peek, "test", model.layers(X))(state.W, X[0], state.s)
    assert state.W.work[0] == before


def test_the_share_of_labels_is_said_once() -> None:
    config = {
        "dataset": "spirals",
        "learners": {"MR": {"learner": "online_mr", "label_rate": 0.1}},
        "protocol": {"label_rate": 0.5},
    }
    with pytest.raises(ConfigError, match=r"'label_rate' is 0\.5, and 0\.1 in MR; make them equal"):
        parse_config(config, name="x", where="config", folder=Path())


@pytest.mark.parametrize("cls", CLASSIFIERS)
def test_no_mistake_is_counted_where_there_is_no_label(cls: Any) -> None:
    X, y = arcs(7, 50)
    made = cls(width=0.4, graph_width=0.3).partial_fit(X, y)
    assert made.n_rounds_ == 50
    assert 0 < made.n_mistakes_ <= (y >= 0).sum() < 50
