"""LMS: its steps, where they lead, and how far they may go."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from onlinelearn import LMS, LMSRegressor
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.datasets.generated.linear_targets import LinearTargets
from onlinelearn.datasets.generated.separable import Separable
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.learners import registry
from onlinelearn.learners.engine.model import Counts, Model
from onlinelearn.numerics.least_squares import LeastSquares
from tests.learners.oracles import LMSOracle

EXTRA = ("least_squares_distance", "rate_limit")


def model_of(name: str, n_classes: int, d: int, **settled: Any) -> Model:
    return Model(registry()[name](**settled), n_classes, d)


def learn(model: Model, X: Any, y: Ints) -> Counts:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


def drawn(seed: int, n: int, d: int, n_classes: int) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X[::17] = 0.0
    return X, rng.integers(0, n_classes, n)


@pytest.mark.parametrize("settled", [{}, {"rate": 0.05}, {"rate": 1.3, "normalized": True}], ids=str)
@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_every_round_is_the_oracles(settled: dict[str, Any], n_classes: int) -> None:
    X, y = drawn(n_classes, 100, 4, n_classes)
    model, oracle = Model(registry()["lms"](**settled), n_classes, 4), LMSOracle(n_classes, 4, **settled)
    for i in range(len(y)):
        happened = oracle.round(X[i], int(y[i]))
        counts = learn(model, X[i : i + 1], y[i : i + 1])
        assert happened.gap > 1e-12
        assert counts == (happened.mistake, happened.updated)
        np.testing.assert_allclose(model.weights(), oracle.W, rtol=1e-9, atol=1e-12)


@given(seed=st.integers(0, 2**32), rate=st.floats(0.01, 1.99))
@settings(deadline=None, max_examples=20)
def test_a_normalized_step_leaves_the_part_one_less_rate_of_the_error(seed: int, rate: float) -> None:
    """The error on the example itself is multiplied by 1 - ρ: below 2 it never grows."""
    X, y = drawn(seed, 12, 3, 2)
    model = model_of("lms", 2, 3, rate=rate, normalized=True)
    for x, target in zip(X, 2.0 * y - 1.0, strict=True):
        if x.any():
            before = target - model.scores(x[None])[0, 0]
            learn(model, x[None], np.array([target > 0], np.int64))
            after = target - model.scores(x[None])[0, 0]
            assert after == pytest.approx((1.0 - rate) * before, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_sparse_rows_give_the_same_bits(n_classes: int) -> None:
    X, y = drawn(1, 60, 11, n_classes)
    X[np.abs(X) < 1.0] = 0.0
    dense, sparse = (Model(registry()["lms"](), n_classes, 11) for _ in range(2))
    assert learn(dense, X, y) == learn(sparse, csr_matrix(X), y)
    assert dense.fingerprint() == sparse.fingerprint()


def cell(name: str, data: Prepared, **settled: Any) -> dict[str, float | None]:
    """What least squares says of a learner after five epochs."""
    return dict(run_cell(registry()[name](**settled), data, Task(1, 1, 5, EXTRA)).epochs[-1].extra)


def test_it_comes_near_the_least_squares_solution_as_the_rate_falls_and_the_perceptron_does_not() -> None:
    made = Separable(d=4, n_train=1000, n_test=10, flips=150).draw(1)
    X, y = made.X_train, (made.y_train == 1).astype(np.int64)
    data = Prepared(X, y, X, y, 2)
    found = [cell("lms", data, rate=rate)["least_squares_distance"] for rate in (0.3, 0.05, 0.008)]
    assert found == sorted(found, reverse=True)  # type: ignore[type-var]
    assert found[-1] is not None
    assert found[-1] < 0.1
    for rate in (10.0, 3.0, 1.0, 0.3, 0.1, 0.008):  # from w = 0 it only scales the weights
        distance = cell("perceptron", data, rate=rate)["least_squares_distance"]
        assert distance is not None
        assert distance > 5.0 * found[-1]
    solution, *_ = np.linalg.lstsq(X, 2.0 * y - 1.0)
    model = model_of("lms", 2, 4, rate=0.05)
    for _ in range(5):
        learn(model, X, y)
    expected = np.linalg.norm(model.weights()[0] - solution) / np.linalg.norm(solution)
    ours = cell("lms", replace(data, ordered=True), rate=0.05)["least_squares_distance"]
    assert ours == pytest.approx(expected, rel=1e-9)


@given(seed=st.integers(0, 2**32), d=st.integers(1, 6))
@settings(deadline=None, max_examples=20)
def test_least_squares_are_numpys(seed: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    X: Floats = rng.normal(size=(40, d)) * np.linspace(1.0, 10.0, d)
    t = rng.normal(size=40)
    ours = LeastSquares(X, t)
    assert ours.solution is not None
    np.testing.assert_allclose(ours.solution, np.linalg.lstsq(X, t)[0], rtol=1e-9, atol=1e-12)
    largest = np.linalg.eigvalsh(X.T @ X / 40)[-1]
    assert ours.rate_limit == pytest.approx(2.0 / largest, rel=1e-9, abs=1e-9)


def test_without_a_single_solution_there_is_no_distance() -> None:
    X = np.column_stack([np.arange(1.0, 9.0)] * 2)
    y = np.arange(8) % 2
    found = cell("lms", Prepared(X, y, X, y, 2), rate=1e-3)
    assert found["least_squares_distance"] is None
    assert found["rate_limit"] is not None
    kernels = cell("kernel_perceptron", Prepared(X[:, :1].copy(), y, X[:, :1].copy(), y, 2))
    assert kernels["least_squares_distance"] is None


@pytest.mark.parametrize("beyond", [False, True])
def test_the_rate_limit_is_where_the_weights_begin_to_diverge(beyond: bool) -> None:
    """One attribute of ±1: λ = 1, and each step multiplies the error by 1 - ρ."""
    X = np.where(np.arange(200) % 2, -1.0, 1.0)[:, None]
    y = 3.0 * X[:, 0]
    found = cell("lms_regression", Prepared(X, y, X, y, 0), rate=2.02 if beyond else 1.98)
    assert found["rate_limit"] == 2.0
    assert found["least_squares_distance"] == pytest.approx((1.02 if beyond else 0.98) ** 1000, rel=1e-6)


@pytest.mark.parametrize("cls", [LMS, LMSRegressor])
def test_divergence_says_in_a_line_what_helps(cls: type) -> None:
    X = np.full((1000, 2), 100.0)
    with pytest.raises(
        LearnerError, match="the weights overflowed; lower the rate, or set normalized"
    ) as caught:
        cls(rate=1.0).fit(X, np.arange(1000) % 2)
    assert "\n" not in str(caught.value)
    cls(rate=1.0, normalized=True).fit(X, np.arange(1000) % 2)


def test_linear_targets_are_what_they_say() -> None:
    recipe = LinearTargets(d=6, smallest=0.5, noise=0.2, wrong=0.1, off=7.0, n_train=4000, n_test=4000)
    data = recipe.draw(2)
    y_train, y_test = data.y_train.astype(np.float64), data.y_test.astype(np.float64)
    u, *_ = np.linalg.lstsq(data.X_test, y_test)
    assert np.linalg.norm(u) == pytest.approx(1.0, abs=0.02)
    np.testing.assert_allclose(data.X_train.std(axis=0), np.linspace(1.0, 0.5, 6), rtol=0.05)
    assert (y_test - data.X_test @ u).std() == pytest.approx(0.2, rel=0.05)
    left = y_train - data.X_train @ u
    assert ((left > 5).sum(), (left < -5).sum()) == (200, 200)
    assert len(data.classes) == 0
    assert data.digest == recipe.draw(2).digest != recipe.draw(3).digest
