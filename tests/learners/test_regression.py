"""Learners of real targets: the formulas, what they minimise, the bounds, and how they are measured."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.utils.estimator_checks import parametrize_with_checks

import onlinelearn
from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import ConfigError
from onlinelearn.config import load_config
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.pa_regression import PassiveAggressiveRegressor
from onlinelearn.learners.engine.model import Counts, Model
from tests.learners.oracles import ORACLES

REGRESSION = [name for name, learner in registry().items() if learner.kind == "regression"]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("pa_regression", {"variant": "PA", "epsilon": 0.05}),
    ("pa_regression", {"variant": "PA-I", "C": 0.05}),
    ("pa_regression", {"variant": "PA-II", "C": 0.3, "epsilon": 0.0}),
    ("lms_regression", {"rate": 0.03}),
    ("lms_regression", {"rate": 0.7, "normalized": True, "epsilon": 0.5}),
    ("ridge", {}),
    ("ridge", {"a": 0.01, "epsilon": 1.0}),
    ("eg_regression", {"rate": 0.01}),
    ("eg_regression", {"rate": 0.05, "total": 2.0, "balanced": False, "epsilon": 0.3}),
]

CLOSE = 1e-12


def drawn(seed: int, n: int = 120, d: int = 5, noise: float = 0.3) -> tuple[Floats, Floats]:
    """Linear targets with noise; some rows are zero, some come again."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X[::17] = 0.0
    X[1::13] = X[0]
    return X, X @ rng.normal(size=d) + noise * rng.normal(size=n)


def model_of(name: str, **settled: Any) -> Model:
    return Model(registry()[name](**settled), 0, 5)


def learn(model: Model, X: Any, y: Floats) -> Counts:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


def test_these_are_the_learners_of_real_targets() -> None:
    assert {name for name, _ in VARIANTS} == set(REGRESSION) - {"mean_regression"}


@pytest.mark.parametrize(("name", "settled"), VARIANTS, ids=str)
@pytest.mark.parametrize("d", [1, 3, 8, 17])
def test_every_round_is_the_oracles(name: str, settled: dict[str, Any], d: int) -> None:
    X, y = drawn(d, d=d)
    model, oracle = Model(registry()[name](**settled), 0, d), ORACLES[name](2, d, **settled)
    for i in range(len(y)):
        happened = oracle.round(X[i], y[i])
        counts = learn(model, X[i : i + 1], y[i : i + 1])
        assert happened.gap > CLOSE
        assert counts == (happened.mistake, happened.updated)
        np.testing.assert_allclose(model.weights(), oracle.W, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(model.predict(X), X @ oracle.W[0], rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("variant", ["PA", "PA-I", "PA-II"])
@given(seed=st.integers(0, 2**32), epsilon=st.floats(0, 2), C=st.floats(1e-3, 1e3))
@settings(deadline=None, max_examples=40)
def test_a_step_solves_its_optimisation_problem(variant: Any, seed: int, epsilon: float, C: float) -> None:
    """No other weights are nearer to the old ones, ½‖v - w‖², at less cost of what is left of the loss."""
    rng = np.random.default_rng(seed)
    X, y = drawn(seed, n=6, d=3)
    model = Model(PassiveAggressiveRegressor(variant=variant, C=C, epsilon=epsilon), 0, 3)
    learn(model, X[:5], y[:5])
    before = model.weights()[0]
    x, target = rng.normal(size=3), 5 * rng.normal()
    learn(model, x[None], np.array([target]))
    after = model.weights()[0]

    def loss(w: Floats) -> float:
        return max(0.0, abs(float(target - w @ x)) - epsilon)

    def objective(w: Floats) -> float:
        left = {"PA": 0.0, "PA-I": C * loss(w), "PA-II": C * loss(w) ** 2}[variant]
        return 0.5 * float((w - before) @ (w - before)) + left

    if variant == "PA":
        assert loss(after) < 1e-9 * (1 + abs(target))
        for near in after + rng.normal(size=(50, 3)) * np.logspace(-3, 1, 50)[:, None]:
            # Pulled to where its loss is zero too.
            left = np.clip(target - near @ x, -epsilon, epsilon)
            other = near + (target - near @ x - left) / (x @ x) * x
            assert objective(after) <= objective(other) + 1e-9
    else:
        nearby = after + rng.normal(size=(50, 3)) * np.logspace(-4, 1, 50)[:, None]
        along = after + np.outer(np.append(-np.logspace(-5, 1, 30), np.logspace(-5, 1, 30)), x)
        best = objective(after)
        assert all(best <= objective(other) + 1e-9 * (1 + best) for other in (*nearby, *along))


@given(seed=st.integers(0, 2**32), C=st.floats(1e-3, 10))
@settings(deadline=None, max_examples=25)
def test_pa_one_never_moves_by_more_than_c(seed: int, C: float) -> None:
    X, y = drawn(seed, n=30)
    model = Model(PassiveAggressiveRegressor(variant="PA-I", C=C), 0, 5)
    for i in range(len(y)):
        before = model.weights()
        learn(model, X[i : i + 1], 10 * y[i : i + 1])
        assert np.linalg.norm(model.weights() - before) <= C * np.linalg.norm(X[i]) * (1 + 1e-9)


def losses(model: Model, X: Floats, y: Floats, epsilon: float) -> Floats:
    """The loss before each round."""
    suffered = []
    for i in range(len(y)):
        suffered.append(max(0.0, abs(float(model.predict(X[i : i + 1])[0] - y[i])) - epsilon))
        learn(model, X[i : i + 1], y[i : i + 1])
    return np.array(suffered)


@given(seed=st.integers(0, 2**32), epsilon=st.floats(0.01, 1), C=st.floats(0.01, 10), noise=st.floats(0, 3))
@settings(deadline=None, max_examples=40)
def test_the_bounds_of_classification_hold_for_regression(
    seed: int, epsilon: float, C: float, noise: float
) -> None:
    """PA: Σℓ² ≤ R²‖u‖² if u is never off by more than ε; PA-II: ≤ (R² + 1/2C)(‖u‖² + 2CΣℓ*²) for any u."""
    rng = np.random.default_rng(seed)
    X, u = rng.normal(size=(60, 4)), rng.normal(size=4)
    within = X @ u + epsilon * rng.uniform(-1, 1, size=60)
    R2, u2 = float((X * X).sum(axis=1).max()), float(u @ u)
    plain = Model(PassiveAggressiveRegressor(variant="PA", epsilon=epsilon), 0, 4)
    assert (losses(plain, X, within, epsilon) ** 2).sum() <= R2 * u2 * (1 + 1e-9)
    noisy = X @ u + noise * rng.standard_t(2, size=60)
    left = np.maximum(0.0, np.abs(noisy - X @ u) - epsilon)
    soft = Model(PassiveAggressiveRegressor(variant="PA-II", C=C, epsilon=epsilon), 0, 4)
    allowed = (R2 + 1 / (2 * C)) * (u2 + 2 * C * (left**2).sum())
    assert (losses(soft, X, noisy, epsilon) ** 2).sum() <= allowed * (1 + 1e-9)


@pytest.mark.parametrize("name", ["pa_regression", "lms_regression"])
def test_averaged_and_sparse_are_as_for_classes(name: str) -> None:
    X, y = drawn(7)
    X[np.abs(X) < 0.7] = 0.0
    plain, averaged, sparse = (model_of(name, average=on) for on in (False, True, True))
    before = []
    for i in range(len(y)):
        before.append(plain.weights())
        assert learn(plain, X[i : i + 1], y[i : i + 1]) == learn(averaged, X[i : i + 1], y[i : i + 1])
    rows: Any = csr_matrix(X)
    learn(sparse, rows, y)
    np.testing.assert_allclose(averaged.weights(), np.mean(before, axis=0), rtol=1e-9, atol=1e-12)
    assert sparse.fingerprint() == averaged.fingerprint() == plain.fingerprint()
    assert sparse.predict(rows).tobytes() == averaged.predict(X).tobytes()


@pytest.mark.parametrize("name", REGRESSION)
def test_a_cell_measures_by_the_learners_own_tube(name: str) -> None:
    X, y = drawn(1, n=200)
    data = Prepared(X[:150].copy(), y[:150], X[150:].copy(), y[150:], 0)
    learner = registry()[name](epsilon=0.4)  # type: ignore[call-arg]
    outcome = run_cell(learner, data, Task(1, 1, 2, ("balanced_error", "test_rmse", "average_loss")))
    predicted = np.array(outcome.predictions)
    last = outcome.epochs[-1]
    assert last.test_error == np.mean(np.abs(predicted - data.y_test) > 0.4)
    assert last.extra["test_rmse"] == pytest.approx(np.sqrt(np.mean((predicted - data.y_test) ** 2)))
    assert (last.extra["balanced_error"], last.extra["average_loss"]) == (None, None)
    assert 0 < last.mistakes <= 300


def test_classes_have_no_squared_error() -> None:
    X, y = drawn(1)
    data = Prepared(X, (y > 0).astype(np.int64), X, (y > 0).astype(np.int64), 2)
    (epoch,) = run_cell(registry()["pa"](), data, Task(1, 1, 1, ("test_rmse",))).epochs
    assert epoch.extra["test_rmse"] is None


@pytest.mark.parametrize(
    ("dataset", "learner", "expected"),
    [
        ("linear", "pa", "pa is for classification, and linear for regression; choose from eg_regression"),
        ("usps", "ridge", "ridge is for regression, and usps for classification"),
        (
            "cloud",
            "perceptron",
            "perceptron is for classification, and cloud for uniclass; choose from running",
        ),
        (
            "linear",
            "ridge, ask: {rule: random, rate: 0.5}",
            "'ask' is for one label an example; linear is for regression",
        ),
    ],
)
def test_a_learner_of_another_kind_is_refused_in_one_line(
    tmp_path: Any, dataset: str, learner: str, expected: str
) -> None:
    config = tmp_path / "pairs.yaml"
    config.write_text(f"dataset: {dataset}\nlearners:\n  ours: {{learner: {learner}}}\n")
    with pytest.raises(ConfigError) as caught:
        load_config(config)
    assert expected in str(caught.value)
    assert "pairs.yaml, line 3: learners.ours: " in str(caught.value)
    assert "\n" not in str(caught.value)


MADE = [getattr(onlinelearn, registry()[name].__name__) for name in REGRESSION]


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([cls() for cls in MADE])  # type: ignore[untyped-decorator]
def test_scikit_learn_accepts_it(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


@pytest.mark.parametrize("cls", [cls for cls in MADE if cls._learner_class.linear])
def test_an_estimator_goes_on_where_it_was_and_counts(cls: type) -> None:
    X, y = drawn(3)
    whole, parts = cls().fit(X, y), cls().partial_fit(X[:50], y[:50]).partial_fit(X[50:], y[50:])
    np.testing.assert_array_equal(whole.coef_, parts.coef_)
    assert (parts.n_rounds_, parts.n_mistakes_, parts.n_updates_) == (
        120,
        whole.n_mistakes_,
        whole.n_updates_,
    )
    assert whole.coef_.shape == (5,)
    np.testing.assert_allclose(whole.predict(X), X @ whole.coef_, rtol=1e-12)
    assert whole.score(X, y) > 0.5 or cls._learner_class.poor_score  # type: ignore[attr-defined]
    assert cls().fit(X, y).fit(X[:10], y[:10]).n_rounds_ == 10
    assert not hasattr(cls(), "coef_")


@pytest.mark.parametrize("missing", [None, float("nan"), np.float32("inf")], ids=str)
@pytest.mark.parametrize("cls", MADE)
def test_a_target_that_is_missing_is_refused_and_nothing_is_learnt(cls: type, missing: Any) -> None:
    """scikit-learn lets None pass among other objects, and makes it NaN."""
    X, y = drawn(3, 12)
    begun = cls().partial_fit(X[:8], y[:8])
    before = begun._model.fingerprint()
    calls: list[Callable[[Any], Any]] = [
        lambda model: model.learn_one(X[8], missing),
        lambda model: model.partial_fit(X[8:9], [missing]),
        lambda model: model.partial_fit(X[8:], [*y[8:11], missing]),
    ]
    for call in calls:
        new = cls()
        for model in (begun, new):
            with pytest.raises(ValueError, match="Input y contains"):
                call(model)
        assert (begun._model.fingerprint(), begun.n_rounds_) == (before, 8)
        assert not hasattr(new, "_model")
