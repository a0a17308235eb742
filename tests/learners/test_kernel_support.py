"""The support of kernel learners: what it holds, what a budget lets go, and when it is refused."""

import pickle
import tracemalloc
from typing import Any

import numpy as np
import pytest

from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.algorithms.kernel_mira import KernelMIRA
from onlinelearn.learners.algorithms.kernel_pa import KernelPassiveAggressive
from onlinelearn.learners.algorithms.kernel_perceptron import KernelPerceptron
from onlinelearn.learners.engine import kernel_learner
from onlinelearn.learners.engine.kernel_expansion import Evict
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.estimators import estimator_class
from onlinelearn.learners.theory.known_target import KnownTarget
from tests.interpreted import interpreted
from tests.learners.kernel_streams import (
    BUDGETS,
    SQUARE,
    learn,
    noisy,
    said,
    support,
)


@pytest.mark.parametrize("evict", ["oldest", "smallest"])
@interpreted()
def test_a_budget_that_is_never_spent_changes_no_bit(evict: Evict) -> None:
    X, y = noisy(0, 4)
    free = Model(KernelPassiveAggressive(), 4, X.shape[1])
    updates = learn(free, X, y)[0].updates
    bounded = Model(KernelPassiveAggressive(budget=updates, evict=evict), 4, X.shape[1])
    assert learn(bounded, X, y)[0].updates == updates
    assert bounded.fingerprint() == free.fingerprint()
    np.testing.assert_array_equal(bounded.scores(X), free.scores(X))


@pytest.mark.parametrize("budget", BUDGETS, ids=said)
@interpreted()
def test_pieces_of_a_stream_give_the_bits_of_the_whole(budget: dict[str, Any]) -> None:
    X, y = noisy(1, 4)
    whole, pieces = (Model(KernelPassiveAggressive(**budget), 4, X.shape[1]) for _ in range(2))
    learn(whole, X, y)
    for i in range(len(y)):
        learn(pieces, X[i : i + 1], y[i : i + 1])
    assert pieces.fingerprint() == whole.fingerprint()
    np.testing.assert_array_equal(pieces.scores(X), whole.scores(X))


@interpreted()
def test_an_example_that_comes_back_is_held_once() -> None:
    X, y = noisy(2, 3)
    model = Model(KernelPassiveAggressive(), 3, X.shape[1])
    touched = np.any([learn(model, X, y)[1] for _ in range(3)], axis=0)
    rows, _ = support(model)
    assert len(rows) == len(np.unique(X[touched], axis=0)) < touched.sum()


@pytest.mark.parametrize(("evict", "left"), [("oldest", [4.0, 2.0, 3.0]), ("smallest", [1.0, 4.0, 3.0])])
@interpreted()
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


@interpreted()
def test_room_for_single_rounds_is_made_rarely() -> None:
    X, y = noisy(3, 4, n=300)
    model = Model(KernelPassiveAggressive(), 4, X.shape[1])
    rooms = set()
    for i in range(len(y)):
        learn(model, X[i : i + 1], y[i : i + 1])
        rooms.add(len(model.state.W.rows))
    assert len(rooms) <= 9
    assert max(rooms) <= 2 * model.measures()["support_size"]


@interpreted()
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
@interpreted()
def test_one_example_whose_kernel_overflows_is_an_error(budget: dict[str, Any], where: int) -> None:
    X, y = noisy(0, 3)
    X[where] = 1e60
    with pytest.raises(LearnerError, match="scale the data"):
        learn(Model(KernelPassiveAggressive(**budget), 3, X.shape[1]), X, y)


@interpreted()
def test_scores_that_overflow_are_an_error_and_no_silent_nan() -> None:
    """Each example comes once: no coefficient overflows, only their sum."""
    X, y = noisy(0, 3)
    model = Model(KernelPerceptron(rate=1e308), 3, X.shape[1])
    with pytest.raises(LearnerError, match="overflowed"):
        learn(model, X[:80], y[:80])
    assert np.isfinite(support(model)[1]).all()


@interpreted()
def test_a_score_that_overflows_after_the_stream_leaves_the_model_alone() -> None:
    X, y = noisy(0, 3)
    model = Model(KernelPassiveAggressive(), 3, X.shape[1])
    learn(model, X, y)
    before = model.fingerprint()
    assert not np.isfinite(model.scores(np.full((1, X.shape[1]), 1e200))).all()
    assert model.fingerprint() == before


@interpreted()
def test_other_kernels_with_the_same_coefficients_are_told_apart() -> None:
    """The Perceptron's are all ±1: which examples they belong to is part of the fingerprint."""
    X = np.array([[1.0], [2.0]])
    one, other = (Model(KernelPerceptron(), 2, 1) for _ in range(2))
    learn(one, X, np.array([1, 1]))
    learn(other, np.array([[0.0], [2.0]]), np.array([1, 1]))
    np.testing.assert_array_equal(support(one)[1], support(other)[1])
    assert one.fingerprint() != other.fingerprint()


@interpreted()
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
