"""Kernel learners with a way of their own to keep a budget: as their oracles, and as their papers say."""

from typing import Any

import numpy as np
import pytest

from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.bpa import BudgetPassiveAggressive
from onlinelearn.learners.algorithms.forgetron import ALLOWED, Forgetron, largest_root_below_one
from onlinelearn.learners.algorithms.kernel_pa import KernelPassiveAggressive
from onlinelearn.learners.algorithms.kernel_perceptron import KernelPerceptron
from onlinelearn.learners.algorithms.projectron import Projectron
from onlinelearn.learners.engine.model import Model
from tests.interpreted import interpreted
from tests.learners.kernel_streams import (
    CUBIC,
    LINEAR,
    RBF,
    check_against_oracle,
    learn,
    noisy,
    said,
    support,
)
from tests.learners.oracles import gram

CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("forgetron", {"budget": 8}, RBF),
    ("forgetron", {"budget": 1}, RBF),
    ("forgetron", {"budget": 11}, CUBIC),
    ("bpa", {"budget": 8}, RBF),
    ("bpa", {"budget": 5, "C": 0.3, "margin": 0.5}, CUBIC),
    ("projectron", {"eta": 0.5}, RBF),
    ("projectron", {"eta": 0.3, "budget": 7}, RBF),
    ("projectron", {"eta": 0.8, "plus": True}, RBF),
    ("projectron", {"eta": 0.2, "plus": True, "budget": 9}, RBF),
    ("projectron", {"eta": 0.1, "plus": True}, LINEAR),
]


@pytest.mark.parametrize(
    ("name", "given", "kernel"), CASES, ids=lambda v: v if isinstance(v, str) else said(v)
)
@pytest.mark.parametrize("n_classes", [2, 4])
@interpreted()
def test_a_stream_matches_the_oracle_in_the_kernels_space(
    name: str, given: dict[str, Any], kernel: dict[str, Any], n_classes: int
) -> None:
    check_against_oracle(name, given, kernel, n_classes, n=90, close=1e-6)


@interpreted()
def test_a_budget_that_is_never_spent_leaves_the_learner_as_it_is() -> None:
    X, y = noisy(0, 3)
    pairs: list[tuple[Any, Any]] = [
        (Forgetron(budget=len(y), **RBF), KernelPerceptron(**RBF)),
        (BudgetPassiveAggressive(budget=len(y), C=0.7, **RBF), KernelPassiveAggressive(C=0.7, **RBF)),
    ]
    for bounded, free in pairs:
        one, other = (Model(learner, 3, X.shape[1]) for learner in (bounded, free))
        assert learn(one, X, y)[0] == learn(other, X, y)[0]
        assert one.fingerprint() == other.fingerprint()


@interpreted()
def test_a_projection_that_may_lose_nothing_is_the_perceptron() -> None:
    X, y = noisy(1, 3)
    one, other = (
        Model(learner, 3, X.shape[1]) for learner in (Projectron(eta=0.0, **RBF), KernelPerceptron(**RBF))
    )
    assert learn(one, X, y)[0] == learn(other, X, y)[0]
    np.testing.assert_allclose(one.scores(X), other.scores(X), rtol=1e-9, atol=1e-9)


@interpreted()
def test_in_the_space_of_the_examples_a_projectron_keeps_no_more_than_its_dimension() -> None:
    X, y = noisy(2, 3, d=4)
    for plus in (False, True):
        model = Model(Projectron(eta=0.01, plus=plus, **LINEAR), 3, 4)
        assert (learn(model, X, y)[0].updates or 0) > 20
        assert model.measures()["support_size"] == 4


@interpreted()
def test_the_forgetrons_damage_stays_within_what_mistakes_pay_for() -> None:
    """Q ≤ 15/32·M, from which the mistake bound follows; and the factor is the largest that keeps it."""
    X, y = noisy(3, 2)
    model = Model(Forgetron(budget=5, **RBF), 2, X.shape[1])
    shrunk = 0
    for i in range(len(y)):
        before = float(np.abs(support(model)[1]).max(initial=0.0))
        learn(model, X[i : i + 1], y[i : i + 1])
        assert model.state.damage[0] <= ALLOWED * model.state.mistakes[0] * (1 + 1e-12)
        shrunk += bool(0 < np.abs(support(model)[1]).max(initial=0.0) < before)
    assert shrunk > 3


@pytest.mark.parametrize(
    ("a", "b", "c"), [(2.0, 1.0, -0.5), (-1.0, 3.0, -0.5), (0.0, 2.0, -0.5), (-5.0, 1.0, -1.0)]
)
def test_the_factor_is_the_largest_root_below_one(a: float, b: float, c: float) -> None:
    grid = np.linspace(0, 1, 100_001)
    allowed = grid[(a * grid + b) * grid + c <= 0]
    assert largest_root_below_one(a, b, c) == pytest.approx(allowed.max(), abs=1e-5)


@interpreted()
def test_bpa_moves_f_less_than_dropping_any_row_would() -> None:
    """Its change of f is the least of all that correct the loss with one row gone, so less than PA-I's."""
    X, y = noisy(4, 2, n=60)
    bpa = Model(BudgetPassiveAggressive(budget=6, **RBF), 2, X.shape[1])
    for i in range(len(y)):
        rows, alpha = support(bpa)
        before = bpa.scores(X[i : i + 1])[0, 0] * (1 if y[i] else -1)
        learn(bpa, X[i : i + 1], y[i : i + 1])
        after = bpa.scores(X[i : i + 1])[0, 0] * (1 if y[i] else -1)
        if len(rows) < 6 or before >= 1.0 or not X[i].any():
            continue
        assert after == pytest.approx(before + min(1.0, 1.0 - before), abs=1e-9)
        now, beta = support(bpa)
        both, change = np.vstack([now, rows]), np.append(beta, -alpha)
        moved = change @ gram(both, both, **RBF) @ change
        tau = min(1.0, 1.0 - before)
        near = gram(X[i : i + 1], rows, **RBF)[0]
        crude = [alpha[0, r] ** 2 + tau**2 + 2 * abs(alpha[0, r] * near[r]) * tau for r in range(6)]
        assert moved <= min(crude) + 1e-9


KINDS = [("forgetron", {"budget": 7}), ("bpa", {"budget": 7}), ("projectron", {"eta": 0.4, "plus": True})]


@pytest.mark.parametrize("case", KINDS, ids=str)
@interpreted()
def test_pieces_of_a_stream_give_the_bits_of_the_whole(case: tuple[str, dict[str, Any]]) -> None:
    X, y = noisy(1, 4, n=60)
    whole, pieces = (Model(registry()[case[0]](**case[1], **RBF), 4, X.shape[1]) for _ in range(2))
    learn(whole, X, y)
    for i in range(len(y)):
        learn(pieces, X[i : i + 1], y[i : i + 1])
    assert pieces.fingerprint() == whole.fingerprint()
    np.testing.assert_array_equal(pieces.scores(X), whole.scores(X))


def test_compiled_a_projectron_has_the_same_bits() -> None:
    X, y = noisy(1, 3, n=60)
    compiled, plain = (Model(Projectron(eta=0.4, plus=True, **RBF), 3, X.shape[1]) for _ in range(2))
    counts, _ = learn(compiled, X, y)
    with interpreted():
        assert learn(plain, X, y)[0] == counts
    assert compiled.fingerprint() == plain.fingerprint()
