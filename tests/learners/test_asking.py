"""Selective sampling: the rules against a loop that asks by their formulas, round by round."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.datasets import load_dataset
from onlinelearn.learners.algorithms.cellip import CELLIP
from onlinelearn.learners.algorithms.iellip import IELLIP
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Counts, Model
from onlinelearn.learners.engine.selective_sampling import Ask, ByChance, ByEllipsoid, ByMargin
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics import rng
from tests.interpreted import interpreted

COMPILED = {"pa"}
N, D = 150, 6
RULES: list[Ask] = [
    ByEllipsoid(rule="ellipsoid", scale=0.1),
    ByMargin(rule="margin", b=0.05),
    ByChance(rule="random", rate=0.3),
]
KEY = (7, 1)


def data(n_classes: int) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(n_classes)
    X = rng.normal(size=(N, D))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    return X, np.argmax(X @ rng.normal(size=(D, n_classes)), axis=1)


def learned(learner: Learner, n_classes: int, ask: Ask | None, pieces: int = N) -> tuple[Model, Counts]:
    X, y = data(n_classes)
    model = Model(learner, n_classes, D, KEY, ask=ask)
    touched = np.zeros(N, np.bool_)
    parts = [model.learn(X, y, np.arange(a, min(a + pieces, N)), touched) for a in range(0, N, pieces)]
    return model, Counts(sum(p.mistakes for p in parts), sum(p.updates or 0 for p in parts))


def asks(rule: Ask, margin: float, width: float, coin: float) -> bool:
    match rule:
        case ByEllipsoid():
            return margin <= rule.scale * width
        case ByMargin():
            return coin < rule.b / (rule.b + margin)
        case ByChance():
            return coin < rule.rate


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.rule)
@interpreted()
def test_a_rule_asks_where_its_formula_says_so(rule: Ask, n_classes: int) -> None:
    X, y = data(n_classes)
    learner = IELLIP(b=0.9, c=0.09, margin=0.1)
    plain = Model(learner, n_classes, D, KEY)
    coins = rng.uniform((rng.ASK, *KEY), N)
    labels = mistakes = 0
    for i in range(N):
        s = plain.scores(X[i : i + 1])[0]
        top = np.sort(s)[::-1]
        margin = abs(float(s[0])) if n_classes == 2 else float(top[0] - top[1])
        width = float(learner.widths(plain.state, X[i : i + 1])[0])
        right = (s[0] > 0.0) == (y[i] == 1) if n_classes == 2 else s.argmax() == y[i]
        mistakes += not right or margin == 0.0
        if asks(rule, margin, width, float(coins[i])):
            labels += 1
            plain.learn(X, y, np.array([i]), np.zeros(N, np.bool_))
    model, counts = learned(learner, n_classes, rule)
    assert (model.labels, counts.mistakes) == (labels, mistakes)
    assert 0 < labels < N
    assert model.fingerprint() == plain.fingerprint()


@pytest.mark.parametrize("make", [IELLIP, PassiveAggressive])
def test_asking_for_every_label_is_learning_as_ever(make: Callable[[], Learner]) -> None:
    always, counts = learned(make(), 4, ByChance(rule="random", rate=1.0))
    plain, expected = learned(make(), 4, None)
    assert (always.fingerprint(), counts, always.labels) == (plain.fingerprint(), expected, N)


def test_without_a_label_nothing_is_learned() -> None:
    model, counts = learned(PassiveAggressive(), 4, ByChance(rule="random", rate=0.0))
    assert (model.labels, counts.updates, counts.mistakes) == (0, 0, N)
    assert not model.weights().any()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.rule)
@interpreted()
@given(pieces=st.integers(1, N))
@settings(max_examples=10, deadline=None)
def test_pieces_of_a_stream_ask_for_the_same_labels(rule: Ask, pieces: int) -> None:
    whole, total = learned(IELLIP(), 3, rule)
    parts, summed = learned(IELLIP(), 3, rule, pieces)
    assert (whole.labels, total, whole.fingerprint()) == (parts.labels, summed, parts.fingerprint())


def test_where_the_ellipsoid_agrees_it_is_right() -> None:
    """The target is in the ellipsoid, so that a round whose label isn't asked for is no mistake."""
    spared = 0
    for seed in range(8):
        drawn = load_dataset("separable", d=2, margin=0.1, n_train=400, seed=seed)
        y = np.searchsorted(drawn.classes, drawn.y_train)
        learner = CELLIP(margin=0.1, update="minimum_volume")
        model = Model(learner, 2, 2, (seed,), ask=ByEllipsoid(rule="ellipsoid"))
        counts = model.learn(drawn.X_train, y, np.arange(400), np.zeros(400, np.bool_))
        assert counts.mistakes == counts.updates
        spared += 400 - model.labels
    assert spared > 0


def test_bounds_are_for_learners_that_see_every_label() -> None:
    known = KnownTarget(np.eye(D)[0], np.full(N, 0.2), 1.0)
    learner = CELLIP(margin=0.1)
    assert "mistake_bound" in Model(learner, 2, D).target_measures(known)
    asking = Model(learner, 2, D, ask=ByChance(rule="random", rate=0.5)).target_measures(known)
    assert set(asking) == {"target_distance", "volume_gap"}
