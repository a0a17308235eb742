"""CELLIP as the paper proves it, as MATH corrects it: covers, volumes, the bound, and what is left out."""

from math import inf, log, log1p, sqrt
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.algorithms.cellip import CELLIP, cut
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics import shor
from tests.learners.oracles import CELLIPOracle, covariance

Update = Literal["center", "minimum_volume"]
UPDATES: tuple[Update, Update] = ("center", "minimum_volume")

seeds = st.integers(0, 2**32)
parts = st.floats(0.1, 0.9)
updates = st.sampled_from(UPDATES)


def separable(seed: int, n: int, d: int, n_classes: int, gamma: float) -> tuple[Floats, Ints, Floats]:
    """Examples with ‖z‖ = 1 that some U with ‖U‖ = 1 gets right with margin γ, and U."""
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
    return X, (X @ U[0] > 0).astype(np.int64) if K == 1 else np.argmax(X @ U.T, axis=1), U


def learn(model: Model, X: Floats, y: Ints) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


def ellipsoid(model: Model) -> tuple[Floats, Floats]:
    """The centre as one vector, and P."""
    return model.learner.weights(model.state).flatten(), covariance(model)


def synchronised(oracle: CELLIPOracle, model: Model) -> CELLIPOracle:
    oracle.take(model)
    return oracle


def bound(a: float, gamma: float) -> float:
    """M ≤ 2[log((1 - a)γ) - log(1 + (1 - a)γ)] / log(1 - a²γ²/(1 + (1 - a)γ)²)."""
    r = (1 - a) * gamma
    return 2 * (log(r) - log1p(r)) / log1p(-((a * gamma / (1 + r)) ** 2))


def shors_bound(a: float, gamma: float, n: int) -> float:
    """The cuts that take the first ball to one of radius (1 - a)γ, if none takes less than Shor's."""
    r = (1 - a) * gamma
    return n * (log(r) - log1p(r)) / log(ratio(0.0, 1 / (n + 1), n))


def ratio(alpha: float, rho: float, n: int) -> float:
    """μ^(n-1)(1 - α - ρ), with μ as small as (8) allows."""
    axis = 1 - alpha - rho
    return axis if n == 1 else ((1 - alpha**2) / (1 - (rho / axis) ** 2)) ** ((n - 1) / 2) * axis


@given(seed=seeds, a=parts, gamma=st.floats(0.05, 0.3), n_classes=st.integers(2, 3), update=updates)
@settings(deadline=None, max_examples=40)
def test_each_ellipsoid_covers_what_the_example_leaves_of_the_last(
    seed: int, a: float, gamma: float, n_classes: int, update: Update
) -> None:
    X, y, _ = separable(seed, 60, 3, n_classes, gamma)
    rng = np.random.default_rng([seed, 1])
    model = Model(CELLIP(a=a, margin=gamma, update=update), n_classes, 3)
    for x, label in zip(X, y, strict=True):
        w, P = ellipsoid(model)
        z_matrix, eta, _ = synchronised(CELLIPOracle(n_classes, 3), model).direction(x, int(label))
        z, n = z_matrix.ravel(), w.size
        if learn(model, x[None], np.array([label]))[1] == 0:
            continue
        new_w, new_P = ellipsoid(model)
        assert np.linalg.eigvalsh(new_P).min() > 0
        root = np.linalg.cholesky(P)
        alpha = (a * gamma - eta) / sqrt(z @ P @ z)
        # The extreme points of the part: of the ellipsoid's surface, and of the cut's rim.
        axis = root.T @ z / np.linalg.norm(root.T @ z)
        surface = rng.normal(size=(400, n))
        across = surface - np.outer(surface @ axis, axis)
        rim = alpha * axis + sqrt(1 - alpha**2) * across / np.linalg.norm(across, axis=1)[:, None]
        surface /= np.linalg.norm(surface, axis=1)[:, None]
        surface = np.vstack([surface[surface @ axis >= alpha], rim, axis])
        left = w + surface @ root.T - new_w
        reached = (left * np.linalg.solve(new_P, left.T).T).sum(axis=1)
        assert reached.max() == pytest.approx(1.0, abs=1e-6)  # it covers them, and no more than it must
        shrunk = 0.5 * (np.linalg.slogdet(new_P)[1] - np.linalg.slogdet(P)[1])
        rho = (1 - alpha) / (n + 1) if update == "minimum_volume" else 0.0
        assert shrunk == pytest.approx(log(ratio(alpha, rho, n)))  # (9)


@given(alpha=st.floats(0.0, 0.999), n=st.integers(1, 50))
def test_the_smallest_ellipsoid_is_smaller_than_every_other_of_theorem_1(alpha: float, n: int) -> None:
    rho = (1 - alpha) / (n + 1)
    kappa, growth = cut(alpha, rho)
    smallest = sqrt(growth**n * (1 - kappa))  # of P ← growth·(P - κPggᵀ P)
    assert smallest == pytest.approx(ratio(alpha, rho, n))
    # (8) needs ρ < (1 - α)/2; ρ = 0 is the paper's choice.
    others = [ratio(alpha, other, n) for other in np.linspace(0.0, (1 - alpha) / 2, 60, endpoint=False)]
    assert smallest <= min(others) * (1 + 1e-12)
    assert others[0] == pytest.approx(sqrt(cut(alpha, 0.0)[1] ** n * (1 - cut(alpha, 0.0)[0])))


@pytest.mark.parametrize("d", [1, 2, 7])
def test_cuts_through_the_centre_are_shors_method(d: int) -> None:
    """Without a margin to reach, a mistake at η = 0 is α = 0; every x is made to have it."""
    rng = np.random.default_rng(d)
    model = Model(CELLIP(a=0.0, update="minimum_volume"), 2, d)
    centre, B = np.zeros(d), 1.1 * np.eye(d)
    for _ in range(20):
        x = rng.normal(size=d)
        model.state.W[:] = 0.0
        assert learn(model, x[None], np.array([1])) == (1, 1)
        centre, B = shor.cut(np.zeros(d), B, -x)
        w, P = ellipsoid(model)
        np.testing.assert_allclose(w, centre, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(P, B @ B.T, rtol=1e-9, atol=1e-12)


@given(
    seed=seeds,
    a=parts,
    gamma=st.floats(0.05, 0.5),
    n_classes=st.integers(2, 4),
    d=st.integers(1, 8),
    update=updates,
)
@settings(deadline=None, max_examples=80)
def test_mistakes_keep_the_bound(
    seed: int, a: float, gamma: float, n_classes: int, d: int, update: Update
) -> None:
    X, y, _ = separable(seed, 1500, d, n_classes, gamma)
    model = Model(CELLIP(a=a, margin=gamma, update=update), n_classes, d)
    mistakes, updates = learn(model, X, y)
    n = model.state.shape.p.size
    assert mistakes <= (bound(a, gamma) if update == "center" else shors_bound(a, gamma, n))
    assert updates == mistakes
    assert model.measures()["infeasible"] == 0


@given(seed=seeds, a=parts, gamma=st.floats(0.05, 0.4), d=st.integers(1, 8), update=updates)
@settings(deadline=None, max_examples=30)
def test_the_target_never_leaves_the_ellipsoid(
    seed: int, a: float, gamma: float, d: int, update: Update
) -> None:
    X, y, U = separable(seed, 150, d, 2, gamma)
    margins = np.where(y == 1, 1.0, -1.0) * (X @ U[0])
    model = Model(CELLIP(a=a, margin=gamma, update=update), 2, d)
    for i in range(0, len(y), 10):
        learn(model, X[i : i + 10], y[i : i + 10])
        known = model.target_measures(KnownTarget(U[0], margins[: i + 10], 1.0))
        w, P = ellipsoid(model)
        distance = (U[0] - w) @ np.linalg.solve(P, U[0] - w)
        assert known["target_distance"] == pytest.approx(distance, rel=1e-6, abs=1e-9)
        assert known["target_distance"] <= 1 + 1e-9
        proven = bound(a, gamma) if update == "center" else shors_bound(a, gamma, d)
        assert known["mistake_bound"] == pytest.approx(proven)


def test_equation_13_is_reported_as_printed() -> None:
    a, gamma, r = 0.5, 0.1, 0.05
    pace = log1p(-((a * gamma / (1 + r)) ** 2))
    printed = (2 * log(1 - a) + 2 * log(gamma) - log(1 + r)) / pace
    target, margins = np.array([1.0, 0.0]), np.array([0.1, 0.7])
    for initial in ("corrected", "printed"):
        known = Model(CELLIP(initial=initial), 2, 2).target_measures(KnownTarget(target, margins, 1.0))
        assert known["printed_bound"] == pytest.approx(printed)
        assert (known["mistake_bound"] == inf) == (initial == "printed")


@pytest.mark.parametrize(
    ("learner", "margins", "radius"),
    [
        (CELLIP(), [0.3, 0.09], 1.0),  # the target has no such margin
        (CELLIP(), [0.3, 0.1], 1.1),  # an example is too long
        (CELLIP(a=1.0), [0.3, 0.1], 1.0),
        (CELLIP(a=0.0), [0.3, 0.1], 1.0),
        (CELLIP(margin=0.0), [0.3, 0.1], 1.0),
    ],
)
def test_where_the_theorem_says_nothing_the_bounds_are_infinite(
    learner: CELLIP, margins: list[float], radius: float
) -> None:
    known = Model(learner, 2, 2).target_measures(KnownTarget(np.eye(2)[0], np.array(margins), radius))
    assert known["mistake_bound"] == known["printed_bound"] == inf


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
        covariance(Model(CELLIP(a=0.5, margin=0.1, initial=initial), 2, 3))[0, 0]
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
        assert model.measures()["infeasible"] == seen
        np.testing.assert_array_equal(ellipsoid(model)[0], w)
        np.testing.assert_array_equal(ellipsoid(model)[1], P)


@pytest.mark.parametrize("update", UPDATES)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_noise_is_found_infeasible_as_often_as_by_the_oracle(n_classes: int, update: Update) -> None:
    rng = np.random.default_rng(n_classes)
    X, y = rng.normal(size=(300, 4)), rng.integers(0, n_classes, 300)
    model = Model(CELLIP(update=update), n_classes, 4)
    oracle = CELLIPOracle(n_classes, 4, update=update)
    assert min(oracle.round(x, int(k)).gap for x, k in zip(X, y, strict=True)) > 1e-9
    learn(model, X, y)
    assert model.measures()["infeasible"] == oracle.infeasible > 30


@pytest.mark.parametrize(
    ("n_classes", "d", "update"),
    [(2, 1, "center"), *((n_classes, d, update) for n_classes, d in [(2, 3), (3, 2)] for update in UPDATES)],
)
def test_the_matrix_that_takes_the_terms_place_is_the_oracles(n_classes: int, d: int, update: Update) -> None:
    """Labels at random let a small margin be cut down for long, and M with it."""
    gamma = 0.02
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(1000, d)), rng.integers(0, n_classes, 1000)
    model = Model(CELLIP(a=0.5, margin=gamma, update=update), n_classes, d)
    for x, label in zip(X, y, strict=True):
        oracle = synchronised(CELLIPOracle(n_classes, d, a=0.5, margin=gamma, update=update), model)
        happened = oracle.round(x, int(label))
        counts = learn(model, x[None], np.array([label]))
        if happened.gap < 1e-9:
            continue
        assert counts == (happened.mistake, happened.updated)
        w, P = ellipsoid(model)
        np.testing.assert_allclose(w, oracle.W.ravel(), rtol=1e-6, atol=1e-9)
        np.testing.assert_allclose(P, oracle.P, rtol=1e-6, atol=1e-9 * P.max())
    shape = model.state.shape
    assert shape.form[1] == 1
    assert shape.exponent[2] > 0  # M was lifted


@pytest.mark.parametrize("update", UPDATES)
@pytest.mark.parametrize("d", [1, 2, 5])
def test_an_ellipsoid_as_flat_as_rounding_is_infeasible_across(d: int, update: Update) -> None:
    """α = 1 - 1e-15 leaves a disc: what rounding makes of its thickness can be negative."""
    rng = np.random.default_rng(d)
    for _ in range(50):
        x = rng.normal(size=(1, d))
        x *= 0.05 / 1.05 / (1 - 1e-15) / np.linalg.norm(x)
        model = Model(CELLIP(a=0.5, margin=0.1, update=update), 2, d)
        assert learn(model, x, np.array([1])) == (1, 1)
        assert learn(model, x, np.array([0])) == (1, 0)
        assert model.measures()["infeasible"] == 1


def test_a_cut_through_the_centre_is_never_infeasible() -> None:
    """Along one x each leaves a third of zᵀMz, until the ellipsoid is flat there: 3^-28 < 1e-13."""
    x, y = np.array([[0.6, 0.8]]), np.array([1])
    model = Model(CELLIP(a=0.0, update="minimum_volume"), 2, 2)
    happened = []
    for _ in range(60):
        model.state.W[:] = 0.0
        happened.append(learn(model, x, y))
    assert happened == [(1, 1)] * 28 + [(1, 0)] * 32
    assert model.measures()["infeasible"] == 0


def test_without_a_margin_to_reach_the_centre_on_the_cut_never_moves() -> None:
    X, y, _ = separable(1, 50, 3, 2, 0.1)
    model = Model(CELLIP(a=0.0), 2, 3)
    assert learn(model, X, y) == (len(y), 0)
    assert not model.state.W.any()


def test_without_a_margin_to_reach_the_smallest_ellipsoid_shrinks_until_no_number_is_small_enough() -> None:
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(4000, 2)), rng.integers(0, 2, 4000)
    model = Model(CELLIP(a=0.0, update="minimum_volume"), 2, 2)
    learn(model, X, y)
    w, P = ellipsoid(model)
    assert np.isfinite(w).all()
    assert (np.abs(P) < 1e-307).all()
    assert -inf < model.measures()["log_volume"] < -700
    assert model.measures()["infeasible"] > 1000  # nothing is left to cut


def test_a_zero_example_says_nothing_of_any_classifier() -> None:
    model = Model(CELLIP(), 2, 3)
    assert learn(model, np.zeros((1, 3)), np.array([1])) == (1, 0)
    assert model.measures()["infeasible"] == 0


@pytest.mark.parametrize("update", ["center", "minimum_volume"])
@pytest.mark.parametrize("d", [1, 3, 8])
def test_the_volume_is_what_9_makes_of_the_cuts(update: str, d: int) -> None:
    """And a matrix that is off by a factor shows: the claim that rests on it can fail."""
    rng = np.random.default_rng(d)
    X = rng.normal(size=(300, d))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    u = np.eye(d)[0]
    X, y = X[np.abs(X @ u) > 0.1], (X @ u > 0.0).astype(np.int64)[np.abs(X @ u) > 0.1]
    model = Model(CELLIP(margin=0.1, update=update), 2, d)  # type: ignore[arg-type]
    model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))
    known = KnownTarget(u, np.abs(X @ u), 1.0)
    assert model.target_measures(known)["volume_gap"] <= 1e-6
    model.state.shape.mantissa[0] *= 1.01
    assert model.target_measures(known)["volume_gap"] == pytest.approx(d * np.log(1.01), abs=2e-6)
