"""Sparse examples: the bits of dense ones, at the cost of the features that are not zero."""

from types import FunctionType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array, csr_matrix

from onlinelearn.errors import LearnerError
from onlinelearn.learners import registry, stream
from onlinelearn.learners.averaged import AVERAGING, averaged
from onlinelearn.learners.center import CenterLearner
from onlinelearn.learners.ellipsoid import EllipsoidLearner
from onlinelearn.learners.kernel_learner import KernelLearner
from onlinelearn.learners.learner import Learner
from onlinelearn.learners.link import _names
from onlinelearn.learners.model import Model
from onlinelearn.learners.sparse import SPARSE, readable
from onlinelearn.types import Floats, Ints

ABLE = [name for name, learner in registry().items() if learner.sparse]
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in ABLE),
    ("perceptron", {"multiclass": "uniform"}),
    ("perceptron", {"multiclass": "proportional", "rate": 0.3}),
    ("perceptron", {"average": True, "init": "normal"}),
    ("perceptron", {"average": True}),
    ("pa", {"variant": "PA-II", "average": True}),
    ("pa_regression", {"variant": "PA", "average": True}),
    ("lms", {"normalized": True, "average": True}),
    ("lms_regression", {"normalized": True, "average": True}),
    ("mira", {"average": True}),
    ("winnow", {"balanced": True, "alpha": 1.3}),
]
CLASSES = {"classification": (2, 3, 9), "regression": (2,)}
"""A regressor has one column of weights, as a classifier for two classes."""


def targets(name: str, y: Ints) -> Any:
    """What the learner is told: class numbers, or numbers."""
    return y if registry()[name].kind == "classification" else y - 0.3


def test_all_take_them_but_those_that_change_every_weight_in_a_round() -> None:
    """The ellipsoids do, and so does a ball, which moves towards the point in all coordinates."""
    others = {name: learner for name, learner in registry().items() if name not in ABLE}
    assert all(issubclass(each, EllipsoidLearner | CenterLearner) for each in others.values())
    assert {"perceptron", "voted_perceptron", "pa", "mira", "lms", "winnow"} <= set(ABLE)
    assert {"pa_regression", "lms_regression"} <= set(ABLE)


def drawn(seed: int, n: int, d: int, n_classes: int, share: float) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    X = np.where(rng.uniform(size=(n, d)) < share, rng.normal(size=(n, d)), 0.0)
    return X, rng.integers(0, n_classes, n)


def learnt(name: str, settled: dict[str, Any], X: Any, y: Ints, n_classes: int) -> tuple[Any, bytes, bytes]:
    """All that a model shows of itself."""
    model = Model(registry()[name](**settled), n_classes, X.shape[1], (1, 2))
    counts = model.learn(X, targets(name, y), np.arange(len(y)), np.zeros(len(y), np.bool_))
    return counts, model.fingerprint(), model.scores(X).tobytes()


@pytest.mark.parametrize(
    ("name", "settled", "n_classes"),
    [(name, settled, n) for name, settled in VARIANTS for n in CLASSES[registry()[name].kind]],
    ids=str,
)
@given(seed=st.integers(0, 2**32), d=st.integers(1, 40), share=st.sampled_from([0.05, 0.3, 1.0]))
@settings(deadline=None, max_examples=8)
def test_sparse_and_dense_rows_give_the_same_bits(
    name: str, settled: dict[str, Any], n_classes: int, seed: int, d: int, share: float
) -> None:
    X, y = drawn(seed, 40, d, n_classes, share)
    dense = learnt(name, settled, X, y, n_classes)
    assert learnt(name, settled, csr_matrix(X), y, n_classes) == dense


def test_duplicate_unsorted_and_stored_zeros_are_one_and_the_same_matrix() -> None:
    X, y = drawn(3, 30, 20, 2, 0.3)
    whole = csr_array(X)
    columns = np.concatenate(
        [[19, 4], whole.indices[: whole.indptr[1]][::-1], whole.indices[whole.indptr[1] :]]
    )
    first = whole.data[: whole.indptr[1]][::-1]
    values = np.concatenate([[0.0, 0.0], first, whole.data[whole.indptr[1] :]])
    messy = csr_array((values, columns, np.concatenate([[0], whole.indptr[1:] + 2])), shape=X.shape)
    before = messy.data.tobytes()
    assert learnt("pa", {}, messy, y, 2) == learnt("pa", {}, X, y, 2)
    assert messy.data.tobytes() == before


@pytest.mark.parametrize("name", [name for name in registry() if name not in ABLE])
def test_the_others_say_that_they_want_dense_rows(name: str) -> None:
    X, y = drawn(0, 5, 3, 2, 0.5)
    rows: Any = csr_matrix(X)
    model = Model(registry()[name](), 2, 3)
    for use in (lambda: model.learn(rows, y, np.arange(5), np.zeros(5, np.bool_)),
                lambda: model.scores(rows)):  # fmt: skip
        with pytest.raises(LearnerError, match="dense rows") as caught:
            use()
        assert "\n" not in str(caught.value)


class Counted(np.ndarray[Any, np.dtype[Any]]):
    """An array that counts how often its elements are read and written."""

    uses = 0

    def __getitem__(self, at: Any) -> Any:
        Counted.uses += not isinstance(at, slice)
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        Counted.uses += 1
        super().__setitem__(at, value)


def counted(thing: Any) -> Any:
    """The same, with every array in it counted."""
    if isinstance(thing, np.ndarray):
        return thing.view(Counted)
    return type(thing)(*map(counted, thing)) if isinstance(thing, tuple) else thing


def uncompiled(function: Any, bound: dict[str, Any], done: dict[Any, Any]) -> Any:
    """What `link` makes, left as plain Python."""
    if function not in done:
        names = dict(function.__globals__)
        done[function] = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        for used in _names(function.__code__):
            below = bound.get(used, names.get(used))
            if isinstance(below, FunctionType):
                names[used] = uncompiled(below, bound, done)
    return done[function]


def uses(name: str, settled: dict[str, Any], n_classes: int, d: int, active: int) -> int:
    """How many elements are touched in 30 rounds, with so many active features in each.

    The features are in groups, multiples of eight, of which each round has one: where the groups are
    larger, the same sums come out, and the same rounds are mistakes.
    """
    offsets = np.random.default_rng(7).integers(0, 10, 30)
    places = offsets[:, None] + np.arange(active) * (d // active)
    starts = np.arange(31) * active
    X = csr_matrix((np.ones(30 * active), places.ravel(), starts), shape=(30, d))
    learner = registry()[name](**settled)
    averaging = AVERAGING if learner.average else {}
    loop = uncompiled(stream.stream, {**SPARSE, **learner.bound(), **averaging, "step": learner.step}, {})
    state = learner.start(1 if n_classes == 2 else n_classes, d, ())
    if learner.average:
        state = state._replace(W=averaged(state.W))
    state = learner.hold(learner.reserve(state, 30), 30 * active)
    state, rows = counted(state), counted(readable(X))
    Counted.uses = 0
    y, order = targets(name, np.arange(30) % n_classes), np.arange(30)
    mistakes, _ = loop(state, learner.constants(), rows, y, order, np.zeros(30))
    assert mistakes > 3
    return Counted.uses


LINEAR = [
    (name, settled)
    for name, settled in VARIANTS
    if not issubclass(registry()[name], KernelLearner) and "init" not in settled
]
"""A kernel learner keeps whole rows, and compares an example with each of them; with other random
weights other rounds are mistakes."""


@pytest.mark.parametrize(
    ("name", "settled", "n_classes"),
    [(name, settled, n) for name, settled in LINEAR for n in CLASSES[registry()[name].kind][:2]],
    ids=str,
)
def test_a_round_costs_what_the_active_features_cost(
    name: str, settled: dict[str, Any], n_classes: int
) -> None:
    """The features that an example lacks cost nothing; twice as many of those that it has, at most twice."""
    cost = uses(name, settled, n_classes, 200_000, 20)
    assert uses(name, settled, n_classes, 320, 20) == cost
    assert uses(name, settled, n_classes, 200_000, 40) <= 2 * cost


@pytest.mark.parametrize(("name", "settled"), LINEAR, ids=str)
def test_after_a_few_rounds_nobody_looks_at_all_weights(
    name: str, settled: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_of_them(learner: Learner, state: Any) -> Floats:
        raise AssertionError

    monkeypatch.setattr(registry()[name], "numbers", all_of_them)
    model = Model(registry()[name](**settled), 2, 500)
    X, y = drawn(1, 3, 500, 2, 0.01)
    rows: Any = csr_matrix(X)
    model.learn(rows, targets(name, y), np.arange(3), np.zeros(3, np.bool_))


OVERFLOWS: list[tuple[str, float, dict[str, Any]]] = [
    ("lms", 1e150, {"rate": 1e200}),
    ("lms", 1e150, {"rate": 1e200, "average": True}),
    ("perceptron", 1e200, {}),
    ("voted_perceptron", 1e200, {}),
    ("winnow", 1e200, {}),
]


@pytest.mark.parametrize(("name", "value", "settled"), OVERFLOWS, ids=str)
@pytest.mark.parametrize("feature", [0, 7, 49])
def test_an_overflow_in_one_row_is_found_wherever_it_is(
    name: str, value: float, settled: dict[str, Any], feature: int
) -> None:
    """A weight of LMS overflows itself, a norm is marked for the others."""
    model = Model(registry()[name](**settled), 2, 50)
    row: Any = csr_matrix(([value], [feature], [0, 1]), shape=(1, 50))
    with pytest.raises(LearnerError, match="the weights overflowed"):
        model.learn(row, np.array([0]), np.array([0]), np.zeros(1, np.bool_))
