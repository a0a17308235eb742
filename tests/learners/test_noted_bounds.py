"""The bounds that docs/learners/notes.yaml states and no other test holds, mostly with wrong labels."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners import registry
from onlinelearn.learners.engine.model import Model
from tests.documentation.learner_pages import notes
from tests.interpreted import interpreted

ROUNDS = 60
ROUNDING = 1 + 1e-9

seeds = st.integers(0, 2**32)
sizes = st.integers(1, 5)


def stream(seed: int, d: int, classes: int = 2) -> tuple[Floats, Ints, Floats]:
    """Examples, labels and a target that is right of most of them: a row for each class, or one for two."""
    rng = np.random.default_rng(seed)
    X, U = rng.normal(size=(ROUNDS, d)), rng.normal(size=(classes if classes > 2 else 1, d))
    scores = X @ U.T
    y = scores.argmax(axis=1) if classes > 2 else (scores[:, 0] > 0).astype(np.int64)
    wrong = rng.uniform(size=ROUNDS) < 0.1
    return X, np.where(wrong, (y + 1) % classes, y).astype(np.int64), U * rng.uniform(0.1, 3.0)


def margins(W: Floats, X: Floats, y: Ints) -> Floats:
    """The margin of each example: y·s, or the score of its class less that of the best other."""
    S = X @ W.T
    if W.shape[0] == 1:
        return np.asarray(S[:, 0] * (2.0 * y - 1.0))
    own = S[np.arange(len(y)), y].copy()
    S[np.arange(len(y)), y] = -np.inf
    return np.asarray(own - S.max(axis=1))


def hinge(W: Floats, X: Floats, y: Ints) -> Floats:
    return np.maximum(0.0, 1.0 - margins(W, X, y))


def played(learner: str, X: Floats, y: Any, classes: int = 2, **settled: Any) -> tuple[Model, Floats, Floats]:
    """The model after a pass, its weights before each round, and which rounds changed it."""
    model = Model(registry()[learner](**settled), classes, X.shape[1])
    before, updated = [], []
    with interpreted():
        for i in range(len(X)):
            before.append(model.weights().copy())
            counts = model.learn(X, y, np.array([i]), np.zeros(len(X), np.bool_))
            updated.append(bool(counts.updates))
    return model, np.array(before), np.array(updated)


def targets(seed: int, d: int) -> tuple[Floats, Floats, Floats]:
    """Examples, real targets with noise, and the weights behind them."""
    rng = np.random.default_rng(seed)
    X, u = rng.normal(size=(ROUNDS, d)), rng.normal(size=d)
    return X, X @ u + rng.standard_t(2, size=ROUNDS), u


def test_no_formula_has_a_sign_that_markdown_takes_for_emphasis() -> None:
    assert [name for name, noted in notes().items() if "*" in noted.get("bound", "") + noted["use"]] == []


@given(seed=seeds, d=sizes, C=st.sampled_from([0.01, 0.5, 10.0]))
@settings(deadline=None, max_examples=10)
def test_uniclass_keeps_its_loss_bounds(seed: int, d: int, C: float) -> None:
    rng = np.random.default_rng(seed)
    X, u = rng.normal(size=(ROUNDS, d)), rng.normal(size=d) * 3
    within = u + X / np.linalg.norm(X, axis=1).max()  # all at most 1 away
    for variant, points in (("PA", within), ("PA-II", u + X)):
        _, W, _ = played("uniclass", points, np.zeros(ROUNDS, np.int64), variant=variant, C=C, epsilon=1.0)
        ours, theirs = (
            np.maximum(0.0, np.linalg.norm(points - c, axis=1) - 1.0) for c in (W.reshape(ROUNDS, d), u)
        )
        bound = u @ u if variant == "PA" else (1 + 1 / (2 * C)) * (u @ u + 2 * C * (theirs**2).sum())
        assert (ours**2).sum() <= bound * ROUNDING + 1e-9


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("learner", ["mira", "kernel_mira"])
@given(seed=seeds, d=sizes)
@settings(deadline=None, max_examples=10)
def test_mira_makes_no_more_mistakes_than_pa_1_may_with_c_1(
    classes: int, learner: str, seed: int, d: int
) -> None:
    X, y, U = stream(seed, d, classes)
    X /= np.sqrt(1.0 if classes == 2 else 2.0) * np.linalg.norm(X, axis=1)[:, None]  # ‖z‖ = 1
    U /= np.median(np.abs(margins(U, X, y)))
    near = margins(U, X, y) > 0.5  # few losses, so that there are far more rounds than the bound has mistakes
    X, y = np.tile(X[near], (5, 1)), np.tile(y[near], 5)
    settled: dict[str, Any] = {"margin": 1.0, **({"kernel": "linear"} if learner == "kernel_mira" else {})}
    model = Model(registry()[learner](**settled), classes, d)
    with interpreted():
        mistakes = model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_)).mistakes
    assert mistakes <= ((U**2).sum() + 2 * hinge(U, X, y).sum()) * ROUNDING


@pytest.mark.parametrize("learner", ["arow", "sop"])
@given(seed=seeds, d=sizes, r=st.sampled_from([0.1, 1.0, 10.0]))
@settings(deadline=None, max_examples=10)
def test_second_order_keeps_its_mistake_bound(learner: str, seed: int, d: int, r: float) -> None:
    """M ≤ √(r‖u‖² + Σ(u·z)²)·√(ln det(A/r) + U) + Σℓ* - U, sums over updates, A = rI + Σzzᵀ."""
    X, y, U = stream(seed, d)
    settled: dict[str, Any] = {"r": r} if learner == "arow" else {"a": r}
    _, W, updated = played(learner, X, y, **settled)
    signs = 2.0 * y - 1.0
    missed = np.einsum("ij,ij->i", W[:, 0], X) * signs <= 0.0
    Z, u = (X * signs[:, None])[updated], U[0]
    extra = int((updated & ~missed).sum())
    A = r * np.eye(d) + Z.T @ Z
    spread = np.linalg.slogdet(A / r)[1] + extra
    lost = hinge(U, X, y)[updated].sum()
    assert missed.sum() <= (np.sqrt(u @ A @ u * spread) + lost - extra) * ROUNDING + 1e-9
    assert learner == "arow" or extra == 0


@given(seed=seeds, d=sizes, a=st.sampled_from([0.1, 1.0, 10.0]))
@settings(deadline=None, max_examples=10)
def test_the_loss_of_ridge_is_that_of_the_best_weights(seed: int, d: int, a: float) -> None:
    X, y, _ = targets(seed, d)
    _, W, _ = played("ridge", X, y, 0, a=a)
    A, lost = a * np.eye(d), 0.0
    for w, x, target in zip(W[:, 0], X, y, strict=True):
        lost += (target - w @ x) ** 2 / (1 + x @ np.linalg.solve(A, x))
        A += np.outer(x, x)
    best = np.linalg.solve(A, X.T @ y)
    assert lost == pytest.approx(a * best @ best + ((y - X @ best) ** 2).sum(), rel=1e-8)


@given(seed=seeds, d=sizes, part=st.sampled_from([0.05, 0.5, 0.9]))
@settings(deadline=None, max_examples=10)
def test_lms_keeps_its_loss_bound(seed: int, d: int, part: float) -> None:
    X, y, u = targets(seed, d)
    rate = part / (X**2).sum(axis=1).max()
    _, W, _ = played("lms_regression", X, y, 0, rate=rate)
    lost = ((y - np.einsum("ij,ij->i", W[:, 0], X)) ** 2).sum()
    assert lost <= (u @ u / rate + ((y - X @ u) ** 2).sum()) / (1 - part) * ROUNDING


@given(seed=seeds, d=sizes, classes=st.sampled_from([2, 3]))
@settings(deadline=None, max_examples=8)
def test_ftrl_without_prices_is_adagrad(seed: int, d: int, classes: int) -> None:
    X, y, _ = stream(seed, d, classes)
    leader, _, _ = played("ftrl_proximal", X, y, classes, alpha=0.3, beta=0.7, loss="logistic")
    descent, _, _ = played("adagrad", X, y, classes, rate=0.3, delta=0.7, loss="logistic")
    np.testing.assert_allclose(leader.weights(), descent.weights(), rtol=1e-7, atol=1e-10)


@pytest.mark.parametrize("balanced", [False, True])
@given(seed=seeds, d=st.integers(2, 6), rate=st.sampled_from([0.01, 0.1, 1.0]))
@settings(deadline=None, max_examples=10)
def test_eg_keeps_its_regret_bound(balanced: bool, seed: int, d: int, rate: float) -> None:
    X, y, U = stream(seed, d)
    U = U if balanced else np.abs(U)
    total = float(np.abs(U).sum())
    _, W, _ = played("eg", X, y, rate=rate, total=total, balanced=balanced)
    ours = sum(float(hinge(w, X[i : i + 1], y[i : i + 1])[0]) for i, w in enumerate(W))
    regret = ours - hinge(U, X, y).sum()
    largest, features = np.abs(X).max(), 2 * d if balanced else d
    assert regret <= total * np.log(features) / rate + rate * total * largest**2 * ROUNDS / 2 + 1e-9
