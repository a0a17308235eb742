"""The voted Perceptron: it learns as the Perceptron does, and all that it ever was votes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners.algorithms.perceptron import Perceptron
from onlinelearn.learners.algorithms.voted_perceptron import VotedPerceptron
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles import VotedPerceptronOracle


def data(seed: int, n: int, d: int, n_classes: int) -> tuple[Floats, Ints]:
    """Whole numbers, so that every sum is exact, with rows of zeros among them."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, (n, d)).astype(float), rng.integers(0, n_classes, n)
    X[:: max(2, n // 5)] = 0.0
    return X, y


def stream(model: Model, X: Floats, y: Ints) -> tuple[int, int | None]:
    return model.learn(X, y, np.arange(len(y)), np.zeros(len(y), np.bool_))


@given(seed=st.integers(0, 2**32), n=st.integers(1, 50), d=st.integers(1, 6), n_classes=st.integers(2, 4))
@settings(deadline=None)
def test_every_vector_votes_once_for_each_round_that_it_survived(
    seed: int, n: int, d: int, n_classes: int
) -> None:
    X, y = data(seed, n, d, n_classes)
    model, oracle = Model(VotedPerceptron(), n_classes, d), VotedPerceptronOracle(n_classes, d)
    happened = [oracle.round(x, int(label)) for x, label in zip(X, y, strict=True)]
    assert stream(model, X, y) == (sum(h.mistake for h in happened), sum(h.updated for h in happened))
    asked, _ = data(seed + 1, 20, d, n_classes)
    np.testing.assert_array_equal(model.scores(asked), [oracle.counted(x) for x in asked])
    assert model.state.votes.sum() == n - sum(h.mistake and not h.updated for h in happened)


@given(seed=st.integers(0, 2**32), n_classes=st.integers(2, 4))
@settings(deadline=None, max_examples=30)
def test_it_learns_as_the_perceptron_does_in_pieces_too(seed: int, n_classes: int) -> None:
    X, y = data(seed, 60, 4, n_classes)
    whole, pieces = (Model(VotedPerceptron(), n_classes, 4) for _ in range(2))
    plain = Model(Perceptron(), n_classes, 4)
    assert stream(whole, X, y) == stream(plain, X, y)
    for begin in range(0, 60, 7):
        stream(pieces, X[begin : begin + 7], y[begin : begin + 7])
    np.testing.assert_array_equal(whole.state.W, plain.state.W)
    np.testing.assert_array_equal(whole.scores(X), pieces.scores(X))
    assert whole.fingerprint() == pieces.fingerprint()


def test_votes_are_part_of_what_tells_models_apart() -> None:
    X, y = np.array([[1.0], [2.0]]), np.array([1, 1])
    one, two = Model(VotedPerceptron(), 2, 1), Model(VotedPerceptron(), 2, 1)
    stream(one, X[:1], y[:1])
    stream(two, X, y)
    assert np.array_equal(one.state.W, two.state.W)
    assert one.fingerprint() != two.fingerprint()


def test_it_has_no_weights_to_show() -> None:
    with pytest.raises(TypeError, match="no linear weights"):
        Model(VotedPerceptron(), 2, 1).weights()
