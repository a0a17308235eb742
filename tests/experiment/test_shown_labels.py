"""The labels that are shown: as many as asked for, and the same ones to every learner."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.experiment.protocol import Prepared, Task, revealed, run_cell
from onlinelearn.experiment.shown_labels import ShownLabels
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.manifold.online_manifold import OnlineManifold

Y = np.repeat([0, 1, 2], [600, 300, 7])


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.9])
def test_each_label_is_shown_with_the_same_chance(rate: float) -> None:
    counts = [ShownLabels(rate, "independent").shown(Y, (1, number)).sum() for number in range(40)]
    trials = 40 * len(Y)
    assert abs(sum(counts) - rate * trials) < 4.0 * np.sqrt(trials * rate * (1 - rate))
    assert len(set(counts)) > 3, "how many there are is left to chance"


def test_a_class_has_no_part_in_an_independent_draw() -> None:
    labels = ShownLabels(0.3, "independent")
    np.testing.assert_array_equal(labels.shown(Y, (1, 1)), labels.shown(Y[::-1].copy(), (1, 1)))


@given(
    sizes=st.lists(st.integers(1, 60), min_size=1, max_size=4),
    rate=st.floats(0.001, 1.0),
    key=st.tuples(st.integers(0, 99), st.integers(1, 99)),
)
@settings(deadline=None)
def test_a_stratified_draw_shows_the_same_share_of_every_class_and_one_at_least(
    sizes: list[int], rate: float, key: tuple[int, int]
) -> None:
    y = np.random.default_rng(key).permutation(np.repeat(np.arange(len(sizes)), sizes))
    shown = ShownLabels(rate, "stratified").shown(y, key)
    assert [int(shown[y == k].sum()) for k in range(len(sizes))] == [max(1, round(rate * n)) for n in sizes]


@pytest.mark.parametrize("draw", ["independent", "stratified"])
def test_a_higher_rate_shows_what_a_lower_one_does_and_more(draw: Any) -> None:
    few, many = (ShownLabels(rate, draw).shown(Y, (3, 1)) for rate in (0.1, 0.4))
    assert many[few].all()
    assert many.sum() > few.sum()


@pytest.mark.parametrize("draw", ["independent", "stratified"])
def test_draws_differ_by_seed_and_permutation_alone(draw: Any) -> None:
    labels = ShownLabels(0.3, draw)
    first = labels.shown(Y, (1, 1))
    np.testing.assert_array_equal(labels.shown(Y, (1, 1)), first)
    for key in ((1, 2), (2, 1)):
        assert not np.array_equal(labels.shown(Y, key), first)


def prepared() -> Prepared:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 3)), rng.integers(0, 2, 80)
    return Prepared(X, y, X[:9].copy(), y[:9], 2)


@pytest.mark.parametrize("draw", ["independent", "stratified"])
def test_learners_share_the_labels_that_are_shown_in_every_epoch(draw: Any) -> None:
    data, task = prepared(), Task(1, 2, 3, ("labels",), labels=ShownLabels(0.3, draw))
    shown = revealed(task, data)
    assert shown is not None
    for learner in (PassiveAggressive(), Perceptron(), OnlineManifold(buffer=9)):
        outcome = run_cell(learner, data, task)
        assert [epoch.extra["labels"] for epoch in outcome.epochs] == [k * shown.sum() for k in (1, 2, 3)]


def test_a_hidden_label_has_no_part_in_what_is_learnt() -> None:
    """Other labels where they are hidden: another count of mistakes, and the same model to the bit."""
    data, task = prepared(), Task(1, 2, 2, labels=ShownLabels(0.3, "independent"))
    shown = revealed(task, data)
    assert shown is not None
    other = Prepared(
        data.X_train, np.where(shown, data.y_train, 1 - data.y_train), data.X_test, data.y_test, 2
    )
    for learner in (PassiveAggressive(), OnlineManifold(buffer=9)):
        one, two = (run_cell(learner, each, task) for each in (data, other))
        assert [point.chain for point in one.curve] == [point.chain for point in two.curve]
        assert one.predictions == two.predictions
        assert one.epochs[-1].mistakes != two.epochs[-1].mistakes
