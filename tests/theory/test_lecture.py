"""The lecture's theorems, on whole numbers: margins, norms and bounds without rounding."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.datasets.generated.inseparable import EXAMPLES, LABELS
from onlinelearn.experiment.measures.stream_measures import StreamMeasures
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.algorithms.winnow import Winnow, disjunction_bound
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.theory.known_target import KnownTarget

seeds = st.integers(0, 2**32)


@st.composite
def separable(draw: st.DrawFn) -> tuple[Floats, Ints, Floats]:
    """Whole examples, the signs that a whole vector u gives them (never 0), and u."""
    d = draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(seeds))
    u = rng.integers(-5, 6, d)
    X = rng.integers(-9, 10, (draw(st.integers(1, 80)), d))
    X = X[X @ u != 0]
    assume(len(X))
    return X.astype(float), np.sign(X @ u), u.astype(float)


def passes(model: Model, X: Any, y: Ints, epochs: int) -> int:
    """The mistakes of some passes; labels are signs."""
    order = np.tile(np.arange(len(y)), epochs)
    return model.learn(X, (y == 1).astype(np.int64), order, np.zeros(len(y), np.bool_)).mistakes


def novikoff(X: Floats, y: Ints, u: Floats) -> Fraction:
    """R²/γ² of whole numbers, exactly: γ = min y u·x/‖u‖."""
    gamma = Fraction(int((y * (X @ u)).min()) ** 2, int(u @ u))
    return int((X * X).sum(axis=1).max()) / gamma


@given(separable())
@settings(deadline=None)
def test_the_perceptron_converges_within_its_bound(data: tuple[Floats, Ints, Floats]) -> None:
    """So many mistakes at most, however often the examples come; so it gets all of them right at last."""
    X, y, u = data
    bound = novikoff(X, y, u)
    model = Model(Perceptron(), 2, X.shape[1])
    mistakes = 0
    while again := passes(model, X, y, 1):
        mistakes += again
        assert mistakes <= bound
    assert (np.sign(model.scores(X)[:, 0]) == y).all()


@given(separable())
@settings(deadline=None, max_examples=50)
def test_each_mistake_takes_the_steps_of_the_proof(data: tuple[Floats, Ints, Floats]) -> None:
    """After k mistakes v·u ≥ kγ and ‖v‖² ≤ kR²; and each makes the example's own error smaller."""
    X, y, u = data
    gamma, R2 = int((y * (X @ u)).min()), int((X * X).sum(axis=1).max())
    model = Model(Perceptron(), 2, X.shape[1])
    k, v = 0, np.zeros(X.shape[1])
    for x, sign in zip(X, y, strict=True):
        k += passes(model, x[None], np.array([sign]), 1)
        new = model.weights()[0]
        assert new @ u >= k * gamma
        assert new @ new <= k * R2
        assert np.array_equal(new, v) or -sign * (new @ x) < -sign * (v @ x)
        np.testing.assert_array_equal(new[x == 0], v[x == 0])  # the features that are not active
        v = new


@given(seed=seeds, n=st.integers(2, 6))
@settings(deadline=None, max_examples=60)
def test_the_weights_of_whole_numbers_come_again(seed: int, n: int) -> None:
    """Separable or not: after some passes over the same sequence the weights are what they once were."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, (n, 2)).astype(float), rng.choice([-1, 1], n)
    model = Model(Perceptron(), 2, 2)
    seen: set[bytes] = set()
    while model.fingerprint() not in seen:
        seen.add(model.fingerprint())
        assert len(seen) < 2000
        mistakes = passes(model, X, y, 1)
    again = passes(Model(Perceptron(), 2, 2), X, y, 4000)
    unlearnable = not (np.sign(model.scores(X)[:, 0]) == y).all()
    assert (mistakes > 0) == unlearnable == (again > 2000)


def test_orthonormal_examples_take_all_the_mistakes_that_the_bound_allows() -> None:
    for d in (1, 7, 50):
        signs = np.random.default_rng(d).choice([-1, 1], d)
        model = Model(Perceptron(), 2, d)
        assert passes(model, np.eye(d), signs, 3) == d == novikoff(np.eye(d), signs, signs.astype(float))


@st.composite
def disjunctions(draw: st.DrawFn) -> tuple[Floats, Ints, int]:
    """Boolean examples, whether one of the first k features is there, and k."""
    rng = np.random.default_rng(draw(seeds))
    d = draw(st.integers(1, 40))
    k = draw(st.integers(1, min(d, 4)))
    X = (rng.uniform(size=(200, d)) < draw(st.sampled_from([0.05, 0.2, 0.5]))).astype(float)
    return X, np.where(X[:, :k].any(axis=1), 1, -1), k


@given(disjunctions(), st.sampled_from([2.0, 1.5, 3.0, 1.1]), st.sampled_from([None, 1.0, 7.5]))
@settings(deadline=None)
def test_winnow_learns_a_disjunction_within_its_bound(
    data: tuple[Floats, Ints, int], alpha: float, threshold: float | None
) -> None:
    X, y, k = data
    d = X.shape[1]
    model = Model(Winnow(alpha=alpha, threshold=threshold), 2, d)
    assert passes(model, X, y, 50) <= disjunction_bound(alpha, threshold or float(d), d, k)
    assert passes(model, X, y, 1) == 0


@pytest.mark.parametrize("k", [1, 3])
def test_an_adversary_gets_winnow_half_way_to_its_bound(k: int) -> None:
    """A literal among as many others as the weights allow, until it is above θ; then those are demoted."""
    d = 256
    model, mistakes = Model(Winnow(), 2, d), 0
    for literal in range(k):
        while model.weights()[0, literal] <= d:
            w = model.weights()[0]
            w[:k] = np.inf
            few = np.cumsum(np.sort(w)) <= d - model.weights()[0, literal]
            x = np.zeros(d)
            x[np.argsort(w, kind="stable")[: few.sum()]] = 1.0
            x[literal] = 1.0
            mistakes += passes(model, x[None], np.array([1]), 1)
            rest = np.r_[np.zeros(k), np.ones(d - k)]
            while passes(model, rest[None], np.array([-1]), 1):
                mistakes += 1
    bound = disjunction_bound(2.0, float(d), d, k)
    assert bound / 2 <= mistakes <= bound


@given(seed=seeds, d=st.integers(2, 12), alpha=st.sampled_from([1.02, 1.05, 1.1]))
@settings(deadline=None)
def test_balanced_winnow_is_bounded_by_the_1_norm_of_the_target(seed: int, d: int, alpha: float) -> None:
    rng = np.random.default_rng(seed)
    u = np.where(np.arange(d) < 2, rng.integers(1, 4, d), 0) * rng.choice([-1, 1], d)
    X = rng.integers(-1, 2, (300, d)).astype(float)
    X = X[X @ u != 0]
    assume(len(X))
    y = np.sign(X @ u).astype(np.int64)
    pace = np.log(alpha) * np.abs(X @ u).min() / np.abs(u).sum() - np.log((alpha + 1 / alpha) / 2)
    assume(pace > 0)
    assert passes(Model(Winnow(alpha=alpha, balanced=True), 2, d), X, y, 100) <= np.log(2 * d) / pace


class Asked(Model):
    """A model that remembers the target that it was told."""

    known: KnownTarget

    def target_measures(self, known: KnownTarget) -> dict[str, float]:
        self.known = known
        return {}


@pytest.mark.parametrize(
    ("choices", "levels"), [([0, 1], {0, 1}), ([-1, 0, 1], {-1, 0, 1}), ([0, 1, 2], set()), ([0.5, 1], set())]
)
def test_theory_sees_the_same_in_sparse_rows(choices: list[float], levels: set[int]) -> None:
    rng = np.random.default_rng(5)
    X, u = rng.choice(choices, (12, 7)).astype(float), rng.integers(-3, 4, 7) / 4.0
    y = np.where(X @ u > 0, 1, 0)
    seen = []
    for rows in (X, csr_matrix(X)):
        measures, model = StreamMeasures(rows, y, u), Asked(Perceptron(), 2, 7)  # type: ignore[arg-type]
        measures.add(np.array([3, 1, 1]))
        measures.measure(model, ["mistake_bound"])
        seen.append(model.known)
    for known in seen:
        np.testing.assert_array_equal(known.margins, (np.where(y == 1, 1, -1) * (X @ u))[[3, 1, 1]])
        assert known.radius == pytest.approx(np.linalg.norm(X, axis=1).max())
        assert known.levels == levels


def periods(X: Floats, y: Ints, epochs: int, order: Ints) -> list[float | None]:
    """What is known of the period after each round."""
    measures, model = StreamMeasures(X, y, None), Model(Perceptron(), 2, X.shape[1])
    found = []
    for t in range(epochs * len(y)):
        row = order[t % len(y)] if t // len(y) % 2 else t % len(y)
        passes(model, X[[row]], np.where(y[[row]] == 1, 1, -1), 1)
        measures.add(np.array([row]))
        found.append(measures.measure(model, ["period"])["period"])
    return found


def test_the_period_is_how_many_epochs_ago_the_weights_were_the_same() -> None:
    y = np.where(LABELS == 1, 1, 0)
    found = periods(EXAMPLES, y, 15, np.arange(3))
    ends = found[2::3]
    assert ends == [None] * 6 + [6] * 9
    assert [each for t, each in enumerate(found) if t % 3 != 2] == [None] * 30
    assert set(periods(EXAMPLES, y, 15, np.array([2, 1, 0]))) == {None}
