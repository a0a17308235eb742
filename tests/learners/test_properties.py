"""Invariants of all learners, whatever the data: they need no oracle."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.iellip import IELLIP
from onlinelearn.learners.algorithms.mira import MIRA, solve
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.engine.ellipsoid import FORM, MATRIX
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linear import Linear, dot
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles import IELLIPOracle, mira_steps
from tests.learners.test_oracles import dense, synchronised

seeds = st.integers(0, 2**32)

CLASSIFIERS = [
    name for name, learner in registry().items() if learner.kind == "classification" and not learner.unlabeled
]

LABELS_ALONE = ("majority_class", "no_change")
"""Those that don't look at the example."""


def stream(model: Model, X: Floats, y: Ints) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


def noise(seed: int, n: int, d: int, n_classes: int) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), rng.integers(0, n_classes, n)


@given(seed=seeds, n_classes=st.integers(2, 5), d=st.integers(1, 12))
@settings(deadline=None)
def test_pa_makes_the_loss_zero(seed: int, n_classes: int, d: int) -> None:
    X, y = noise(seed, 20, d, n_classes)
    model = Model(PassiveAggressive(variant="PA", margin=0.7), n_classes, d)
    for i in range(len(y)):
        stream(model, X[i : i + 1], y[i : i + 1])
        s = model.scores(X[i : i + 1])[0]
        eta = (s[0] if y[i] == 1 else -s[0]) if n_classes == 2 else s[y[i]] - np.delete(s, y[i]).max()
        # With several classes in the way only the worst one is sure to be put in its place.
        assert eta >= 0.7 - 1e-9 or n_classes > 2


@given(seed=seeds, margin=st.floats(0.05, 0.5), n_classes=st.integers(2, 4))
@settings(deadline=None)
def test_perceptron_keeps_novikoffs_bound(seed: int, margin: float, n_classes: int) -> None:
    """Separable with margin γ by ‖U‖ = 1: at most R²/γ² mistakes, with R = max ‖z‖."""
    rng = np.random.default_rng(seed)
    d = 5
    U = rng.normal(size=(n_classes, d))
    U -= U.mean(axis=0)
    U /= np.sqrt((U * U).sum())
    X = rng.normal(size=(3000, d))
    X /= np.linalg.norm(X, axis=1)[:, None]
    S = np.sort(X @ U.T, axis=1)
    wide = S[:, -1] - S[:, -2] >= margin
    X, y = X[wide], np.argmax(X[wide] @ U.T, axis=1)
    model = Model(Perceptron(), n_classes, d)
    mistakes, _ = stream(model, np.ascontiguousarray(X), y)
    # Two classes are one vector w = w₁ - w₀ of norm √2, and z = ±x instead of two blocks: the same ratio.
    assert mistakes <= 2.0 / margin**2


@given(seed=seeds, K=st.integers(2, 8), beta=st.floats(0.0, 2.0), A=st.floats(0.1, 10.0))
def test_mira_steps_solve_their_program(seed: int, K: int, beta: float, A: float) -> None:
    """No feasible step is cheaper: the oracle's τ against random points of the feasible set."""
    rng = np.random.default_rng(seed)
    s, y = rng.normal(size=K), int(rng.integers(K))
    tau = mira_steps(s.copy(), y, A, beta)
    bound = np.eye(K)[y]
    shifted = s - beta * bound
    assert abs(tau.sum()) < 1e-9
    assert (tau <= bound + 1e-9).all()

    def cost(t: Floats) -> float:
        return float(0.5 * A * (t @ t) + shifted @ t)

    for _ in range(50):
        other = bound - rng.dirichlet(np.full(K, rng.uniform(0.1, 3.0)))
        assert cost(tau) <= cost(other) + 1e-9


def test_mira_ends_where_rounding_makes_its_set_swing() -> None:
    """θ from two classes lets a third in, θ from all three drops it again: found by a long stream."""
    tau = np.array([0.06666666666666668, -0.03333333333333329, 0.8666666666666667])
    state = Linear(np.zeros((1, 4)), np.zeros(4), np.zeros(4), 3)
    state.s[:3] = tau
    state.s[2] = tau[2] - 1.0
    solve(state, 0.0, 1.0, 2)
    np.testing.assert_allclose(state.tau[:3], mira_steps(state.s[:3].copy(), 2, 1.0, 0.0), atol=1e-15)


@given(seed=seeds, margin=st.sampled_from([0.1, 0.3, 1.0]))
@settings(deadline=None)
def test_mira_ends_on_small_whole_numbers(seed: int, margin: float) -> None:
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-1, 2, (60, 3)).astype(float), rng.integers(0, 3, 60)
    assert stream(Model(MIRA(margin=margin), 3, 3), X, y)[0] <= 60


@given(seed=seeds, d=st.integers(2, 8), margin=st.floats(0.1, 2.0))
@settings(deadline=None)
def test_mira_with_one_violator_is_pa_one(seed: int, d: int, margin: float) -> None:
    X, y = noise(seed, 30, d, 2)
    mira, pa = Model(MIRA(margin=margin), 2, d), Model(PassiveAggressive(C=1.0, margin=margin), 2, d)
    assert stream(mira, X, y) == stream(pa, X, y)
    np.testing.assert_array_equal(mira.state.W, pa.state.W)


@given(seed=seeds, d=st.integers(2, 8), C=st.floats(0.01, 10.0))
@settings(deadline=None)
def test_two_class_multiclass_pa_with_c_is_binary_pa_with_2c(seed: int, d: int, C: float) -> None:
    X, y = noise(seed, 30, d, 2)
    binary = Model(PassiveAggressive(C=2 * C), 2, d)
    stream(binary, X, y)
    W = np.zeros((2, d))
    for x, label in zip(X, y, strict=True):
        eta = (W[label] - W[1 - label]) @ x
        tau = min(C, max(0.0, 1.0 - eta) / (2 * (x @ x)))
        W[label] += tau * x
        W[1 - label] -= tau * x
    np.testing.assert_allclose(binary.learner.weights(binary.state)[0], W[1] - W[0], rtol=1e-9, atol=1e-9)


@given(seed=seeds, b=st.floats(0.0, 1.0), c=st.floats(0.0, 0.3), n_classes=st.integers(2, 4))
@settings(deadline=None, max_examples=50)
def test_iellip_shape_stays_positive_definite(seed: int, b: float, c: float, n_classes: int) -> None:
    X, y = noise(seed, 40, 3, n_classes)
    model = Model(IELLIP(b=b, c=c), n_classes, 3)
    stream(model, X, y)
    M = dense(model)
    np.testing.assert_allclose(M, M.T, atol=1e-12)
    # A dense M leaves out the directions that move all classes at once.
    left_out = 3 if model.state.shape.form[FORM] == MATRIX and n_classes > 2 else 0
    eigenvalues = np.linalg.eigvalsh(M)
    assert np.abs(eigenvalues[:left_out]).max(initial=0.0) < 1e-12
    assert eigenvalues[left_out:].min() > 0


def test_iellip_goes_dense_when_terms_would_cost_more() -> None:
    X, y = noise(3, 400, 4, 3)
    model = Model(IELLIP(b=1.0, c=0.01), 3, 4)
    stream(model, X, y)
    assert model.state.shape.form.tolist() == [12, MATRIX]
    assert model.state.shape.M.shape == (12, 12)


@pytest.mark.parametrize(("n_classes", "d", "c"), [(2, 5, 0.1), (2, 1, 0.02), (3, 2, 0.1)])
def test_iellip_without_decay_never_stops_learning(n_classes: int, d: int, c: float) -> None:
    """All of M shrinks, by far more than a number can hold; only its shape counts. Against the oracle."""
    X, y = noise(7, 1500, d, n_classes)
    model = Model(IELLIP(b=1.0, c=c, margin=0.1), n_classes, d)
    oracle = IELLIPOracle(n_classes, d, b=1.0, c=c, margin=0.1)
    for i in range(len(y)):
        synchronised(oracle, model)
        happened = oracle.round(X[i], int(y[i]))
        counts = stream(model, X[i : i + 1], y[i : i + 1])
        if happened.gap < 1e-9:
            continue
        assert counts == (happened.mistake, happened.updated), f"round {i}"
        np.testing.assert_allclose(
            model.learner.weights(model.state), oracle.W, rtol=1e-6, atol=1e-6 * np.abs(oracle.W).max()
        )
    assert (stream(model, X, y)[1] or 0) > 300


def test_iellip_goes_on_in_a_direction_that_has_become_flat() -> None:
    """The same x with labels in turn: M is flat along it after a while, and w still reaches the margin."""
    x = np.array([[3.0, 4.0]])
    model = Model(IELLIP(b=1.0, c=0.9, margin=0.5), 2, 2)
    for t in range(200):
        label = t % 2
        stream(model, x, np.array([label]))
        eta = model.scores(x)[0, 0] * (1 if label else -1)
        assert eta == pytest.approx(0.5, rel=1e-2)
    assert np.linalg.eigvalsh(dense(model)).min() > 0


def test_iellip_counts_no_update_that_changes_nothing() -> None:
    model = Model(IELLIP(c=0.0, margin=0.0), 2, 2)
    assert stream(model, np.eye(2), np.array([0, 1])) == (2, 0)


def with_lengths(name: str) -> Learner:
    """The learner; with the linear kernel, where it has another: to the RBF kernel all are of length 1."""
    kernel = parameters.model(registry()[name]).model_fields.get("kernel")
    return registry()[name](**({"kernel": "linear"} if kernel and kernel.default == "rbf" else {}))


@pytest.mark.parametrize("name", [name for name in CLASSIFIERS if name not in LABELS_ALONE])
def test_values_whose_squares_overflow_are_an_error(name: str) -> None:
    X, y = noise(5, 50, 4, 3)
    with pytest.raises(LearnerError, match=r"overflowed; (scale the data|lower the rate)"):
        stream(Model(with_lengths(name), 3, 4), X * 1e200, y)


def test_iellip_keeps_few_terms_when_c_decays() -> None:
    X, y = noise(3, 400, 20, 3)
    model = Model(IELLIP(b=0.3, c=0.1), 3, 20)
    stream(model, X, y)
    assert model.state.shape.form[0] == sum(0.1 * 0.3**k >= 1e-17 for k in range(60))


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_pieces_of_a_stream_give_the_bits_of_the_whole(name: str) -> None:
    X, y = noise(11, 200, 7, 4)
    whole, pieces = (Model(registry()[name](), 4, 7) for _ in range(2))
    total = stream(whole, X, y)
    parts = [stream(pieces, X[a : a + 13], y[a : a + 13]) for a in range(0, 200, 13)]
    assert total == tuple(map(sum, zip(*parts, strict=True)))
    assert whole.fingerprint() == pieces.fingerprint()


@pytest.mark.parametrize("name", [name for name in CLASSIFIERS if not registry()[name].learns_from_zero])
def test_a_zero_example_changes_nothing(name: str) -> None:
    X, y = noise(5, 30, 4, 3)
    model = Model(with_lengths(name), 3, 4)
    stream(model, X, y)
    before = model.fingerprint()
    assert stream(model, np.zeros((1, 4)), np.array([1])) == (1, 0)
    assert model.fingerprint() == before


def test_overflow_is_an_error_and_no_silent_nan() -> None:
    X, y = noise(5, 50, 4, 3)
    with pytest.raises(LearnerError, match="overflowed"):
        stream(Model(Perceptron(rate=1e308), 3, 4), X, y)


def test_random_first_weights_are_small_and_depend_on_the_key() -> None:
    first = IELLIP(init="normal").start(3, 50, (1, 1))
    again = IELLIP(init="normal").start(3, 50, (1, 1))
    other = IELLIP(init="normal").start(3, 50, (1, 2))
    np.testing.assert_array_equal(first.W, again.W)
    assert not np.array_equal(first.W, other.W)
    assert 0.005 < first.W[:, :3].std() < 0.02
    assert not first.W[:, 3:].any()


@given(st.lists(st.floats(-1e6, 1e6), max_size=40))
def test_dot_is_the_sum_of_products(values: list[float]) -> None:
    a = np.array(values)
    b = np.cos(np.arange(len(a)))
    np.testing.assert_allclose(dot(a, b), (a * b).sum(), atol=1e-6)
