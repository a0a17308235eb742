"""Winnow: as its oracle, exactly where arithmetic is exact, and without end."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import onlinelearn
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.algorithms.winnow import Winnow, disjunction_bound, literals
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.power_weights import FARTHEST, first_powers, power, turn_one
from onlinelearn.learners.theory.known_target import KnownTarget
from tests.learners.oracles import WinnowOracle

seeds = st.integers(0, 2**32)
GIVEN: list[dict[str, Any]] = [
    {},
    {"alpha": 1.5, "threshold": 0.7},
    {"balanced": True},
    {"alpha": 3.0, "threshold": 2.0, "balanced": True},
]


def stream(model: Model, X: Floats, y: Ints) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


@pytest.mark.parametrize("settled", GIVEN, ids=str)
@given(seed=seeds, n_classes=st.integers(2, 4), d=st.integers(1, 9), kind=st.sampled_from([(0, 2), (-1, 2)]))
@settings(deadline=None, max_examples=30)
def test_whole_numbers_are_learnt_as_the_oracle_learns_them(
    settled: dict[str, Any], seed: int, n_classes: int, d: int, kind: tuple[int, int]
) -> None:
    """Where α is a power of two nothing is rounded: every tie is a tie for both."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(*kind, (60, d)).astype(float), rng.integers(0, n_classes, 60)
    agree(settled, X, y, n_classes, exact=settled.get("alpha", 2.0) == 2.0)


@pytest.mark.parametrize("settled", GIVEN, ids=str)
@given(seed=seeds, n_classes=st.integers(2, 4), d=st.integers(1, 9))
@settings(deadline=None, max_examples=20)
def test_real_features_too(settled: dict[str, Any], seed: int, n_classes: int, d: int) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(60, d)), rng.integers(0, n_classes, 60)
    X[::7, 0] = 0.0
    agree(settled, X, y, n_classes, exact=False)


def agree(settled: dict[str, Any], X: Floats, y: Ints, n_classes: int, exact: bool) -> None:
    model, oracle = (
        Model(Winnow(**settled), n_classes, X.shape[1]),
        WinnowOracle(n_classes, X.shape[1], **settled),
    )
    for i in range(len(y)):
        happened = oracle.round(X[i], int(y[i]))
        counts = stream(model, X[i : i + 1], y[i : i + 1])
        if happened.gap < 1e-12 and not exact:
            return
        assert counts == (happened.mistake, happened.updated), f"round {i}"
        close = 0.0 if exact else 1e-12
        np.testing.assert_allclose(model.weights(), oracle.W, rtol=close, atol=close * np.abs(oracle.W).max())


def test_a_million_demotions_are_undone_by_as_many_promotions() -> None:
    """Feature 1 is demoted each time the label of both together is no; halved weights would be lost."""
    times = 500_000
    model = Model(Winnow(), 2, 2)
    X, y = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), np.array([1, 0, 1])
    touched = np.zeros(3, np.bool_)
    assert model.learn(X, y, np.tile([0, 1], times), touched).mistakes == 2 * times
    assert model.state.W.k.ravel().tolist() == [0, -times]
    assert model.weights().tolist() == [[1.0, 1.0 / FARTHEST]]
    assert model.learn(X, y, np.full(times, 2), touched).mistakes == times
    assert model.weights().tolist() == [[1.0, 1.0]]


@pytest.mark.parametrize("balanced", [False, True])
@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_million_noisy_rounds_leave_finite_scores(balanced: bool, n_classes: int) -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(1000, 6)) * 10.0 ** rng.integers(-9, 9, 6), rng.integers(0, n_classes, 1000)
    model = Model(Winnow(alpha=16.0, balanced=balanced), n_classes, 6)
    counts = model.learn(X, y, np.tile(np.arange(1000), 1000), np.zeros(1000, np.bool_))
    assert counts.mistakes > 300_000
    assert np.isfinite(model.scores(X)).all()


@pytest.mark.parametrize("balanced", [False, True])
def test_the_largest_threshold_can_still_be_reached_by_one_feature(balanced: bool) -> None:
    """Each promotion doubles its weight, and the first score above the threshold ends the mistakes."""
    model = Model(Winnow(threshold=1e12, balanced=balanced), 2, 3)
    X, y = np.array([[0.0, 1.0, 0.0]]), np.array([1])
    needed = int(np.log2(1e12)) + 1
    assert model.learn(X, y, np.zeros(1000, np.int64), np.zeros(1, np.bool_)).mistakes == needed
    with pytest.raises(ValueError, match="less than or equal to 1000000000000"):
        onlinelearn.Winnow(threshold=1.1e12).fit(X, [1])


@given(k=st.integers(-3000, 3000), alpha=st.sampled_from([2.0, 1.5, 3.0, 1.0001, 4.0]))
def test_a_weight_is_a_power_of_alpha(k: int, alpha: float) -> None:
    squares = first_powers(np.zeros((1, 1)), 1, alpha, 0.0, balanced=False).alpha
    exact = min(max(Fraction(alpha) ** k, 1 / Fraction(FARTHEST)), Fraction(FARTHEST))
    close = 0 if alpha in (2.0, 4.0) else Fraction(abs(k) + 1, 2**52)
    assert abs(Fraction(power(squares, k)) / exact - 1) <= close


def test_balanced_weights_are_a_power_less_its_inverse_and_stop_far_out() -> None:
    W = first_powers(np.zeros((1, 1)), 1, 2.0, 0.0, balanced=True)
    assert W.w[0, 0] == 0.0
    for up, expected in ((1, 1.5), (1, 3.75), (-1, 1.5), (-1, 0.0), (-1, -1.5)):
        turn_one(W, 0, 0, up)
        assert W.w[0, 0] == expected
    W.k[0, 0] = 10**6
    turn_one(W, 0, 0, 1)
    assert W.w[0, 0] == FARTHEST - 1.0 / FARTHEST
    assert W.k[0, 0] == 10**6 + 1


@pytest.mark.parametrize(
    ("settled", "theta"),
    [({}, 3.0), ({"balanced": True}, 0.0), ({"threshold": 1.25, "balanced": True}, 1.25)],
)
def test_scores_of_two_classes_are_those_above_the_threshold(settled: dict[str, Any], theta: float) -> None:
    X = np.array([[1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.5, -1.0]])
    model = Model(Winnow(**settled), 2, 3)
    stream(model, X, np.array([1, 0, 1]))
    np.testing.assert_array_equal(model.scores(X)[:, 0], X @ model.weights()[0] - theta)
    assert model.predict(X).tolist() == (X @ model.weights()[0] > theta).tolist()


@given(seed=seeds, d=st.integers(2, 8))
@settings(deadline=None)
def test_with_a_factor_near_one_balanced_winnow_is_the_perceptron_but_for_ties(seed: int, d: int) -> None:
    """α^k - α^-k is nearly 2k ln α, and k counts as the Perceptron's weight of a feature ±1 does."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-1, 2, (80, d)).astype(float), rng.integers(0, 2, 80)
    winnow, perceptron = Model(Winnow(alpha=1.0 + 1e-6, balanced=True), 2, d), Model(Perceptron(), 2, d)
    for i in range(len(y)):
        w = perceptron.weights()[0]
        if w @ X[i] == 0.0 and (w * X[i]).any():
            continue  # neither is shown a tie
        assert stream(winnow, X[[i]], y[[i]]) == stream(perceptron, X[[i]], y[[i]])
        np.testing.assert_array_equal(winnow.state.W.k[:, 0], perceptron.weights()[0])


DISJUNCTION = np.array([2.0, 0.0, 2.0, -1.0]) / 3.0


def known(
    levels: set[int], margins: tuple[float, ...] = (0.5, 0.2), target: Floats = DISJUNCTION
) -> KnownTarget:
    return KnownTarget(target, np.array(margins), 2.0, frozenset(levels))


def test_a_disjunction_has_littlestones_bound() -> None:
    """α = 2, θ = d = 4: three promotions of each of two literals, as many demotions twice, and two."""
    model = Model(Winnow(), 2, 4)
    assert literals(DISJUNCTION) == 2
    assert model.target_measures(known({0, 1})) == {"mistake_bound": 3 * 2 * 3 + 2}
    assert disjunction_bound(2.0, 1024.0, 1024, 5) == 3 * 5 * 11 + 2
    assert disjunction_bound(1.5, 8.0, 16, 1) == 2.5 * 6 + 1.5 * 16 / (0.5 * 8)


@given(theta=st.floats(0.0, 1e6, exclude_min=True), alpha=st.floats(1.01, 100.0))
def test_a_literal_is_promoted_as_often_as_powers_are_below_the_threshold(theta: float, alpha: float) -> None:
    powers, power = 0, 1.0
    while power <= theta:
        powers, power = powers + 1, power * alpha
    assume(abs(power / theta - 1) > 1e-6 and abs(power / alpha / theta - 1) > 1e-6)
    rest = alpha * 7 / (alpha - 1) / theta
    assert disjunction_bound(alpha, theta, 7, 3) == pytest.approx((1 + alpha) * 3 * powers + rest)


def test_a_factor_next_to_one_has_its_bound_at_once() -> None:
    assert disjunction_bound(1.0 + 2.0**-52, 100.0, 100, 1) > 1e16


@pytest.mark.parametrize(
    "problem",
    [
        known(set()),
        known({-1, 0, 1}),
        known({0, 1}, margins=(0.5, -0.1)),
        known({0, 1}, target=np.array([0.6, 0.0, 0.8, 0.0])),
        known({0, 1}, target=np.array([0.5, 0.5, 0.5, -0.5])),
    ],
    ids=["real features", "negative features", "noise", "no constant", "no disjunction"],
)
def test_other_problems_have_none(problem: KnownTarget) -> None:
    assert Model(Winnow(), 2, 4).target_measures(problem) == {}


def test_balanced_winnow_has_a_bound_for_every_target_if_alpha_is_small_enough() -> None:
    """ln 2d / (ln α·γ/‖u‖₁ - ln cosh ln α), by another way of writing it."""
    problem = known({-1, 0, 1})
    (bound,) = Model(Winnow(alpha=1.05, balanced=True), 2, 4).target_measures(problem).values()
    eta = np.log(1.05)
    assert bound == pytest.approx(np.log(8) / (eta * 0.2 / (5 / 3) - np.log(np.cosh(eta))))
    assert Model(Winnow(alpha=2.0, balanced=True), 2, 4).target_measures(problem) == {"mistake_bound": np.inf}
    other = Model(Winnow(alpha=1.05, balanced=True, threshold=1.0), 2, 4)
    assert other.target_measures(problem) == {}
    assert Model(Winnow(alpha=1.05, balanced=True), 2, 4).target_measures(known(set())) == {}
