"""The examples that are kept of a stream, and the difference that a buffer makes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.manifold import online_manifold_learner
from onlinelearn.learners.manifold.batch_manifold import BatchManifold
from onlinelearn.learners.manifold.manifold_learner import ManifoldLearner
from onlinelearn.learners.manifold.online_manifold import OnlineManifold
from onlinelearn.learners.manifold.tree_manifold import TreeManifold
from tests.interpreted import interpreted
from tests.learners.manifold.oracle import Oracle
from tests.learners.manifold.streams import arcs, learn, learnt, modelled, said

WIDTHS: dict[str, Any] = {"width": 0.4, "graph_width": 0.3}

LEARNERS: list[ManifoldLearner] = [
    OnlineManifold(buffer=None, **WIDTHS),
    OnlineManifold(buffer=11, **WIDTHS),
    OnlineManifold(buffer=11, graph="knn", neighbors=3, **WIDTHS),
    OnlineManifold(lambda2=0.0, **WIDTHS),
    TreeManifold(leaves=None, leaf_size=3, **WIDTHS),
    TreeManifold(leaves=11, **WIDTHS),
    BatchManifold(**WIDTHS),
    BatchManifold(window=11, **WIDTHS),
]
TOLD = ("buffer", "graph", "leaves", "window", "lambda2")
NAMES = [f"{each.name} {said({k: vars(each)[k] for k in TOLD if k in vars(each)})}" for each in LEARNERS]


@pytest.mark.parametrize("learner", LEARNERS, ids=NAMES)
@pytest.mark.parametrize("size", [1, 13])
@interpreted()
def test_pieces_of_a_stream_give_the_bits_of_the_whole(learner: ManifoldLearner, size: int) -> None:
    X, y = arcs(0, 90)
    whole, pieces = modelled(learner, 2), modelled(learner, 2)
    total = learn(whole, X, y)
    parts = [learn(pieces, X[a : a + size], y[a : a + size]) for a in range(0, 90, size)]
    assert total == tuple(map(sum, zip(*parts, strict=True)))
    assert pieces.fingerprint() == whole.fingerprint()
    np.testing.assert_array_equal(pieces.scores(X), whole.scores(X))
    assert pieces.measures() == whole.measures()


@pytest.mark.parametrize("evict", ["oldest", "unlabeled"])
@pytest.mark.parametrize("graph", ["rbf", "knn"])
@interpreted()
def test_a_buffer_that_is_never_full_has_the_bits_of_the_full_graph(evict: Any, graph: Any) -> None:
    X, y = arcs(1, 80)
    full = learnt(OnlineManifold(buffer=None, graph=graph, **WIDTHS), X, y)
    for buffer in (80, 1000):
        ample = learnt(OnlineManifold(buffer=buffer, evict=evict, graph=graph, **WIDTHS), X, y)
        assert ample.fingerprint() == full.fingerprint()
        np.testing.assert_array_equal(ample.scores(X), full.scores(X))
    less = learnt(OnlineManifold(buffer=79, evict=evict, graph=graph, **WIDTHS), X, y)
    assert less.fingerprint() != full.fingerprint()


def kept(model: Model) -> list[int]:
    """The rows of the stream that are held, oldest first."""
    return sorted(int(t) - 1 for t in model.state.W.born[: model.state.W.used[0]])


@given(seed=st.integers(0, 2**32), tau=st.integers(1, 20), n=st.integers(1, 60), rate=st.floats(0.0, 1.0))
@settings(deadline=None, max_examples=40)
def test_a_buffer_holds_the_last_and_no_more_than_tau(seed: int, tau: int, n: int, rate: float) -> None:
    X, y = arcs(seed, n, rate=rate)
    model = learnt(OnlineManifold(buffer=tau, evict="oldest", **WIDTHS), X, y)
    assert kept(model) == list(range(max(0, n - tau), n))
    assert model.measures()["support_size"] == min(n, tau)
    assert len(model.state.W.rows) == min(n, tau) + 1


@given(seed=st.integers(0, 2**32), tau=st.integers(1, 20), n=st.integers(1, 60), rate=st.floats(0.0, 1.0))
@settings(deadline=None, max_examples=40)
def test_labeled_examples_leave_only_when_there_are_no_others(
    seed: int, tau: int, n: int, rate: float
) -> None:
    """The one that leaves may be the one that came: then the buffer is as it was."""
    X, y = arcs(seed, n, rate=rate)
    model = modelled(OnlineManifold(buffer=tau, evict="unlabeled", **WIDTHS), 2)
    held: list[int] = []
    for i in range(n):
        learn(model, X[i : i + 1], y[i : i + 1])
        held.append(i)
        if len(held) > tau:
            unlabeled = [j for j in held if y[j] < 0]
            held.remove(unlabeled[0] if unlabeled else held[0])
        assert kept(model) == held


@pytest.mark.parametrize("buffer", [None, 300])
def test_without_a_graph_unlabeled_examples_are_not_kept_and_would_not_matter(buffer: int | None) -> None:
    X, y = arcs(2, 70)
    learner = OnlineManifold(lambda2=0.0, buffer=buffer, decides="last", **WIDTHS)
    model, hoarding = modelled(learner, 2), Oracle(X, y, learner, hoard=True)
    for i in range(len(y)):
        learn(model, X[i : i + 1], y[i : i + 1])
        hoarding.round()
        np.testing.assert_allclose(model.scores(X)[:, 0], hoarding.K @ hoarding.alpha, atol=1e-9)
    assert kept(model) == np.flatnonzero(y >= 0).tolist()
    assert hoarding.kept == list(range(70))


def test_without_a_graph_a_buffer_of_labeled_examples_is_full_later() -> None:
    X, y = arcs(2, 70)
    model = learnt(OnlineManifold(lambda2=0.0, buffer=5, **WIDTHS), X, y)
    assert kept(model) == np.flatnonzero(y >= 0)[-5:].tolist()


def test_unlabeled_examples_alone_teach_nothing() -> None:
    X, y = arcs(0, 40, rate=0.0)
    model = modelled(OnlineManifold(buffer=9, **WIDTHS), 2)
    assert learn(model, X, y) == (0, 0)
    assert not model.scores(X).any()
    assert model.measures()["risk"] == 0.0


def test_a_graph_that_fits_no_memory_is_refused_before_the_first_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(online_manifold_learner, "LARGEST_GRAPH", 50)
    X, y = arcs(0, 60)
    with pytest.raises(LearnerError, match="online_mr: a graph of 60 examples is too large; limit it"):
        learnt(OnlineManifold(buffer=None), X, y)
    learnt(OnlineManifold(buffer=50), X, y)


@pytest.mark.parametrize("graph", ["rbf", "knn"])
def test_for_the_rbf_kernel_infinitely_far_is_far(graph: Any) -> None:
    X, y = arcs(0, 60)
    model = learnt(OnlineManifold(buffer=11, graph=graph, **WIDTHS), X * 1e200, y)
    assert np.isfinite(model.scores(X)).all()


@pytest.mark.parametrize(
    "learner", [OnlineManifold(kernel="linear"), TreeManifold(leaves=11)], ids=["linear kernel", "tree"]
)
@interpreted()
def test_values_whose_squares_overflow_are_an_error_elsewhere(learner: ManifoldLearner) -> None:
    X, y = arcs(0, 60)
    with pytest.raises(LearnerError, match="overflowed; scale the data, or lower rate or lambda2"):
        learnt(learner, X * 1e200, y)


def test_three_classes_are_refused_by_all() -> None:
    for learner in LEARNERS:
        with pytest.raises(LearnerError, match=f"{learner.name} learns two classes, and there are 3"):
            Model(learner, 3, 2)
