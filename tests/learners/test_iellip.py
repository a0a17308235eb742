"""IELLIP against an honest dense P on whole data sets, and its bounds."""

from math import inf
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import onlinelearn
from onlinelearn import load_dataset
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.learners.algorithms.iellip import IELLIP
from onlinelearn.learners.engine.ellipsoid import EXAMPLES, FORM, MATRIX, TERMS
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.theory.known_target import KnownTarget
from onlinelearn.numerics import rng
from tests.interpreted import interpreted
from tests.learners import dense
from tests.learners.oracles import IELLIPOracle

MARGIN = 0.1
EPOCHS = 3


@pytest.mark.parametrize(("b", "c"), [(0.3, 0.1), (0.9, 0.09), (0.99, 0.009), (1.0, 0.001)])
@pytest.mark.parametrize("name", ["letter", "shuttle"])
def test_three_epochs_agree_with_a_dense_matrix(name: str, b: float, c: float) -> None:
    """No round of these is decided by rounding, so that nothing parts the two."""
    dataset = load_dataset(name)
    X, _ = prepare([PreprocessingStep("unit_norm")], dataset)
    y = np.searchsorted(dataset.classes, dataset.y_train)
    K, d = len(dataset.classes), X.shape[1]
    order = np.concatenate([rng.permutation((rng.ORDER, 2009, e), len(y)) for e in range(EPOCHS)])
    model = Model(IELLIP(b=b, c=c, margin=MARGIN), K, d)
    counts = model.learn(X, y, order, np.zeros(len(y), np.bool_))
    mistakes, W = dense.iellip(X[order], y[order], K, b, c, MARGIN, dense.blocks)
    assert counts == (mistakes, mistakes)
    ours = model.learner.weights(model.state)
    np.testing.assert_allclose(ours, W, rtol=0, atol=1e-9 * np.abs(W).max())
    # The rank is large where c_t decays slowly: there the matrix takes the terms' place.
    large = b > 0.9 or (name == "shuttle" and b > 0.3)
    assert model.state.shape.form[FORM] == (MATRIX if large else EXAMPLES)


@pytest.mark.parametrize(("b", "c"), [(0.0, 0.5), (0.3, 0.1), (0.6, 0.9), (0.8, 0.2)])
@pytest.mark.parametrize("when", ["mistake", "margin"])
def test_terms_as_combinations_of_examples_are_the_same_ellipsoid(
    b: float, c: float, when: Literal["mistake", "margin"], monkeypatch: pytest.MonkeyPatch
) -> None:
    given = np.random.default_rng(4)
    X, y = given.normal(size=(200, 60)), given.integers(0, 5, 200)
    found = []
    for form, as_round_as in ((EXAMPLES, 0.0), (TERMS, 2.0)):
        monkeypatch.setattr("onlinelearn.learners.algorithms.iellip.ROUND", as_round_as)
        model = Model(IELLIP(b=b, c=c, when=when), 5, 60)
        with interpreted():
            counts = model.learn(X, y, np.arange(200), np.zeros(200, np.bool_))
        assert model.state.shape.form[FORM] == form
        P = model.learner.covariance(model.state)  # type: ignore[attr-defined]
        found.append((counts, model.weights(), P))
    (counts, W, P), (others, V, Q) = found
    assert counts == others
    np.testing.assert_allclose(W, V, rtol=0, atol=1e-9 * np.abs(V).max())
    np.testing.assert_allclose(P, Q, rtol=0, atol=1e-9 * np.abs(Q).max())


@pytest.mark.parametrize("b", [0.5, 0.97, 1.0])
def test_a_slower_decay_takes_effect_at_once(b: float) -> None:
    """However M was kept when the stream began: the oracle takes over at the change."""
    given = np.random.default_rng(4)
    X, y = given.normal(size=(120, 20)), np.r_[np.arange(3), given.integers(0, 3, 117)]
    with interpreted():
        model = onlinelearn.IELLIP(b=0.1, c=0.2).partial_fit(X[:20], y[:20])
        assert model._model.state.shape.form[FORM] == EXAMPLES
        model.b = b
        model._model.state.c[0] = 0.01  # else there would be nothing left to learn
        oracle = IELLIPOracle(3, 20, b=b, c=0.01)
        oracle.take(model._model)
        for x, label in zip(X[20:], y[20:].tolist(), strict=True):
            oracle.round(x, label)
            model.partial_fit([x], [label])
    np.testing.assert_allclose(model.coef_, oracle.W, rtol=0, atol=1e-9 * np.abs(oracle.W).max())


def problem(margins: list[float], radius: float = 1.0) -> KnownTarget:
    return KnownTarget(np.array([0.0, 1.0]), np.array(margins), radius)


def test_without_errors_of_the_target_the_bounds_are_those_of_the_margin() -> None:
    known = Model(IELLIP(b=0.3, c=0.1, margin=0.2), 2, 2).target_measures(problem([0.2, 0.5]))
    assert known["printed_bound"] == pytest.approx(25)
    assert known["mistake_bound"] == pytest.approx(25 * 0.7 / 0.6)


def test_what_the_target_misses_of_the_margin_is_added() -> None:
    """l = 0.05, and 0.7 with the target on the wrong side."""
    known = Model(IELLIP(b=0.3, c=0.1, margin=0.2), 2, 2).target_measures(problem([0.15, -0.5, 0.9]))
    assert known["printed_bound"] == pytest.approx(25 + 10 * 0.7 / 0.6 * 0.75)
    phi = 2 * 0.2 * 0.05 + (0.7**2 + 0.2**2)
    assert known["mistake_bound"] == pytest.approx(25 * 0.7 / 0.6 * (1 + phi))


@pytest.mark.parametrize(
    ("learner", "radius"),
    [
        (IELLIP(b=0.9, c=0.1), 1.0),
        (IELLIP(margin=0.0), 1.0),
        (IELLIP(when="margin"), 1.0),
        (IELLIP(init="normal"), 1.0),
        (IELLIP(), 1.5),
    ],
)
def test_where_the_theorem_says_nothing_the_bounds_are_infinite(learner: IELLIP, radius: float) -> None:
    known = Model(learner, 2, 2).target_measures(problem([1.0], radius))
    assert known["mistake_bound"] == known["printed_bound"] == inf
    assert np.isfinite(known["target_distance"])


@given(
    seed=st.integers(0, 2**32),
    b=st.floats(0.0, 0.9),
    part=st.floats(0.0, 0.9),
    gamma=st.floats(0.05, 0.5),
    flipped=st.floats(0.0, 0.2),
)
@settings(deadline=None, max_examples=60)
def test_mistakes_keep_the_corrected_bound_with_noise_too(
    seed: int, b: float, part: float, gamma: float, flipped: float
) -> None:
    rng = np.random.default_rng(seed)
    d = 6
    u = rng.normal(size=d)
    u /= np.linalg.norm(u)
    X = rng.normal(size=(600, d))
    X /= np.linalg.norm(X, axis=1)[:, None]
    sign = np.where((X @ u > 0) ^ (rng.uniform(size=600) < flipped), 1.0, -1.0)
    model = Model(IELLIP(b=b, c=part * (1 - b), margin=gamma), 2, d)
    mistakes, _ = model.learn(X, (sign > 0).astype(np.int64), np.arange(600), np.zeros(600, np.bool_))
    known = model.target_measures(KnownTarget(u, sign * (X @ u), 1.0))
    assert mistakes <= known["mistake_bound"]
