"""The ellipsoid's matrix, volume, widths and distances against linear algebra, however long the stream."""

from math import log, pi

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import gammaln

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.algorithms.cellip import CELLIP
from onlinelearn.learners.algorithms.iellip import IELLIP
from onlinelearn.learners.engine.ellipsoid import EllipsoidLearner
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics.ellipsoid_volume import inverse_form, log_volume
from onlinelearn.numerics.logarithms import ln
from tests.learners.oracles import CELLIPOracle, IELLIPOracle, Oracle, covariance

seeds = st.integers(0, 2**32)

LEARNERS: list[tuple[EllipsoidLearner, type[Oracle]]] = [
    (IELLIP(scale=0.1), IELLIPOracle),
    (IELLIP(b=1.0, c=0.05, scale=3.0), IELLIPOracle),
    (CELLIP(margin=0.02), CELLIPOracle),
    (CELLIP(margin=0.02, update="minimum_volume"), CELLIPOracle),
]
IDS = ["IELLIP", "IELLIP without decay", "CELLIP", "the smallest CELLIP"]


def learn(model: Model, X: Floats, y: Ints) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


def noise(seed: int, n: int, d: int, n_classes: int) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.integers(0, n_classes, n)


def log_ball(n: int) -> float:
    """The unit ball's volume, π^(n/2)/Γ(n/2 + 1)."""
    return n / 2 * log(pi) - float(gammaln(n / 2 + 1))


@pytest.mark.parametrize(("learner", "oracle"), LEARNERS, ids=IDS)
@pytest.mark.parametrize(("n_classes", "d", "rounds"), [(2, 1, 12), (2, 4, 40), (3, 2, 30), (5, 3, 20)])
def test_matrix_and_volume_are_the_oracles_from_the_first_round_on(
    learner: EllipsoidLearner, oracle: type[Oracle], n_classes: int, d: int, rounds: int
) -> None:
    X, y = noise(d, rounds, d, n_classes)
    model = Model(learner, n_classes, d)
    dense = oracle(n_classes, d, **{name: vars(learner)[name] for name in shared(learner, oracle)})
    for x, label in zip(X, y, strict=True):
        assert dense.round(x, int(label)).gap > 1e-9
        learn(model, x[None], np.array([label]))
        P = vars(dense)["P"]
        np.testing.assert_allclose(covariance(model), P, rtol=1e-7, atol=1e-9 * np.abs(P).max())
        expected = 0.5 * np.linalg.slogdet(P)[1] + log_ball(len(P))
        assert model.measures()["log_volume"] == pytest.approx(expected, abs=1e-6)


def shared(learner: EllipsoidLearner, oracle: type[Oracle]) -> set[str]:
    """The parameters that the learner and its oracle both have."""
    return vars(learner).keys() & oracle.__dataclass_fields__.keys()


@pytest.mark.parametrize(("n_classes", "d", "c"), [(2, 3, 0.7), (3, 2, 0.2), (4, 5, 0.2)])
def test_volume_follows_from_the_updates_however_many(n_classes: int, d: int, c: float) -> None:
    """det P grows by (1 - c)^-(n - 1) in each update: soon beyond what a number can hold."""
    X, y = noise(7, 20000, d, n_classes)
    model = Model(IELLIP(b=1.0, c=c, margin=0.1), n_classes, d)
    updates = learn(model, X, y)[1]
    shape = model.state.shape
    n = shape.p.size
    assert updates is not None
    assert shape.exponent[0] > 1024
    assert shape.exponent[1] < -1024
    expected = log_ball(n) - (n - 1) / 2 * updates * log(1 - c)
    assert model.measures()["log_volume"] == pytest.approx(expected, rel=1e-12)


def test_widths_stay_right_when_sigma_overflows() -> None:
    """Against P⁻¹ ← (1 - c)P⁻¹ + c·ggᵀ, which neither grows nor shrinks without end."""
    d, c = 3, 0.2
    X, y = noise(11, 9000, d, 2)
    model = Model(IELLIP(b=1.0, c=c, margin=0.1), 2, d)
    inverse = np.eye(d)
    for x, label in zip(X, y, strict=True):
        if learn(model, x[None], np.array([label]))[1]:
            g = x / np.sqrt(x @ np.linalg.solve(inverse, x))
            inverse = (1 - c) * inverse + c * np.outer(g, g)
    assert model.state.shape.exponent[0] > 1024
    expected = np.sqrt((X[:50] * np.linalg.solve(inverse, X[:50].T).T).sum(axis=1))
    np.testing.assert_allclose(widths(model, X[:50]), expected, rtol=1e-6)
    np.testing.assert_allclose(covariance(model), np.linalg.inv(inverse), rtol=1e-6)
    u = np.array([0.6, 0.0, 0.8])
    away = u - model.state.W[:, 0]
    known = model.target_measures(KnownTarget(u, X @ u, 1.0))
    assert known["target_distance"] == pytest.approx(away @ inverse @ away)


def widths(model: Model, X: Floats) -> Floats:
    assert isinstance(model.learner, EllipsoidLearner)
    return model.learner.widths(model.state, X)


@given(seed=seeds, n_classes=st.integers(2, 5), d=st.integers(1, 6), rounds=st.integers(0, 60))
@settings(deadline=None, max_examples=40)
def test_widths_are_of_the_two_classes_that_score_highest(
    seed: int, n_classes: int, d: int, rounds: int
) -> None:
    X, y = noise(seed, rounds, d, n_classes)
    model = Model(IELLIP(b=0.95, c=0.3, scale=0.1), n_classes, d)
    learn(model, X, y)
    P, before = covariance(model), model.fingerprint()
    shown = np.random.default_rng([seed, 1]).normal(size=(5, d))
    for x, found in zip(shown, widths(model, shown), strict=True):
        z = np.zeros((1 if n_classes == 2 else n_classes, d))
        best = np.argsort(-model.scores(x[None])[0], kind="stable")  # of equal scores, the first
        z[best[0]] = x
        if n_classes > 2:
            z[best[1]] = -x
        assert found == pytest.approx(np.sqrt(z.ravel() @ P @ z.ravel()), rel=1e-6)
    assert model.fingerprint() == before


def test_what_moves_all_classes_at_once_never_shrinks() -> None:
    """The dense M leaves it out; P has it, as large as σ."""
    X, y = noise(3, 300, 2, 3)
    model = Model(IELLIP(b=1.0, c=0.01), 3, 2)
    updates = learn(model, X, y)[1]
    assert updates is not None
    assert model.state.shape.form[1] == 1
    together = np.tile([0.6, 0.8], 3)
    sigma = (1 - 0.01) ** -updates
    np.testing.assert_allclose(covariance(model) @ together, sigma * together, rtol=1e-9)


def test_scale_changes_the_size_of_the_ellipsoid_and_not_a_bit_of_the_weights() -> None:
    X, y = noise(1, 200, 4, 3)
    whole, tenth = Model(IELLIP(), 3, 4), Model(IELLIP(scale=0.1), 3, 4)
    assert learn(whole, X, y) == learn(tenth, X, y)
    assert whole.fingerprint() == tenth.fingerprint()
    np.testing.assert_allclose(covariance(tenth), 0.1 * covariance(whole), atol=1e-15)
    shrunk = tenth.measures()["log_volume"] - whole.measures()["log_volume"]
    assert shrunk == pytest.approx(12 / 2 * log(0.1))


@pytest.mark.parametrize("n", [1, 2, 3, 10, 2560])
def test_volume_of_a_ball(n: int) -> None:
    assert log_volume(n, (0.5, 1), (0.5, 1)) == pytest.approx(log_ball(n), abs=1e-8)
    assert log_volume(n, (0.5, 3), (0.5, 1)) == pytest.approx(log_ball(n) + n * log(2), abs=1e-8)


@given(st.floats(1e-300, 1e300))
def test_ln_is_the_logarithm(x: float) -> None:
    assert ln(x) == pytest.approx(log(x), rel=1e-15, abs=1e-15)


@given(seed=seeds, n=st.integers(1, 12))
def test_distance_solves_the_system(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    root, v = rng.normal(size=(n, n)), rng.normal(size=n)
    M = root @ root.T + np.eye(n)
    kept = M.copy()
    q, log_det = inverse_form(M, v)
    assert q == pytest.approx(v @ np.linalg.solve(M, v), rel=1e-6)
    assert log_det == pytest.approx(np.linalg.slogdet(M)[1], rel=1e-9, abs=1e-9)
    np.testing.assert_array_equal(M, kept)


def test_distance_is_infinite_where_the_ellipsoid_is_flat() -> None:
    assert inverse_form(np.diag([1.0, 0.0]), np.ones(2)) == (np.inf, -np.inf)
