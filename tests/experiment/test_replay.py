"""A stream seen again is the stream that was run."""

import numpy as np
import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.experiment.replays import replay
from onlinelearn.learners.algorithms.cellip import CELLIP
from onlinelearn.learners.algorithms.kernel_perceptron import KernelPerceptron
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.algorithms.voted_perceptron import VotedPerceptron
from onlinelearn.learners.algorithms.winnow import Winnow
from onlinelearn.learners.engine.learner import Learner


def prepared() -> Prepared:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 2))
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    y = (X[:, 0] > 0.2 * X[:, 1]).astype(np.int64)
    return Prepared(X, y, X[:5], y[:5], 2)


def test_every_update_is_a_moment() -> None:
    data, task = prepared(), Task(2009, 1, 2)
    learner = PassiveAggressive(C=0.5)
    again, outcome = replay(learner, data, task), run_cell(learner, data, task)
    assert len(again.moments) == outcome.epochs[-1].updates
    assert [m.round for m in again.moments] == sorted({m.round for m in again.moments})
    assert not again.start.weights.any()
    assert again.start.covariance is None


def test_a_moment_shows_the_ellipsoid_after_its_example() -> None:
    again = replay(CELLIP(margin=0.1), prepared(), Task(2009, 1, 1))
    before = again.start
    assert before.covariance is not None
    np.testing.assert_allclose(before.covariance, 1.05**2 * np.eye(2))
    for moment in again.moments:
        assert moment.row is not None
        assert moment.covariance is not None
        x, y = again.X[moment.row], 2 * again.y[moment.row] - 1
        # (10): the centre now has the margin that CELLIP aims at, a·γ.
        np.testing.assert_allclose(y * (moment.weights[0] @ x), 0.05, rtol=1e-9)
        assert np.linalg.det(moment.covariance) < np.linalg.det(before.covariance)
        before = moment


@pytest.mark.parametrize("learner", [VotedPerceptron(), KernelPerceptron(), Winnow(threshold=1.0)])
def test_who_has_no_boundary_through_zero_is_refused(learner: Learner) -> None:
    with pytest.raises(ConfigError, match="has no weights whose boundary w·x = 0 could be drawn"):
        replay(learner, prepared(), Task(2009, 1, 1))


def test_a_moment_shows_the_weights_that_predict() -> None:
    data, task = prepared(), Task(2009, 1, 1)
    plain, averaged = (replay(Perceptron(average=average), data, task) for average in (False, True))
    assert [moment.round for moment in plain.moments] == [moment.round for moment in averaged.moments]
    before, first = 0, averaged.moments[0].round
    sums = np.zeros((1, 2))
    last = plain.start.weights
    for moment, mean in zip(plain.moments, averaged.moments, strict=True):
        sums += (moment.round - before) * last
        np.testing.assert_allclose(mean.weights, sums / moment.round, atol=1e-12)
        before, last = moment.round, moment.weights
    assert not averaged.moments[0].weights.any()
    assert first == 1
