"""What the paper proves of CELLIP, as MATH corrects it: covers, volumes, the bound, and what is left out."""

from math import log, log1p, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.learners.cellip import CELLIP
from onlinelearn.learners.model import Model
from onlinelearn.types import Floats, Ints
from tests.learners.oracles import CELLIPOracle
from tests.learners.test_oracles import dense, synchronised

seeds = st.integers(0, 2**32)
parts = st.floats(0.1, 0.9)


def separable(seed: int, n: int, d: int, n_classes: int, gamma: float) -> tuple[Floats, Ints]:
    """Examples with ‖z‖ = 1 that some U with ‖U‖ = 1 gets right with margin γ."""
    rng = np.random.default_rng(seed)
    K = 1 if n_classes == 2 else n_classes
    U = rng.normal(size=(K, d))
    U -= U.mean(axis=0) if K > 1 else 0.0
    U /= np.linalg.norm(U)
    X = rng.normal(size=(n, d))
    X /= np.linalg.norm(X, axis=1)[:, None] * sqrt(min(K, 2))
    S = np.sort(np.hstack([X @ U.T, np.zeros((n, 1))]) if K == 1 else X @ U.T, axis=1)
    wide = S[:, -1] - S[:, -2] >= gamma
    X = np.ascontiguousarray(X[wide])
    return X, (X @ U[0] > 0).astype(np.int64) if K == 1 else np.argmax(X @ U.T, axis=1)


def learn(model: Model, X: Floats, y: Ints) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


def ellipsoid(model: Model) -> tuple[Floats, Floats]:
    """The centre as one vector, and P."""
    return model.learner.weights(model.state).flatten(), float(model.state.sigma[0]) * dense(model)


def bound(a: float, gamma: float) -> float:
    """M ≤ 2[log((1 - a)γ) - log(1 + (1 - a)γ)] / log(1 - a²γ²/(1 + (1 - a)γ)²)."""
    r = (1 - a) * gamma
    return 2 * (log(r) - log1p(r)) / log1p(-((a * gamma / (1 + r)) ** 2))


@given(seed=seeds, a=parts, gamma=st.floats(0.05, 0.3), n_classes=st.integers(2, 3))
@settings(deadline=None, max_examples=25)
def test_each_ellipsoid_covers_what_the_example_leaves_of_the_last(
    seed: int, a: float, gamma: float, n_classes: int
) -> None:
    X, y = separable(seed, 60, 3, n_classes, gamma)
    rng = np.random.default_rng(seed)
    model = Model(CELLIP(a=a, margin=gamma), n_classes, 3)
    for x, label in zip(X, y, strict=True):
        w, P = ellipsoid(model)
        z, eta, _ = synchronised(CELLIPOracle(n_classes, 3), model).direction(x, int(label))
        if learn(model, x[None], np.array([label]))[1] == 0:
            continue
        new_w, new_P = ellipsoid(model)
        if model.state.shape.form[1] and n_classes > 2:
            break  # a dense P leaves out the directions that move all classes at once: it has no inverse
        assert np.linalg.eigvalsh(new_P).min() > 0
        points = rng.normal(size=(400, w.size))
        points = w + points / np.linalg.norm(points, axis=1)[:, None] @ np.linalg.cholesky(P).T
        left = points[points @ z.ravel() >= a * gamma] - new_w
        assert (left * np.linalg.solve(new_P, left.T).T).sum(axis=1).max(initial=0.0) <= 1 + 1e-9
        alpha = (a * gamma - eta) / np.sqrt(z.ravel() @ P @ z.ravel())
        shrunk = 0.5 * (np.linalg.slogdet(new_P)[1] - np.linalg.slogdet(P)[1])
        assert shrunk == pytest.approx((w.size - 1) / 2 * log1p(-(alpha**2)) + log1p(-alpha))  # (12)


@given(seed=seeds, a=parts, gamma=st.floats(0.05, 0.5), n_classes=st.integers(2, 4), d=st.integers(1, 8))
@settings(deadline=None, max_examples=60)
def test_mistakes_keep_the_corrected_bound(seed: int, a: float, gamma: float, n_classes: int, d: int) -> None:
    X, y = separable(seed, 1500, d, n_classes, gamma)
    model = Model(CELLIP(a=a, margin=gamma), n_classes, d)
    mistakes, updates = learn(model, X, y)
    assert mistakes <= bound(a, gamma)
    assert updates == mistakes
    assert model.state.infeasible[0] == 0


def test_orthonormal_examples_break_the_appendixs_bound_and_not_the_corrected_one() -> None:
    d, a = 400, 0.5
    gamma = 1 / sqrt(d)  # u = (1, ..., 1)/√d
    mistakes, _ = learn(Model(CELLIP(a=a, margin=gamma), 2, d), np.eye(d), np.ones(d, np.int64))
    ball = 1 + (1 - a) * gamma
    appendix = (2 * log((1 - a) * gamma) - log(ball)) / log1p(-a * gamma / sqrt(ball)) + 1
    assert int(appendix) == 297
    assert mistakes == 400 <= bound(a, gamma)


def test_the_printed_first_ellipsoid_does_not_contain_the_ball_around_the_classifier() -> None:
    """The farthest point of the ball is (1 + (1 - a)γ)u: vᵀP⁻¹v must not exceed 1."""
    farthest = (1 + 0.5 * 0.1) ** 2
    printed, corrected = (
        CELLIP(a=0.5, margin=0.1, initial=initial).start(2, 3, ()).sigma[0]
        for initial in ("printed", "corrected")
    )
    assert farthest / printed == pytest.approx(1.05)
    assert farthest / corrected == pytest.approx(1.0)


def test_an_example_that_no_classifier_is_left_for_is_counted_and_changes_nothing() -> None:
    x = np.array([[0.6, 0.8]])
    model = Model(CELLIP(margin=0.5), 2, 2)
    assert learn(model, x, np.array([1])) == (1, 1)
    assert learn(model, -x, np.array([1])) == (1, 1)  # 0.25 - (-0.25) is still within reach
    for seen in (1, 2, 3):
        w, P = ellipsoid(model)
        assert learn(model, x, np.array([1])) == (1, 0)
        assert model.state.infeasible.tolist() == [seen]
        np.testing.assert_array_equal(ellipsoid(model)[0], w)
        np.testing.assert_array_equal(ellipsoid(model)[1], P)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_noise_is_found_infeasible_as_often_as_by_the_oracle(n_classes: int) -> None:
    rng = np.random.default_rng(n_classes)
    X, y = rng.normal(size=(300, 4)), rng.integers(0, n_classes, 300)
    model, oracle = Model(CELLIP(), n_classes, 4), CELLIPOracle(n_classes, 4)
    assert min(oracle.round(x, int(k)).gap for x, k in zip(X, y, strict=True)) > 1e-9
    learn(model, X, y)
    assert model.state.infeasible[0] == oracle.infeasible > 30


@pytest.mark.parametrize(("n_classes", "d"), [(2, 1), (2, 3), (3, 2)])
def test_the_matrix_that_takes_the_terms_place_is_the_oracles(n_classes: int, d: int) -> None:
    """Labels at random let a small margin be cut down for long, and M with it."""
    gamma = 0.02
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(1000, d)), rng.integers(0, n_classes, 1000)
    model = Model(CELLIP(a=0.5, margin=gamma), n_classes, d)
    K = 1 if n_classes == 2 else n_classes
    # No z has a part in what moves all classes at once.
    used = np.kron(np.eye(K) - (np.ones((K, K)) / K if K > 1 else 0.0), np.eye(d))
    rescaled = 0
    for x, label in zip(X, y, strict=True):
        oracle = synchronised(CELLIPOracle(n_classes, d, a=0.5, margin=gamma), model)
        assert isinstance(oracle, CELLIPOracle)
        largest = dense(model).diagonal().max()
        happened = oracle.round(x, int(label))
        counts = learn(model, x[None], np.array([label]))
        if happened.gap < 1e-9:
            continue
        assert counts == (happened.mistake, happened.updated)
        np.testing.assert_allclose(ellipsoid(model)[0], oracle.W.ravel(), rtol=1e-6, atol=1e-9)
        P = used @ oracle.P @ used
        np.testing.assert_allclose(used @ ellipsoid(model)[1] @ used, P, rtol=1e-6, atol=1e-9 * P.max())
        rescaled += dense(model).diagonal().max() > largest  # no cut makes M larger
    assert model.state.shape.form[1] == 1
    assert rescaled


@pytest.mark.parametrize("d", [1, 2, 5])
def test_an_ellipsoid_as_flat_as_rounding_is_infeasible_across(d: int) -> None:
    """α = 1 - 1e-15 leaves a disc: what rounding makes of its thickness can be negative."""
    rng = np.random.default_rng(d)
    for _ in range(50):
        x = rng.normal(size=(1, d))
        x *= 0.05 / 1.05 / (1 - 1e-15) / np.linalg.norm(x)
        model = Model(CELLIP(a=0.5, margin=0.1), 2, d)
        assert learn(model, x, np.array([1])) == (1, 1)
        assert learn(model, x, np.array([0])) == (1, 0)
        assert model.state.infeasible[0] == 1


def test_without_a_margin_to_reach_nothing_is_cut() -> None:
    X, y = separable(1, 50, 3, 2, 0.1)
    model = Model(CELLIP(a=0.0), 2, 3)
    assert learn(model, X, y) == (len(y), 0)
    assert not model.state.W.any()


def test_a_zero_example_says_nothing_of_any_classifier() -> None:
    model = Model(CELLIP(), 2, 3)
    assert learn(model, np.zeros((1, 3)), np.array([1])) == (1, 0)
    assert model.state.infeasible[0] == 0
