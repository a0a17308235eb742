"""Learners without labels: a ball that points pull along."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

import onlinelearn
from onlinelearn import RunningMean, Uniclass
from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.datasets.generated.cloud import Cloud
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.uniclass import Uniclass as Ball
from onlinelearn.learners.engine.model import Counts, Model
from tests.learners.oracles import RunningMeanOracle, UniclassOracle

VARIANTS = ["PA", "PA-I", "PA-II"]

variants = pytest.mark.parametrize("variant", VARIANTS)
radii = pytest.mark.parametrize("learn_radius", [False, True])


def points(seed: int, n: int = 80, d: int = 3) -> Floats:
    """A cloud away from the origin, with the origin itself, repeated points and outliers among them."""
    rng = np.random.default_rng(seed)
    X = 2.0 + rng.normal(size=(n, d))
    X[::11] *= 10.0
    X[::17] = 0.0
    X[5::13] = X[4]
    return X


def uniclass(d: int, **settled: Any) -> Model:
    return Model(registry()["uniclass"](**settled), 2, d)


def learn(model: Model, X: Floats) -> Counts:
    return model.learn(X, np.zeros(len(X), np.int64), np.arange(len(X)), np.zeros(len(X), np.bool_))


def radius(model: Model) -> float:
    return float(model.measures()["radius"])


@variants
@radii
@pytest.mark.parametrize("d", [1, 2, 7])
def test_every_round_is_the_oracles(variant: str, learn_radius: bool, d: int) -> None:
    settled: dict[str, Any] = {"variant": variant, "C": 0.4, "epsilon": 1.5, "learn_radius": learn_radius}
    model, oracle = uniclass(d, **settled), UniclassOracle(2, d, **settled)
    for x in points(d, d=d):
        happened = oracle.round(x, 0)
        counts = learn(model, x[None])
        if happened.gap > 1e-12:  # else the point is on the surface, and it hardly moves
            assert counts == (happened.mistake, happened.updated)
        np.testing.assert_allclose(model.weights(), oracle.W, rtol=1e-9, atol=1e-12)
        assert radius(model) == pytest.approx(oracle.radius, rel=1e-6, abs=1e-7)


def test_the_running_mean_is_the_mean() -> None:
    X = points(1)
    model, oracle = Model(registry()["running_mean"](), 2, 3), RunningMeanOracle(2, 3)
    for x in X:
        happened = oracle.round(x, 0)
        assert learn(model, x[None]) == (happened.mistake, happened.updated)
        np.testing.assert_allclose(model.weights(), oracle.W, rtol=1e-12, atol=1e-14)


@variants
@radii
@given(seed=st.integers(0, 2**32), C=st.floats(1e-3, 1e3), epsilon=st.floats(0.1, 5))
@settings(deadline=None, max_examples=25)
def test_a_step_solves_its_optimisation_problem(
    variant: Any, learn_radius: bool, seed: int, C: float, epsilon: float
) -> None:
    """In (w, h), where the constraint is ‖(w, h) - (y, 0)‖ ≤ ε: no nearer ball has less cost."""
    rng = np.random.default_rng(seed)
    X = points(seed, n=6)
    settled: dict[str, Any] = {"variant": variant, "C": C, "epsilon": epsilon, "learn_radius": learn_radius}
    model = uniclass(3, **settled)
    learn(model, X[:5])
    before, y = model.learner.model_numbers(model.state), np.append(X[5], 0.0)
    learn(model, X[5:])
    after = model.learner.model_numbers(model.state)

    def loss(v: Floats) -> float:
        return max(0.0, float(np.linalg.norm(v - y)) - epsilon)

    def objective(v: Floats) -> float:
        left = {"PA": 0.0, "PA-I": C * loss(v), "PA-II": C * loss(v) ** 2}[variant]
        return 0.5 * float((v - before) @ (v - before)) + left

    others = after + rng.normal(size=(80, 4)) * np.logspace(-4, 1, 80)[:, None]
    if variant == "PA":
        assert loss(after) < 1e-9
        away = np.linalg.norm(others - y, axis=1, keepdims=True)
        others = y + (others - y) * np.minimum(1.0, epsilon / away)  # where their loss is zero too
    if not learn_radius:
        assert after[3] == 0.0
    best = objective(after)
    assert all(best <= objective(other) + 1e-9 * (1 + best) for other in others)


@given(seed=st.integers(0, 2**32))
@settings(deadline=None, max_examples=25)
def test_a_learnt_radius_grows_from_nothing_and_reaches_every_point_it_may(seed: int) -> None:
    """PA: after its round, the point is in the ball of centre w and radius r ≤ B."""
    model = uniclass(3, variant="PA", epsilon=4.0, learn_radius=True)
    before = radius(model)
    assert before == 0.0
    for x in points(seed, n=20):
        learn(model, x[None])
        now = radius(model)
        assert before <= now * (1 + 1e-12) <= 4.0 * (1 + 1e-12)
        assert np.linalg.norm(x - model.weights()[0]) <= now + 1e-6
        before = now


def test_labels_are_for_the_test_only() -> None:
    """The model is the same whatever the labels; the test error is that of balls and labels."""
    data = Cloud(n_train=100, n_test=60, outliers=0.1, start=2.0).draw(1)
    for flipped in (False, True):
        y = (data.y_train == (-1 if flipped else 1)).astype(np.int64)
        held = (data.y_test == 1).astype(np.int64)
        prepared = Prepared(data.X_train, y, data.X_test, held, 2, ordered=True)
        outcome = run_cell(Ball(variant="PA"), prepared, Task(1, 1, 1, ("radius",)))
        center = Uniclass(variant="PA").fit(data.X_train).center_
        inside = np.linalg.norm(data.X_test - center, axis=1) < 1.0
        assert list(outcome.predictions) == inside.astype(int).tolist()
        assert outcome.epochs[-1].test_error == np.mean(inside != held)
        assert outcome.epochs[-1].extra["radius"] == 1.0


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([Uniclass(), Uniclass(learn_radius=True), RunningMean()])  # type: ignore[untyped-decorator]
def test_scikit_learn_accepts_it(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


@pytest.mark.parametrize("made", [Uniclass(epsilon=3.0, learn_radius=True), RunningMean(epsilon=3.0)])
def test_an_outlier_detector_goes_on_where_it_was(made: Any) -> None:
    X = points(2)
    center = made.fit(X).center_
    parts = type(made)(**made.get_params()).partial_fit(X[:30]).partial_fit(X[30:])
    np.testing.assert_array_equal(parts.center_, center)
    assert (parts.n_rounds_, parts.n_mistakes_) == (80, made.n_mistakes_)
    distances = np.linalg.norm(X - center, axis=1)
    np.testing.assert_allclose(made.score_samples(X), -distances, rtol=1e-9)
    np.testing.assert_allclose(made.decision_function(X), made.radius_ - distances, rtol=1e-9, atol=1e-12)
    assert made.offset_ == -made.radius_
    assert (made.predict(X) == np.where(distances <= made.radius_, 1, -1)).all()
    assert not hasattr(onlinelearn.Uniclass(), "center_")


def test_the_cloud_is_what_it_says() -> None:
    """The centre moves from `start` to `start + drift`; outliers are `away` from it, to one side."""
    data = Cloud(d=4, start=1.0, drift=6.0, spread=0.0, outliers=0.1, away=5.0, n_train=50, n_test=21).draw(3)
    inliers = data.X_train[data.y_train == 1]
    steps = 1.0 + 6.0 * np.flatnonzero(data.y_train == 1) / 49
    np.testing.assert_allclose(np.linalg.norm(inliers, axis=1), steps, rtol=1e-12)
    np.testing.assert_allclose(np.linalg.svd(inliers)[1][1:], 0.0, atol=1e-12)  # on a line
    (last,) = np.unique(data.X_test[data.y_test == 1], axis=0)
    off = data.X_test[data.y_test == -1] - last
    np.testing.assert_allclose(np.linalg.norm(off, axis=1), 5.0, rtol=1e-12)
    assert (np.bincount(data.y_train + 1)[0], np.bincount(data.y_test + 1)[0]) == (5, 10)
    assert data.ordered


@pytest.mark.parametrize("variant", ["PA", "PA-I", "PA-II"])
def test_a_distance_that_overflows_is_an_error(variant: Any) -> None:
    with pytest.raises(LearnerError, match="overflowed"):
        Uniclass(variant=variant).fit([[1e200, 0.0], [1e200, 1.0]])
