"""The cost of sparse examples is that of the features that are not zero, in a round and after it."""

from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from onlinelearn.learners.engine import diagonal, stream
from onlinelearn.learners.engine.kernel_learner import KernelLearner
from onlinelearn.learners.engine.learner import Learner
from onlinelearn.learners.engine.linking import link
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.sparse import readable
from onlinelearn.learners.estimators import estimator_class
from tests.interpreted import interpreted
from tests.learners.test_sparse import CLASSES, VARIANTS, drawn, targets


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


def uses(name: str, settled: dict[str, Any], n_classes: int, d: int, active: int) -> int:
    """How many elements are touched in 30 rounds, with so many active features in each.

    The features are in groups, multiples of eight, of which each round has one: where the groups are
    larger, the same sums come out, and the same rounds are mistakes.
    """
    offsets = np.random.default_rng(7).integers(0, 10, 30)
    places = offsets[:, None] + np.arange(active) * (d // active)
    starts = np.arange(31) * active
    X: Any = csr_matrix((np.ones(30 * active), places.ravel(), starts), shape=(30, d))
    learner = registry()[name](**settled)
    model = Model(learner, n_classes, d)
    with interpreted():
        loop = link(stream.stream, "test", model.layers(X))
    state = learner.reserve_values(learner.reserve_rounds(model.state, 30), 30 * active)
    state, rows = counted(state), counted(readable(X))
    Counted.uses = 0
    y, order = targets(name, np.arange(30) % n_classes), np.arange(30)
    mistakes, _ = loop(state, learner.constants(), rows, y, order, np.zeros(30), np.zeros(30))
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

    monkeypatch.setattr(registry()[name], "model_numbers", all_of_them)
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


@pytest.mark.parametrize("name", ["arow", "scw", "sop", "cw", "nherd", "narow"])
@interpreted()
def test_learning_from_few_features_measures_no_volume(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes all variances, and is for those who ask for it."""
    asked: list[Any] = []

    def log_volume(shape: Any) -> float:
        asked.append(shape)
        return 0.5

    monkeypatch.setattr(diagonal, "log_volume", log_volume)
    X, y = drawn(5, 6, 30, 2, 0.3)
    model = estimator_class(registry()[name])(matrix="diagonal")
    for _ in range(2):
        model.partial_fit(csr_matrix(X), y, classes=[0, 1])
    assert not asked
    assert model.log_volume_ == model.log_volume_ == 0.5
    assert len(asked) == 1
    model.partial_fit(csr_matrix(X), y)
    assert len(asked) == 1
    assert model.log_volume_ == 0.5
    assert len(asked) == 2
