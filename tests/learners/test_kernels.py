"""Kernel learners: the linear ones in another space."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.datasets import load_digits

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.kernel_pa import KernelPassiveAggressive
from onlinelearn.learners.algorithms.norma import NORMA
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine.kernels import KernelNumbers, polynomial, rbf
from onlinelearn.learners.engine.model import Model
from tests.interpreted import interpreted
from tests.learners.kernel_streams import (
    BUDGETS,
    CUBIC,
    LINEAR,
    RBF,
    SQUARE,
    STRAIGHT,
    check_against_oracle,
    learn,
    noisy,
    said,
    support,
)
from tests.learners.oracles import gram

CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("kernel_perceptron", {}, CUBIC),
    ("kernel_perceptron", {"multiclass": "uniform", "rate": 0.5}, SQUARE),
    ("kernel_perceptron", {"multiclass": "proportional"}, STRAIGHT),
    ("kernel_pa", {"variant": "PA", "margin": 0.3}, CUBIC),
    ("kernel_pa", {"variant": "PA-I", "C": 0.3}, RBF),
    ("kernel_pa", {"variant": "PA-II", "C": 2.0}, LINEAR),
    ("kernel_mira", {"margin": 0.1}, CUBIC),
    ("kernel_mira", {"margin": 1.0}, SQUARE),
    ("norma", {"rate": 0.5, "penalty": 0.1, "margin": 0.3}, RBF),
    ("norma", {"rate": 0.2, "penalty": 0.1, "margin": 0.3, "nu": 0.3}, RBF),
]

COMPILED = {"kernel_perceptron", "mira", "pa", "perceptron"}
"""The other kernel learners are compiled where they are held against linear ones, and on USPS."""


@pytest.mark.parametrize(
    ("name", "given", "kernel"), CASES, ids=lambda v: v if isinstance(v, str) else said(v)
)
@pytest.mark.parametrize("budget", BUDGETS, ids=said)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_a_stream_matches_the_oracle_in_the_kernels_space(
    name: str, given: dict[str, Any], kernel: dict[str, Any], budget: dict[str, Any], n_classes: int
) -> None:
    check_against_oracle(name, given | budget, kernel, n_classes, n=120, close=1e-8)


@cache
def digits() -> tuple[Floats, Ints]:
    X, y = load_digits(return_X_y=True)
    return np.ascontiguousarray(X[:600] / 64.0), y[:600]


@pytest.mark.parametrize(
    ("name", "given", "kernel"),
    [
        ("perceptron", {"multiclass": "uniform"}, STRAIGHT),
        ("pa", {"variant": "PA", "margin": 0.1}, STRAIGHT),
        ("pa", {"C": 0.5, "margin": 0.1}, LINEAR),
        ("pa", {"variant": "PA-II", "C": 0.5}, LINEAR),
        ("mira", {"margin": 0.1}, STRAIGHT),
    ],
)
@pytest.mark.parametrize("n_classes", [2, 10])
def test_the_linear_kernel_gives_the_linear_learner_round_by_round(
    name: str, given: dict[str, Any], kernel: dict[str, Any], n_classes: int
) -> None:
    X, y = digits()
    y = y % n_classes
    plain = Model(registry()[name](**given), n_classes, X.shape[1])
    ours = Model(registry()[f"kernel_{name}"](**given, **kernel), n_classes, X.shape[1])
    for i in range(len(y)):
        now = slice(i, i + 1)
        np.testing.assert_allclose(ours.scores(X[now]), plain.scores(X[now]), rtol=1e-9, atol=1e-9)
        assert learn(ours, X[now], y[now])[0] == learn(plain, X[now], y[now])[0], f"round {i}"


def test_sets_of_labels_are_ranked_as_by_the_linear_learner() -> None:
    X, y = digits()
    Y = np.zeros((len(y), 5), np.bool_)
    Y[np.arange(len(y)), y % 5] = Y[np.arange(len(y)), y // 2] = True
    plain = Model(PassiveAggressive(margin=0.1), 5, X.shape[1], multilabel=True)
    ours = Model(KernelPassiveAggressive(margin=0.1, **STRAIGHT), 5, X.shape[1], multilabel=True)
    assert learn(ours, X, Y)[1].tolist() == learn(plain, X, Y)[1].tolist()
    np.testing.assert_allclose(ours.scores(X), plain.scores(X), rtol=1e-9, atol=1e-9)


def test_sparse_examples_give_the_bits_of_dense_ones() -> None:
    X, y = digits()
    dense, sparse = (Model(KernelPassiveAggressive(C=100.0), 10, X.shape[1]) for _ in range(2))
    rows: Any = csr_array(X)
    assert learn(sparse, rows, y)[0] == learn(dense, X, y)[0]
    assert sparse.fingerprint() == dense.fingerprint()
    np.testing.assert_array_equal(sparse.scores(rows), dense.scores(X))


@interpreted()
def test_what_norma_forgets_is_within_its_bound() -> None:
    """‖f - f'‖ ≤ (1 - ηλ)^τ·X/λ where the last τ terms are kept, and X = 1; every round adds a term."""
    X, y = noisy(4, 2, n=60)
    X = np.unique(X, axis=0)
    y = y[: len(X)]
    given: dict[str, Any] = {"rate": 0.5, "penalty": 0.1, "margin": 1e6, **RBF}
    full, short = (Model(NORMA(**given, budget=budget), 2, 4) for budget in (None, 9))
    for model in (full, short):
        learn(model, X, y)
    (rows, alpha), (kept, beta) = support(full), support(short)
    both, coefficients = np.vstack([rows, kept]), np.append(alpha, -beta)
    apart = np.sqrt(coefficients @ gram(both, both, **RBF) @ coefficients)
    assert 0.0 < apart <= 0.95**9 / 0.1


@pytest.mark.parametrize("nu", [0.2, 0.6])
@interpreted()
def test_norma_comes_to_miss_the_margin_as_often_as_it_is_told(nu: float) -> None:
    """ρ_T = ρ_1 + η(νT - misses), and ρ stays small beside ηT; a term joins at every miss."""
    X, y = noisy(4, 2, n=400)
    X = X + 1e-9 * np.arange(len(X))[:, None]  # no example twice, of which one term would do
    model = Model(NORMA(rate=0.3, penalty=0.1, nu=nu, **RBF), 2, X.shape[1])
    learn(model, X, y)
    assert len(support(model)[0]) / len(X) == pytest.approx(nu, abs=0.05)


@interpreted()
def test_norma_refuses_a_rate_that_turns_all_signs() -> None:
    X, y = noisy(0, 2, n=5)
    with pytest.raises(LearnerError, match=r"norma: rate·penalty is 2; it must be below 1: lower the rate"):
        learn(Model(NORMA(rate=2.0, penalty=1.0), 2, 4), X, y)


def test_powers_are_products_in_their_order() -> None:
    x, numbers = np.array([0.1, 0.7]), KernelNumbers(degree=5, offset=0.3, spread=1.0)
    base = 0.3 + (0.1 * 0.1 + 0.7 * 0.7)
    assert polynomial(x, x, numbers) == base * base * base * base * base


def test_the_rbf_kernel_sees_small_distances_far_from_zero() -> None:
    far = 1e8 + np.arange(19.0)
    near = far + 0.5
    numbers = KernelNumbers(degree=1, offset=0.0, spread=2.0)
    assert rbf(far, far, numbers) == 1.0
    assert rbf(far, near, numbers) == pytest.approx(np.exp(-19 * 0.25 / 2))


@pytest.mark.parametrize("budget", [{}, {"budget": 40}, {"budget": 40, "evict": "random"}], ids=said)
def test_what_is_compared_ahead_is_what_a_round_compares(budget: dict[str, Any]) -> None:
    """A stream looks ahead; rounds that are called one by one can't."""
    X, y = noisy(5, 3, n=110)
    order = np.random.default_rng(3).permutation(len(X))[:107]
    touched = np.zeros(len(X), np.bool_)
    with interpreted():
        at_once, one_by_one = (Model(registry()["kernel_pa"](**budget, **RBF), 3, 4) for _ in range(2))
        at_once.learn(X, y, order, touched)
        for t in range(len(order)):
            one_by_one.learn(X, y, order[t : t + 1], touched)
    assert at_once.state.W.ahead.first[0] > 1.0
    assert one_by_one.state.W.ahead.first[0] == 0.0
    assert at_once.fingerprint() == one_by_one.fingerprint()
