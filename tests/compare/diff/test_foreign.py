"""Our learners against others': only predictions are compared."""

from typing import Any, Self

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from river import dummy, linear_model
from sklearn.linear_model import Perceptron as SklearnPerceptron
from sklearn.linear_model import SGDClassifier

import onlinelearn
from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.errors import ConfigError, LearnerError
from onlinelearn.compare.diff import River, first_difference
from onlinelearn.compare.diff.stream_followers import ForeignFollower
from onlinelearn.experiment.models import ForeignModel
from onlinelearn.experiment.protocol import Task
from onlinelearn.learners import registry
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.algorithms.perceptron import Perceptron
from tests.compare.diff.naive import course, first_round, foreign_course, noise, order, wrapping
from tests.interpreted import interpreted

# The voted Perceptron learns by its last weights and predicts, once the stream is over, by all. The
# Banditron draws by the key of a permutation, which no class but ours is told.
CLASSIFIERS = [
    name
    for name, each in registry().items()
    if each.kind == "classification" and not each.unlabeled and name not in ("voted_perceptron", "banditron")
]


class Disguised:
    """One of ours that nobody can tell for ours."""

    def __init__(self, name: str) -> None:
        self.inner: Any = getattr(onlinelearn, registry()[name].__name__)()

    def partial_fit(self, X: Floats, y: Ints, classes: Ints | None = None) -> Self:
        self.inner.partial_fit(X, y, classes)
        return self

    def predict(self, X: Floats) -> Ints:
        said: Ints = self.inner.predict(X)
        return said


@pytest.mark.parametrize("name", CLASSIFIERS)
@pytest.mark.parametrize("n_classes", [2, 4])
@wrapping
@interpreted()
def test_ours_never_parts_from_itself_in_disguise(name: str, n_classes: int) -> None:
    data = noise(4, 60, 5, n_classes)
    assert first_difference(registry()[name](), Disguised(name), data, Task(1, 1, 2)) is None
    assert first_difference(Disguised(name), Disguised(name), data, Task(1, 1, 2)) is None


@given(
    seed=st.integers(0, 2**32),
    n_classes=st.integers(2, 4),
    kind=st.sampled_from([SGDClassifier, SklearnPerceptron]),
)
@settings(deadline=None, max_examples=15)
def test_scikit_learns_part_where_a_plain_loop_says(seed: int, n_classes: int, kind: Any) -> None:
    data, task, theirs = noise(seed, 30, 3, n_classes), Task(1, 1, 2), kind(random_state=0)
    done = foreign_course(theirs, data, task, classes=np.arange(n_classes))
    expected = first_round(course(Perceptron(), data, task), done, "predictions", since=2)
    found = first_difference(Perceptron(), theirs, data, task)
    assert (found and found.round) == expected
    if found and expected:
        assert (found.quantity, found.change) == ("prediction", None)
        assert found.other.prediction == done[expected - 1].prediction
        assert (found.other.updated, found.other.updates) == (None, None)
        labels = data.y_train[order(task, 30)[: expected - 1]]
        assert found.other.mistakes == sum(a.prediction != b for a, b in zip(done, labels, strict=False))


def rivers_pa(C: float) -> River:
    pa: Any = linear_model.PAClassifier
    return River(pa(C=C, mode=1, learn_intercept=False))


@pytest.mark.parametrize("seed", range(3))
def test_rivers_pa_is_our_pa_one_as_long_as_the_parameters_are(seed: int) -> None:
    data, task, ours = noise(seed, 100, 4, 2), Task(1, 1, 1), PassiveAggressive(C=0.5)
    assert first_difference(ours, rivers_pa(C=0.5), data, task) is None
    done = foreign_course(rivers_pa(C=0.05), data, task)
    expected = first_round(course(ours, data, task), done, "predictions", since=2)
    found = first_difference(ours, rivers_pa(C=0.05), data, task)
    assert expected is not None
    assert found is not None
    assert (found.round, found.other.scores) == (expected, None)


def test_a_river_model_that_knows_no_class_says_nothing() -> None:
    assert River(dummy.NoChangeClassifier()).predict(np.ones((2, 3))).tolist() == [-1, -1]


def test_their_predictions_are_not_kept() -> None:
    data = noise(3, 200, 3, 3)
    one = ForeignFollower(ForeignModel(Disguised("pa"), 3))
    one.follow(data, np.arange(150))
    one.follow(data, np.empty(0, np.int64))
    one.follow(data, np.arange(150, 200))
    assert len(one.model.predictions) == 1


def test_comparing_does_not_touch_the_objects() -> None:
    theirs = SGDClassifier(random_state=0)
    first_difference(Perceptron(), theirs, noise(3, 20, 3, 3), Task(1, 1, 1))
    assert not hasattr(theirs, "coef_")


def test_weights_of_others_cannot_be_compared() -> None:
    with pytest.raises(ConfigError, match="only predictions are known, not weights"):
        first_difference(Perceptron(), Disguised("pa"), noise(3, 20, 3, 3), Task(1, 1, 1), "weights")


def test_a_fault_of_theirs_is_told_as_theirs() -> None:
    class Broken(Disguised):
        def partial_fit(self, X: Floats, y: Ints, classes: Ints | None = None) -> Self:
            raise KeyError("lost")

    with pytest.raises(LearnerError, match="Broken fails with KeyError: 'lost'"):
        first_difference(Perceptron(), Broken("pa"), noise(3, 20, 3, 3), Task(1, 1, 1))
