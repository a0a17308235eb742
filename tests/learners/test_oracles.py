"""Every learner decides and updates as its oracle does."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given as generated
from hypothesis import settings
from hypothesis import strategies as st
from sklearn.datasets import load_digits, load_iris, load_wine

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.learners import registry
from onlinelearn.learners.engine.ellipsoid import lifted
from onlinelearn.learners.engine.model import Model
from tests.learners.oracles import ORACLES, Oracle

CLOSE = 1e-12

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("perceptron", {}),
    ("perceptron", {"multiclass": "uniform", "rate": 0.5}),
    ("perceptron", {"multiclass": "proportional"}),
    ("pa", {"variant": "PA", "margin": 0.1}),
    ("pa", {"variant": "PA-I", "C": 0.3}),
    ("pa", {"variant": "PA-II", "C": 2.0}),
    ("mira", {"margin": 0.1}),
    ("mira", {"margin": 1.0}),
    ("cellip", {}),
    ("cellip", {"a": 0.9, "margin": 0.01, "initial": "printed"}),
    ("cellip", {"a": 0.2, "margin": 0.5}),
    ("cellip", {"a": 0.5, "margin": 0.02, "update": "minimum_volume"}),
    ("iellip", {}),
    ("iellip", {"b": 0.9, "c": 0.09, "margin": 0.1, "decay": "round"}),
    ("iellip", {"b": 0.5, "c": 0.4, "margin": 0.5, "when": "margin"}),
    ("iellip", {"b": 1.0, "c": 0.02, "margin": 0.1, "scale": 0.1}),
    ("sop", {"a": 0.5}),
    ("sop", {"keep": "every"}),
    ("sop", {"a": 0.2, "matrix": "diagonal"}),
    ("arow", {"r": 0.3}),
    ("arow", {"r": 0.05, "matrix": "diagonal"}),
    ("scw", {}),
    ("scw", {"variant": "SCW-I", "C": 100.0, "confidence": 0.95, "matrix": "diagonal"}),
    ("scw", {"variant": "SCW-II", "C": 0.5, "confidence": 0.9}),
    ("scw", {"variant": "SCW-II", "C": 0.5, "confidence": 0.85, "root": "libol"}),
]
IDS = [f"{name} {' '.join(f'{k}={v}' for k, v in given.items())}" for name, given in VARIANTS]


def test_every_learner_has_an_oracle() -> None:
    """Those that learn from unlabeled examples too have theirs in tests/learners/manifold."""
    assert set(ORACLES) == {name for name, learner in registry().items() if not learner.unlabeled}


def streams(n_classes: int) -> Iterator[tuple[Floats, Ints]]:
    """Random data: some learnable, some noise, some with zero rows and repeated rows."""
    rng = np.random.default_rng(n_classes)
    for d in (1, 3, 8, 17):
        X = rng.normal(size=(120, d))
        target = rng.normal(size=(n_classes, d))
        y = np.argmax(X @ target.T + 0.5 * rng.normal(size=(120, n_classes)), axis=1)
        X[::17] = 0.0
        X[1::13] = X[0]
        yield X, y


def compare(name: str, given: dict[str, Any], X: Floats, y: Ints, n_classes: int) -> None:
    """Round by round until a round is too close to call; weights and counts along the way."""
    model = Model(registry()[name](**given), n_classes, X.shape[1])
    oracle = ORACLES[name](n_classes, X.shape[1], **given)
    for i in range(len(y)):
        happened = oracle.round(X[i], int(y[i]))
        counts = model.learn(X, y, np.array([i]), np.zeros(len(y), np.bool_))
        if happened.gap < CLOSE:
            return
        assert (counts.mistakes, counts.updates) == (happened.mistake, happened.updated), f"round {i}"
        ours = model.learner.weights(model.state)
        np.testing.assert_allclose(ours, oracle.W, rtol=1e-9, atol=1e-9 * np.abs(oracle.W).max())


@pytest.mark.parametrize(("name", "given"), VARIANTS, ids=IDS)
@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_random_streams_match_the_oracle(name: str, given: dict[str, Any], n_classes: int) -> None:
    for X, y in streams(n_classes):
        compare(name, given, X, y, n_classes)


def public(name: str, seed: int) -> tuple[Floats, Ints]:
    X, y = {"iris": load_iris, "wine": load_wine, "digits": load_digits}[name](return_X_y=True)
    order = np.random.default_rng(seed).permutation(len(y))[:400]
    X = X[order] / np.abs(X).max(axis=0).clip(1e-9)
    return np.ascontiguousarray(X), y[order]


@pytest.mark.parametrize(("name", "given"), VARIANTS, ids=IDS)
@pytest.mark.parametrize("dataset", ["iris", "wine", "digits"])
def test_whole_streams_of_public_data_agree(dataset: str, name: str, given: dict[str, Any]) -> None:
    compare_whole(dataset, name, given)


def compare_whole(dataset: str, name: str, given: dict[str, Any]) -> None:
    """The first order of the data in which no round is too close to call."""
    for seed in range(20):
        X, y = public(dataset, seed)
        n_classes, d = int(y.max()) + 1, X.shape[1]
        oracle = ORACLES[name](n_classes, d, **given)
        happened = [oracle.round(x, int(k)) for x, k in zip(X, y, strict=True)]
        if all(h.gap > CLOSE for h in happened):
            break
    else:
        pytest.fail("every order has a round that is too close to call")
    model = Model(registry()[name](**given), n_classes, d)
    touched = np.zeros(len(y), np.bool_)
    counts = model.learn(X, y, np.arange(len(y)), touched)
    assert counts == (sum(h.mistake for h in happened), sum(h.updated for h in happened))
    assert touched.tolist() == [h.updated for h in happened]
    ours = model.learner.weights(model.state)
    np.testing.assert_allclose(ours, oracle.W, rtol=1e-9, atol=1e-9 * np.abs(oracle.W).max())


@pytest.mark.parametrize(("name", "given"), VARIANTS, ids=IDS)
@generated(data=st.data(), n_classes=st.integers(2, 4), d=st.integers(1, 9))
@settings(max_examples=40, deadline=None)
def test_a_step_from_any_state_matches_the_oracle(
    name: str, given: dict[str, Any], data: st.DataObject, n_classes: int, d: int
) -> None:
    """From a state that some stream led to, one arbitrary example is decided and learnt alike."""
    compare_step(name, given, data, n_classes, d, 1e3)


def compare_step(
    name: str, given: dict[str, Any], data: st.DataObject, n_classes: int, d: int, reach: float
) -> None:
    """No feature of the example is beyond `reach`."""
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32), label="seed"))
    model = Model(registry()[name](**given), n_classes, d)
    length = data.draw(st.integers(1, 40), label="rounds before")
    X, y = rng.normal(size=(length, d)), rng.integers(0, n_classes, length)
    model.learn(X, y, np.arange(length), np.zeros(length, np.bool_))
    oracle = synchronised(ORACLES[name](n_classes, d, **given), model)
    numbers = st.floats(-reach, reach, allow_subnormal=False).map(lambda v: round(v, 6))
    x = np.array(data.draw(st.lists(numbers, min_size=d, max_size=d), label="x"))
    label = data.draw(st.integers(0, n_classes - 1), label="y")
    happened = oracle.round(x, label)
    counts = model.learn(x[None], np.array([label]), np.array([0]), np.zeros(1, np.bool_))
    if happened.gap < 1e-9:
        return
    assert (counts.mistakes, counts.updates) == (happened.mistake, happened.updated)
    ours = model.learner.weights(model.state)
    np.testing.assert_allclose(ours, oracle.W, rtol=1e-9, atol=1e-9 * np.abs(oracle.W).max())


def synchronised(oracle: Oracle, model: Model) -> Oracle:
    """The oracle, put into the model's state."""
    oracle.take(model)
    return oracle


def dense(model: Model) -> Floats:
    """M, multiplied out; P is M up to its scale, which decides nothing in IELLIP."""
    return lifted(model.state.shape)
