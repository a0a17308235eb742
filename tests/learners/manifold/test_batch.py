"""Batch manifold regularization finds the least risk, and says how sure that is."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.linalg import solve_triangular
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.manifold import dual_ascent
from onlinelearn.learners.manifold.batch_manifold import BatchManifold
from onlinelearn.learners.manifold.batch_risk import minimum, problem
from onlinelearn.learners.manifold.batch_risk import weights as edges
from onlinelearn.learners.manifold.cholesky import backward, factor, forward
from onlinelearn.learners.manifold.dual_ascent import ENOUGH
from onlinelearn.learners.manifold.pivoted_features import features
from tests.learners.manifold.dense import batch_risk, solved, weights
from tests.learners.manifold.oracle import gram
from tests.learners.manifold.streams import arcs, learnt, modelled, said
from tests.learners.manifold.test_online import GRAPHS, KERNELS, LOSSES


def both_labeled(seed: int, n: int, d: int = 2) -> tuple[Floats, Ints]:
    X, y = arcs(seed, n, d)
    y[:2] = 0, 1
    return X, y


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("kernel", KERNELS, ids=said)
@pytest.mark.parametrize("graph", GRAPHS, ids=said)
@pytest.mark.parametrize("lambda1", [0.01, 0.3])
def test_another_solver_finds_the_same(
    loss: Any, kernel: dict[str, Any], graph: dict[str, Any], lambda1: float
) -> None:
    learner = BatchManifold(loss=loss, **kernel, **graph, lambda1=lambda1, lambda2=0.05)
    for seed, n, d in ((0, 25, 2), (1, 40, 3), (2, 9, 1)):
        X, y = both_labeled(seed, n, d)
        ours, theirs = minimum(problem(learner, X, y)), solved(learner, X, y)
        assert ours.risk == pytest.approx(theirs.risk, rel=1e-6)
        assert 0.0 <= ours.gap <= ENOUGH * ours.risk
        assert batch_risk(learner, X, y, ours.alpha) == pytest.approx(ours.risk, rel=1e-6)
        K = gram(learner, X, X)
        np.testing.assert_allclose(
            K @ ours.alpha, K @ theirs.alpha, atol=1e-4 * np.abs(K @ theirs.alpha).max()
        )


@given(seed=st.integers(0, 2**32), loss=st.sampled_from(LOSSES), lambda2=st.sampled_from([0.0, 0.1, 10.0]))
@settings(deadline=None, max_examples=30)
def test_no_other_f_has_a_lower_risk(seed: int, loss: Any, lambda2: float) -> None:
    X, y = both_labeled(seed, 15)
    learner = BatchManifold(loss=loss, width=0.4, graph_width=0.3, lambda1=0.05, lambda2=lambda2)
    found = minimum(problem(learner, X, y))
    rng = np.random.default_rng(seed)
    for scale in (1e-4, 1e-2, 1.0):
        other = found.alpha + scale * rng.normal(size=15)
        assert batch_risk(learner, X, y, other) >= found.risk * (1.0 - 1e-7)


def features_of(learner: BatchManifold, X: Floats) -> Floats:
    values, vectors = np.linalg.eigh(gram(learner, X, X))
    return np.asarray(vectors * np.sqrt(values.clip(0.0)))


@pytest.mark.parametrize("kernel", KERNELS, ids=said)
@pytest.mark.parametrize("loss", LOSSES)
def test_without_a_graph_it_is_scikit_learns(loss: Any, kernel: dict[str, Any]) -> None:
    """An SVM, ridge regression or logistic regression on the labeled examples, without intercept."""
    X, y = both_labeled(3, 60)
    learner = BatchManifold(loss=loss, **kernel, lambda1=0.1, lambda2=0.0)
    seen = y >= 0
    Z, sign, C = features_of(learner, X), 2.0 * y[seen] - 1.0, 1.0 / (0.1 * seen.sum())
    if loss == "squared":
        ridge = KernelRidge(alpha=0.5 / C, kernel="precomputed")
        K = gram(learner, X, X)
        expected = ridge.fit(K[np.ix_(seen, seen)], sign).predict(K[:, seen])
    else:
        theirs = (
            LinearSVC(C=C, loss="hinge", fit_intercept=False, tol=1e-10, max_iter=1_000_000)
            if loss == "hinge"
            else LogisticRegression(C=C, fit_intercept=False, tol=1e-12, max_iter=100_000)
        )
        expected = theirs.fit(Z[seen], sign).decision_function(Z)
    np.testing.assert_allclose(learnt(learner, X, y).scores(X)[:, 0], expected, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("window", [1, 7, 30, 31])
def test_a_window_keeps_the_last_examples_and_no_others(window: int) -> None:
    X, y = arcs(4, 30)
    y[-1] = 1
    options: dict[str, Any] = {"width": 0.4, "graph_width": 0.3, "loss": "squared", "lambda1": 0.01}
    model = learnt(BatchManifold(window=window, **options), X, y)
    last = learnt(BatchManifold(**options), X[-window:].copy(), y[-window:].copy())
    held = min(window, 30)
    assert {tuple(row) for row in model.state.W[:held]} == {tuple(row) for row in X[-held:]}
    assert len(model.state.W) <= window
    np.testing.assert_allclose(model.scores(X), last.scores(X), atol=1e-4)


def test_without_labels_f_is_zero() -> None:
    X, y = arcs(0, 20, rate=0.0)
    found = minimum(problem(BatchManifold(), X, y))
    assert (found.risk, found.gap) == (0.0, 0.0)
    assert not found.alpha.any()
    assert not learnt(BatchManifold(), X, y).scores(X).any()
    assert not modelled(BatchManifold(), 2).scores(X).any()


def test_one_labeled_example_is_enough() -> None:
    """The hinge loss of one is least at margin 1, if that is cheap."""
    X, y = np.array([[0.0], [5.0]]), np.array([1, -1])
    learner = BatchManifold(lambda1=0.5, lambda2=0.0)
    assert learnt(learner, X, y).scores(X[:1])[0, 0] == pytest.approx(1.0)
    assert minimum(problem(learner, X, y)).risk == pytest.approx(0.25)


def test_a_risk_that_is_not_certain_to_be_least_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    X, y = both_labeled(5, 60)
    monkeypatch.setattr(dual_ascent, "PASSES", 1)
    with pytest.raises(LearnerError, match=r"may be lower by .* after 1 passes; raise lambda1"):
        minimum(problem(BatchManifold(lambda1=1e-6, width=0.4, lambda2=0.0123), X, y))


def test_the_same_problem_is_solved_once() -> None:
    X, y = both_labeled(6, 20)
    first = minimum(problem(BatchManifold(), X, y))
    assert minimum(problem(BatchManifold(window=999), X.copy(), y.copy())) is first
    assert minimum(problem(BatchManifold(lambda2=0.2), X, y)) is not first


@pytest.mark.parametrize("graph", GRAPHS, ids=said)
def test_edges_lead_both_ways_and_none_to_itself(graph: dict[str, Any]) -> None:
    X, _ = arcs(7, 40)
    learner = BatchManifold(**graph)
    W = edges(X, learner.graph, learner.risk().spread, learner.neighbors)
    np.testing.assert_allclose(W, weights(learner, X), rtol=1e-12, atol=1e-15)
    np.testing.assert_array_equal(W, W.T)


@given(seed=st.integers(0, 2**32), n=st.integers(1, 12))
@settings(deadline=None)
def test_triangles_are_those_of_numpy(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    A, B = rng.normal(size=(n, n)), rng.normal(size=(3, n))
    H = A @ A.T + 0.1 * np.eye(n)
    R = factor(H)
    np.testing.assert_allclose(R, np.linalg.cholesky(H), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(forward(R, B), solve_triangular(R, B.T, lower=True).T, rtol=1e-9, atol=1e-9)
    expected = solve_triangular(R, B[0], lower=True, trans="T")
    np.testing.assert_allclose(backward(R, B[0]), expected, rtol=1e-9, atol=1e-9)


def test_a_matrix_that_is_not_positive_is_an_error() -> None:
    with pytest.raises(LearnerError, match="singular to rounding; raise lambda1"):
        factor(np.array([[1.0, 1.0], [1.0, 1.0]]))


@pytest.mark.parametrize("kernel", KERNELS, ids=said)
def test_few_features_express_the_kernel(kernel: dict[str, Any]) -> None:
    X, _ = arcs(8, 60)
    learner = BatchManifold(**kernel)
    K, (G, pivots) = gram(learner, X, X), features(X, learner.kernel, learner.risk().kernel)
    np.testing.assert_allclose(G @ G.T, K, atol=2e-8 * K.max())
    assert not np.triu(G[pivots], 1).any()
    assert len(pivots) == G.shape[1] <= {"linear": 2, "polynomial": 6, "rbf": 59}[learner.kernel]
