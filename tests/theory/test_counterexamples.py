"""Streams that break what is printed: Theorem 4, the remark after it, Lemma 2 and the multiclass bounds."""

import numpy as np
import pytest

from onlinelearn import IELLIP
from onlinelearn.learners.engine.label_sets import look as look_relevant
from tests.theory.formulas import direction, distance, iellip, losses, theorem_4, theorem_4_corrected
from tests.theory.streams import SIGNS, evade, first, flipped_target


def test_five_flipped_labels_break_theorem_4() -> None:
    """u = (1, ..., 1)/20 with the wrong label, then all of e₁, ..., e₄₀₀: every round is a mistake."""
    X, y = flipped_target(400, 5)
    gamma = 0.05
    lost = losses(gamma, y * X.sum(axis=1) / 20)
    assert np.count_nonzero(lost > 1e-12) == 5
    model = IELLIP(b=0.3, c=0.1, margin=gamma).partial_fit(X, y, classes=SIGNS)
    assert theorem_4(0.3, 0.1, gamma, lost) == pytest.approx(645)
    assert model.n_mistakes_ == len(y) == 2005


@pytest.mark.parametrize(("c", "mistakes"), [(0.5, 29), (0.69, 44)])
def test_theorem_4_is_false_without_any_noise(c: float, mistakes: int) -> None:
    """One example with margin 0.95 deforms P so that more than 1/γ² = 25 with margin γ go wrong."""
    d, gamma = 60, 0.2
    begin = 0.95 * np.eye(d)[0] + np.sqrt(1 - 0.95**2) * np.eye(d)[1]
    model = IELLIP(b=0.3, c=c, margin=gamma)
    X = evade(model, d, gamma, begin)
    assert (X[:, 0] >= gamma).all()
    assert (np.linalg.norm(X, axis=1) <= 1 + 1e-9).all()
    assert theorem_4(0.3, c, gamma, np.zeros(len(X))) == pytest.approx(25)
    assert model.n_mistakes_ == len(X) == mistakes <= theorem_4_corrected(0.3, c, gamma, np.zeros(len(X)))


def test_appendix_c_takes_margins_above_gamma_for_margins_below() -> None:
    """c(u·x)² ≤ cγ² fails for u·x > γ, and what follows with it once c(u·x + γ) > 2γ."""
    gamma, c = 0.2, 0.5
    z = np.array([0.95, np.sqrt(1 - 0.95**2)])
    assert c * (gamma + z[0]) > 2 * gamma
    q = 1.0
    P = iellip(np.eye(2), z, c)
    after = distance(P, first(2) - gamma * z)
    assert after == pytest.approx((1 - c) * q + gamma**2 + c * z[0] ** 2 - 2 * gamma * z[0])  # Lemma 2
    assert after > (1 - c) * q - gamma**2 * (1 - c)


def test_one_short_example_with_the_wrong_label_breaks_theorem_4() -> None:
    """‖x‖ ≤ 1 doesn't give the proof's xᵀPx ≥ 1: on x = u/20 the step is 20γ long, whatever Σl."""
    d, gamma, length = 200, 0.2, 0.05
    model = IELLIP(b=0.3, c=0.1, margin=gamma)
    X = evade(model, d, gamma, -length * np.eye(d)[0])
    lost = losses(gamma, X[:, 0])
    assert lost.sum() == pytest.approx(gamma + length)
    assert model.n_mistakes_ == len(X) > 5 * theorem_4(0.3, 0.1, gamma, lost)
    assert model.n_mistakes_ <= theorem_4_corrected(0.3, 0.1, gamma, lost, np.linalg.norm(X, axis=1))


def test_without_the_label_theorem_4_bounds_what_has_no_bound() -> None:
    """max(0, γ - u·x) is 0 for x = u whatever its label; as -1 and +1 in turn it is always a mistake."""
    gamma = 0.5
    X, y = np.ones((100, 1)), np.tile([-1, 1], 50)
    model = IELLIP(b=0.3, c=0.1, margin=gamma).partial_fit(X, y, classes=SIGNS)
    assert model.n_mistakes_ == 100 > theorem_4(0.3, 0.1, gamma, losses(gamma, X[:, 0])) == 4
    assert model.n_mistakes_ <= theorem_4(0.3, 0.1, gamma, losses(gamma, y * X[:, 0]))


def test_the_remark_at_c_zero_lacks_a_factor_of_two() -> None:
    """Orthonormal examples with margin γ/2 are all mistakes: 4/γ² > 1/γ² + Σl/γ = 3/γ²."""
    d, gamma = 100, 0.2
    lost = losses(gamma, np.full(d, 1 / np.sqrt(d)))
    model = IELLIP(b=0.3, c=0.0, margin=gamma).partial_fit(np.eye(d), np.ones(d), classes=SIGNS)
    assert model.n_mistakes_ == 100
    assert 1 / gamma**2 + lost.sum() / gamma == pytest.approx(75)
    assert (
        theorem_4(0.3, 0.0, gamma, lost)
        == pytest.approx(1 / gamma**2 + 2 * lost.sum() / gamma)
        == pytest.approx(125)
    )


@pytest.mark.parametrize(("along", "holds"), [(0.2, True), (0.0, True), (-0.1, True), (-0.3, False)])
def test_lemma_2_holds_only_while_the_target_errs_less_than_half_as_much(along: float, holds: bool) -> None:
    """What it leaves out is (1 - c)·gᵀw(2gᵀu - gᵀw): negative for a mistake, unless gᵀu < gᵀw/2."""
    gamma, c, z = 0.1, 0.2, np.array([0.0, 1.0])
    u, w, P = np.array([np.sqrt(1 - along**2), along]), np.array([0.3, -0.4]), np.diag([2.0, 1.0])
    g = direction(P, z)
    q = distance(P, u - w)
    after = distance(iellip(P, g, c), u - w - (gamma - w @ z) / np.sqrt(z @ P @ z) * P @ g)
    printed = (1 - c) * q + gamma**2 + c * (u @ g) ** 2 - 2 * gamma * (u @ g)  # γ_t = γ, as zᵀPz = 1
    assert after == pytest.approx(printed + (1 - c) * (g @ w) * (2 * g @ u - g @ w))
    assert (after <= printed) == holds


def test_multiclass_bounds_are_not_word_by_word_those_of_two_classes() -> None:
    """‖z‖² = 2‖x‖²: with W = 0 all of e₁, ..., e_d tie, d = 1.5/γ² for the best U with ‖U‖ = 1."""
    d = 150
    U = np.array([[2.0], [-1.0], [-1.0]]) * np.ones(d) / np.sqrt(6 * d)
    assert np.linalg.norm(U) == pytest.approx(1)
    gamma = 3 / np.sqrt(6 * d)
    assert U[0] - U[1:] == pytest.approx(gamma)  # its margin on every e_i of class 0
    model = IELLIP(b=0.3, c=0.0, margin=gamma).partial_fit(np.eye(d), np.zeros(d), classes=[0, 1, 2])
    assert theorem_4(0.3, 0.0, gamma, np.zeros(d)) == pytest.approx(100)
    assert 100 < model.n_mistakes_ == 150 <= 2 / gamma**2


@pytest.mark.parametrize("relevant", [[0], [1, 3], [0, 2, 3]])
def test_the_two_classes_of_sec_2_4_are_where_the_extremes_are(relevant: list[int]) -> None:
    """a and b are printed as the extreme scores: only their places make z with v·z = η."""
    rng = np.random.default_rng(1)
    W, x = rng.normal(size=(5, 3)), rng.normal(size=3)
    s, others = W @ x, np.setdiff1d(np.arange(5), relevant)
    b, a, eta = look_relevant(s, 5, np.isin(np.arange(5), relevant))
    assert eta == pytest.approx(s[relevant].min() - s[others].max())
    z = np.zeros((5, 3))
    z[b], z[a] = x, -x
    assert W.ravel() @ z.ravel() == pytest.approx(eta)
