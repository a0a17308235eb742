"""The mistake and regret bounds of the family's papers, on streams with a known target."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.algorithms.adagrad import AdaGrad
from onlinelearn.learners.algorithms.alma import ALMA
from onlinelearn.learners.algorithms.eg_regression import EGRegressor
from onlinelearn.learners.algorithms.pnorm_perceptron import PNormPerceptron
from onlinelearn.learners.algorithms.romma import ROMMA
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.model import Counts, Model
from onlinelearn.learners.theory.known_target import KnownTarget
from tests.interpreted import interpreted

seeds = st.integers(0, 2**32)


def separable(seed: int, d: int, n: int = 150, few: bool = False) -> tuple[Floats, Ints, Floats]:
    """Examples, labels and a target; those with the smallest margins are left out."""
    rng = np.random.default_rng(seed)
    u = rng.normal(size=d)
    if few:
        u[2:] = 0.0
    X = rng.uniform(-1.0, 1.0, size=(2 * n, d))
    X = X[np.argsort(np.abs(X @ u))[n:]]
    rng.shuffle(X)
    return X, (X @ u > 0).astype(np.int64), u


def known(X: Floats, u: Floats) -> KnownTarget:
    """What a bound is told: u has norm 1 there, and is right everywhere."""
    unit = u / np.linalg.norm(u)
    return KnownTarget(unit, np.abs(X @ unit), float(np.linalg.norm(X, axis=1).max()))


def learn(learner: Learner, X: Floats, y: Ints) -> tuple[Counts, Model]:
    model = Model(learner, 2, X.shape[1])
    with interpreted():
        return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_)), model


@pytest.mark.parametrize("aggressive", [False, True])
@given(seed=seeds, d=st.integers(1, 8))
@settings(deadline=None, max_examples=10)
def test_romma_makes_no_more_mistakes_than_the_perceptrons_bound(aggressive: bool, seed: int, d: int) -> None:
    """M ≤ (R/γ)² (Li & Long 2002)."""
    X, y, u = separable(seed, d)
    counts, model = learn(ROMMA(aggressive=aggressive), X, y)
    gamma = np.abs(X @ u).min() / np.linalg.norm(u)
    bound = (np.linalg.norm(X, axis=1).max() / gamma) ** 2
    assert counts.mistakes <= bound * (1 + 1e-9)
    assert model.target_measures(known(X, u))["mistake_bound"] == pytest.approx(bound)


@given(seed=seeds, d=st.integers(2, 12), p=st.sampled_from([2.0, 3.0, 7.0]), few=st.booleans())
@settings(deadline=None, max_examples=20)
def test_the_p_norm_perceptron_keeps_its_bound(seed: int, d: int, p: float, few: bool) -> None:
    """M ≤ (p - 1)(X‖u‖_q/γ)² (Grove, Littlestone & Schuurmans 2001)."""
    X, y, u = separable(seed, d, few=few)
    counts, model = learn(PNormPerceptron(p=p), X, y)
    radius = np.linalg.norm(X, p, axis=1).max()
    ratio = radius * np.linalg.norm(u, p / (p - 1)) / np.abs(X @ u).min()
    assert counts.mistakes <= (p - 1) * ratio**2 * (1 + 1e-9)
    wider = ratio * np.linalg.norm(X, axis=1).max() / radius
    assert model.target_measures(known(X, u))["mistake_bound"] == pytest.approx((p - 1) * wider**2)


@given(seed=seeds, d=st.integers(2, 10), p=st.sampled_from([2.0, 4.0]), alpha=st.sampled_from([0.5, 0.9]))
@settings(deadline=None, max_examples=20)
def test_alma_keeps_its_bound_on_updates_and_reaches_its_margin(
    seed: int, d: int, p: float, alpha: float
) -> None:
    """At most 2(p - 1)/γ²·(2/α - 1)² + 8/α - 4 updates, γ on x/‖x‖_p with ‖u‖_q = 1 (Gentile 2001)."""
    X, y, u = separable(seed, d)
    X /= np.linalg.norm(X, p, axis=1)[:, None]
    gamma = np.abs(X @ u).min() / np.linalg.norm(u, p / (p - 1))
    counts, _ = learn(ALMA(alpha=alpha, B=np.sqrt(8.0) / alpha, p=p), X, y)
    bound = 2 * (p - 1) / gamma**2 * (2 / alpha - 1) ** 2 + 8 / alpha - 4
    assert (counts.updates or 0) <= bound * (1 + 1e-9)


@given(seed=seeds, d=st.integers(1, 12), noise=st.sampled_from([0.0, 0.5]), loose=st.floats(1.0, 3.0))
@settings(deadline=None, max_examples=20)
def test_eg_regression_keeps_its_loss_bound(seed: int, d: int, noise: float, loose: float) -> None:
    """Σ(y - w·x)² ≤ 3/2·(Σ(y - u·x)² + 4U²X² ln 2d) at η = 1/(6UX²), ‖u‖₁ ≤ U (Kivinen & Warmuth 1997)."""
    rng = np.random.default_rng(seed)
    X, u = rng.uniform(-1.0, 1.0, size=(100, d)), rng.normal(size=d)
    y = X @ u + noise * rng.normal(size=100)
    U = float(np.abs(u).sum()) * loose
    model = Model(EGRegressor(rate=1 / (6 * U), total=U), 0, d)
    lost = 0.0
    with interpreted():
        for i in range(100):
            lost += float(y[i] - model.predict(X[i : i + 1])[0]) ** 2
            model.learn(X, y, np.array([i]), np.zeros(100, np.bool_))
    assert lost <= 1.5 * (((y - X @ u) ** 2).sum() + 4 * U**2 * np.log(2 * d)) * (1 + 1e-9)


@given(seed=seeds, d=st.integers(1, 5), rate=st.sampled_from([0.05, 0.5, 3.0]))
@settings(deadline=None, max_examples=12)
def test_adagrad_keeps_its_regret_bound(seed: int, d: int, rate: float) -> None:
    """Σℓ(w_t) - Σℓ(u) ≤ (D²/2η + η)Σ_i‖g_i‖ + δ/2η·‖u‖², D = max|w_t - u| (Duchi, Hazan & Singer 2011)."""
    rng = np.random.default_rng(seed)
    X, u = rng.normal(size=(80, d)) * rng.uniform(0.1, 2.0, size=d), rng.normal(size=d)
    y = (X @ u + 0.5 * rng.normal(size=80) > 0).astype(np.int64)  # u is not right everywhere
    model, signs, delta = Model(AdaGrad(rate=rate, delta=1e-3), 2, d), 2.0 * y - 1.0, 1e-3
    regret, reach, squares = 0.0, 0.0, np.zeros(d)
    with interpreted():
        for i in range(len(y)):
            w = model.weights()[0].copy()
            ours, theirs = (max(0.0, 1.0 - signs[i] * float(v @ X[i])) for v in (w, u))
            regret += ours - theirs
            reach = max(reach, float(np.abs(w - u).max()))
            squares += (X[i] if ours > 0.0 else 0.0) ** 2
            model.learn(X, y, np.array([i]), np.zeros(len(y), np.bool_))
    lengths = float(np.sqrt(squares).sum())
    assert regret <= (reach**2 / (2 * rate) + rate) * lengths + delta / (2 * rate) * float(u @ u) + 1e-9
