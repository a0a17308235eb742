"""Kernel learners: the linear ones in another space, with a support that may be bounded."""

import pickle
import time
import tracemalloc
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.datasets import load_digits

from onlinelearn import load_dataset
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import LearnerError
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.kernel_mira import KernelMIRA
from onlinelearn.learners.algorithms.kernel_pa import KernelPassiveAggressive
from onlinelearn.learners.algorithms.kernel_perceptron import KernelPerceptron
from onlinelearn.learners.algorithms.norma import NORMA
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine import kernel_learner
from onlinelearn.learners.engine.kernel_expansion import Evict
from onlinelearn.learners.engine.kernels import KernelNumbers, polynomial, rbf
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.estimators import estimator_class
from onlinelearn.learners.theory.known_target import KnownTarget
from tests.interpreted import interpreted
from tests.learners.by_gram import by_gram_matrix
from tests.learners.kernel_streams import (
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
BUDGETS: list[dict[str, Any]] = [
    {},
    {"budget": 11},
    {"budget": 11, "evict": "smallest"},
    {"budget": 11, "evict": "random"},
]


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


@pytest.mark.parametrize("evict", ["oldest", "smallest"])
def test_a_budget_that_is_never_spent_changes_no_bit(evict: Evict) -> None:
    X, y = noisy(0, 4)
    free = Model(KernelPassiveAggressive(), 4, X.shape[1])
    updates = learn(free, X, y)[0].updates
    bounded = Model(KernelPassiveAggressive(budget=updates, evict=evict), 4, X.shape[1])
    assert learn(bounded, X, y)[0].updates == updates
    assert bounded.fingerprint() == free.fingerprint()
    np.testing.assert_array_equal(bounded.scores(X), free.scores(X))


@pytest.mark.parametrize("budget", BUDGETS, ids=said)
def test_pieces_of_a_stream_give_the_bits_of_the_whole(budget: dict[str, Any]) -> None:
    X, y = noisy(1, 4)
    whole, pieces = (Model(KernelPassiveAggressive(**budget), 4, X.shape[1]) for _ in range(2))
    learn(whole, X, y)
    for i in range(len(y)):
        learn(pieces, X[i : i + 1], y[i : i + 1])
    assert pieces.fingerprint() == whole.fingerprint()
    np.testing.assert_array_equal(pieces.scores(X), whole.scores(X))


def test_an_example_that_comes_back_is_held_once() -> None:
    X, y = noisy(2, 3)
    model = Model(KernelPassiveAggressive(), 3, X.shape[1])
    touched = np.any([learn(model, X, y)[1] for _ in range(3)], axis=0)
    rows, _ = support(model)
    assert len(rows) == len(np.unique(X[touched], axis=0)) < touched.sum()


@pytest.mark.parametrize(("evict", "left"), [("oldest", [4.0, 2.0, 3.0]), ("smallest", [1.0, 4.0, 3.0])])
def test_the_oldest_or_the_smallest_gives_way(evict: Evict, left: list[float]) -> None:
    """Examples so far apart for the kernel that each has the loss of an empty model: the margin asked for."""
    learner = KernelPassiveAggressive(variant="PA", kernel="rbf", width=0.01, budget=3, evict=evict)
    model = Model(learner, 2, 1)
    for x, margin in ((1.0, 3.0), (2.0, 1.0), (3.0, 2.0), (4.0, 2.0)):
        learner.margin = margin
        learn(model, np.array([[x]]), np.array([1]))
    rows, coefficients = support(model)
    assert rows[:, 0].tolist() == left
    np.testing.assert_allclose(coefficients, [[{1.0: 3.0, 2.0: 1.0}.get(x, 2.0) for x in left]])


@interpreted()
def test_which_example_leaves_at_random_depends_on_the_key_alone() -> None:
    X, y = noisy(3, 2)
    prints = []
    for key in ((1, 2), (1, 2), (1, 3)):
        model = Model(KernelPerceptron(kernel="rbf", budget=5, evict="random"), 2, X.shape[1], key)
        learn(model, X, y)
        prints.append(model.fingerprint())
    assert prints[0] == prints[1] != prints[2]


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


def test_a_million_rounds_with_a_budget_take_no_more_memory() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100_000, 2)), rng.integers(0, 2, 100_000)
    model = Model(KernelPassiveAggressive(budget=5), 2, 2)
    order, touched = np.arange(len(y)), np.zeros(len(y), np.bool_)
    model.learn(X, y, order, touched)
    held = model.state.W
    tracemalloc.start()
    try:
        for _ in range(9):
            assert (model.learn(X, y, order, touched).updates or 0) > 10_000
        grown, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert grown < 20_000
    assert all(new is old for new, old in zip(model.state.W, held, strict=True))
    assert len(held.rows) == 5


def test_room_for_single_rounds_is_made_rarely() -> None:
    X, y = noisy(3, 4, n=300)
    model = Model(KernelPassiveAggressive(), 4, X.shape[1])
    rooms = set()
    for i in range(len(y)):
        learn(model, X[i : i + 1], y[i : i + 1])
        rooms.add(len(model.state.W.rows))
    assert len(rooms) <= 9
    assert max(rooms) <= 2 * model.measures()["support_size"]


def test_what_has_no_length_in_the_kernels_space_changes_nothing() -> None:
    X, y = noisy(0, 3)
    zero, label = np.zeros((1, X.shape[1])), np.array([1])
    for offset, updates in ((0.0, 0), (0.5, 1)):
        model = Model(KernelPassiveAggressive(offset=offset, margin=100.0), 3, X.shape[1])
        learn(model, X[1:17], y[1:17])
        before = model.fingerprint()
        assert learn(model, zero, label)[0].updates == updates
        assert (model.fingerprint() == before) == (updates == 0)


@pytest.mark.parametrize("budget", [{}, {"budget": 2}], ids=said)
@pytest.mark.parametrize("where", [0, 60])
def test_one_example_whose_kernel_overflows_is_an_error(budget: dict[str, Any], where: int) -> None:
    X, y = noisy(0, 3)
    X[where] = 1e60
    with pytest.raises(LearnerError, match="scale the data"):
        learn(Model(KernelPassiveAggressive(**budget), 3, X.shape[1]), X, y)


def test_scores_that_overflow_are_an_error_and_no_silent_nan() -> None:
    """Each example comes once: no coefficient overflows, only their sum."""
    X, y = noisy(0, 3)
    model = Model(KernelPerceptron(rate=1e308), 3, X.shape[1])
    with pytest.raises(LearnerError, match="overflowed"):
        learn(model, X[:80], y[:80])
    assert np.isfinite(support(model)[1]).all()


def test_a_score_that_overflows_after_the_stream_leaves_the_model_alone() -> None:
    X, y = noisy(0, 3)
    model = Model(KernelPassiveAggressive(), 3, X.shape[1])
    learn(model, X, y)
    before = model.fingerprint()
    assert not np.isfinite(model.scores(np.full((1, X.shape[1]), 1e200))).all()
    assert model.fingerprint() == before


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


def test_other_kernels_with_the_same_coefficients_are_told_apart() -> None:
    """The Perceptron's are all ±1: which examples they belong to is part of the fingerprint."""
    X = np.array([[1.0], [2.0]])
    one, other = (Model(KernelPerceptron(), 2, 1) for _ in range(2))
    learn(one, X, np.array([1, 1]))
    learn(other, np.array([[0.0], [2.0]]), np.array([1, 1]))
    np.testing.assert_array_equal(support(one)[1], support(other)[1])
    assert one.fingerprint() != other.fingerprint()


def test_what_is_handed_out_is_no_part_of_the_model() -> None:
    X, y = noisy(0, 3)
    model = Model(KernelMIRA(), 3, X.shape[1])
    learn(model, X, y)
    before = model.scores(X)
    for array in support(model):
        array[:] = 0.0
    np.testing.assert_array_equal(model.scores(X), before)


def test_there_are_no_weights_and_no_bounds_in_the_space_of_the_examples() -> None:
    model = Model(KernelPerceptron(), 2, 3)
    with pytest.raises(TypeError, match="no linear weights"):
        model.weights()
    target = np.eye(3)[0]
    assert not model.target_measures(KnownTarget(target=target, margins=np.ones(4), radius=1.0))


@pytest.mark.parametrize(
    "learner", [KernelPassiveAggressive(budget=7, **SQUARE), KernelMIRA(budget=7, **SQUARE)]
)
def test_the_simpler_learner_has_the_same_kernel_and_budget(
    learner: KernelPassiveAggressive | KernelMIRA,
) -> None:
    simpler = learner.simpler()
    assert simpler is not None
    assert (
        simpler[1].expansion_parameters()
        == learner.expansion_parameters()
        == {**SQUARE, "budget": 7, "width": 1.0, "evict": "oldest"}
    )


@cache
def usps() -> tuple[Floats, Ints]:
    """As in the PA paper: zero mean, mean squared norm 1, in file order."""
    dataset = load_dataset("usps")
    X, _ = prepare([PreprocessingStep("center"), PreprocessingStep("mean_norm")], dataset)
    return np.ascontiguousarray(X), np.searchsorted(dataset.classes, dataset.y_train)


@pytest.mark.parametrize(
    ("name", "given", "published", "ours"),
    [
        ("kernel_perceptron", {"multiclass": "uniform"}, 488, 537),
        ("kernel_mira", {"margin": 0.01}, 273, 288),
        ("kernel_pa", {"C": 100.0}, 293, 309),
    ],
)
def test_usps_in_file_order_is_near_the_published_mistakes(
    name: str, given: dict[str, Any], published: int, ours: int
) -> None:
    """Fig. 6 of the PA paper; the file is the smoothed variant, and `ours` what others found with it."""
    X, y = usps()
    mistakes = learn(Model(registry()[name](**given, **CUBIC), 10, X.shape[1]), X, y)[0].mistakes
    assert mistakes == ours
    assert abs(mistakes - published) <= 0.12 * published


def test_usps_costs_at_most_twice_a_gram_matrix_and_its_use() -> None:
    X, y = usps()
    learn(Model(KernelPassiveAggressive(C=100.0), 10, X.shape[1]), X[:9], y[:9])  # compiled
    model = Model(KernelPassiveAggressive(C=100.0), 10, X.shape[1])
    begun = time.perf_counter()
    counts, _ = learn(model, X, y)
    between = time.perf_counter()
    assert by_gram_matrix(X, y) == counts
    assert between - begun <= 2 * (time.perf_counter() - between)
    assert sum(part.nbytes for part in model.state.W if isinstance(part, np.ndarray)) < 1.1 * X.nbytes


def test_the_same_fit_is_the_same_bytes() -> None:
    """No memory that nobody wrote is pickled."""
    X, y = np.random.default_rng(0).normal(size=(400, 30)), np.arange(400) % 2
    made = {pickle.dumps(estimator_class(KernelPerceptron)(kernel="rbf").fit(X, y)) for _ in range(5)}
    assert len(made) == 1


def test_examples_that_fit_no_memory_name_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    def grown(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(kernel_learner, "grown", grown)
    model = Model(KernelPassiveAggressive(kernel="linear"), 2, 7)
    with pytest.raises(LearnerError, match="no memory for 200 examples of 7 features; give a budget"):
        model.learner.reserve_rounds(model.state, 200)
