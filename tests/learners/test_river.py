"""The learners as models of river: its own checks, names for features, and what grows."""

import pickle
from typing import Any

import numpy as np
import pytest

import onlinelearn
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from onlinelearn.learners.engine.growing_models import grown
from onlinelearn.learners.engine.model import Model
from tests.interpreted import interpreted

checks = pytest.importorskip("river.checks", reason="river is not installed")
adapter = pytest.importorskip("onlinelearn.river")

GROWING = [learner for learner in registry().values() if learner.grows]


@pytest.mark.parametrize("model", [adapter.Classifier(), adapter.Regressor()], ids=str)
def test_river_accepts_it(model: Any) -> None:
    with interpreted():
        checks.check_estimator(model)


@pytest.mark.parametrize("learner", GROWING, ids=lambda learner: learner.name)
def test_a_model_that_grew_is_as_if_it_had_known_all_features(learner: Any) -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(30, 16))
    X[:15, 8:] = 0.0
    K = 0 if learner.kind == "regression" else 3
    y = rng.integers(0, K, 30) if K else rng.normal(size=30)

    def learnt(model: Model, X: Any, y: Any) -> Model:
        model.learn(np.ascontiguousarray(X), y, np.arange(len(y)), np.zeros(len(y), np.bool_))
        return model

    with interpreted():
        known = learnt(Model(learner(), K, 16), X, y)
        grew = learnt(grown(learnt(Model(learner(), K, 8), X[:15, :8], y[:15]), K, 16), X[15:], y[15:])
        np.testing.assert_array_equal(grew.scores(X), known.scores(X))
        assert grew.fingerprint() == known.fingerprint()


def test_names_may_come_at_any_time_and_mean_what_columns_do() -> None:
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 8)), rng.integers(0, 2, 40) == 1
    model = adapter.Classifier(onlinelearn.PassiveAggressive(), room=8)
    with interpreted():
        batch = onlinelearn.PassiveAggressive().partial_fit(X, y)
        for x, label in zip(X.tolist(), y, strict=True):
            model.learn_one({f"x{j}": x[j] for j in reversed(range(8))}, label)
        for x in X.tolist():
            example = {f"x{j}": x[j] for j in range(8)}
            assert model.predict_one({**example, "never learnt": 5.0}) == batch.predict_one(x)
            chance = model.predict_proba_one(example)[True]
            assert chance == pytest.approx(1.0 / (1.0 + np.exp(-batch.decision_one(x))), rel=1e-12)
        for j in range(50):
            model.learn_one({f"x{j}": 1.0, "x0": 0.5}, bool(j % 2))
        copy = pickle.loads(pickle.dumps(model))
        assert copy.predict_proba_one({"x49": 1.0}) == model.predict_proba_one({"x49": 1.0})
    assert model.predict_one({"x49": 1.0}) is True


def test_classes_may_come_at_any_time() -> None:
    model = adapter.Classifier(onlinelearn.Perceptron())
    assert (model.predict_one({"a": 1.0}), model.predict_proba_one({"a": 1.0})) == (None, {})
    with interpreted():
        for _ in range(3):
            for k in range(9):
                model.learn_one({f"x{k}": 1.0}, f"class {k}")
        assert [model.predict_one({f"x{k}": 1.0}) for k in range(9)] == [f"class {k}" for k in range(9)]
        assert len(model.predict_proba_one({"x0": 1.0})) == 9


BAD_VALUES = {
    "text": "text",
    "nan": float("nan"),
    "inf": float("inf"),
    "None": None,
    "huge": 10**400,
    "1j": 1j,
}


@pytest.mark.parametrize("bad", BAD_VALUES.values(), ids=BAD_VALUES.keys())
def test_an_example_that_is_refused_leaves_nothing_behind(bad: Any) -> None:
    """No name, no class, and no room for more of them, neither first of all nor later."""

    def refused(model: Any, *labels: Any) -> None:
        for label in labels:
            with pytest.raises(
                ValueError, match=r"features must be finite numbers, and these are not: {'new'"
            ):
                model.learn_one({"x": 1.0, "new": bad}, label)

    examples = [({"x": 1.0, "y": 2.0}, "p"), ({"a": 1.0, "b": -1.0}, "q"), ({"x": 1.0, "y": 2.0}, "q")]
    with interpreted():
        asked, plain = (adapter.Classifier(onlinelearn.Perceptron()) for _ in range(2))
        full = adapter.Classifier(onlinelearn.AROW(), room=4)
        for x, label in examples:
            refused(asked, True, *"pqrstu")
            refused(full, True)
            for model in (asked, plain):
                model.learn_one(x, label)
            full.learn_one(x, label == "p")
        assert asked._model.fingerprint() == plain._model.fingerprint()
        assert asked.predict_proba_one({"x": 1.0}) == plain.predict_proba_one({"x": 1.0})
        assert full.predict_one({"x": 1.0, "new": bad}) in (True, False)
        with pytest.raises(ValueError, match=r"these are not: {'y': "):
            plain.predict_one({"x": 1.0, "y": bad})


def test_the_names_of_an_example_may_be_those_of_the_last_one_or_not() -> None:
    """In another order, some of them, or others: each value goes to its feature."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 8)), rng.normal(size=60)
    model = adapter.Regressor(onlinelearn.PassiveAggressiveRegressor(), room=8)
    with interpreted():
        batch = onlinelearn.PassiveAggressiveRegressor().partial_fit(X[:1], y[:1])
        model.learn_one({j: X[0, j] for j in range(8)}, y[0])
        for x, target in zip(X[1:], y[1:], strict=True):
            names = rng.permutation(8)[: rng.integers(1, 9)] if rng.random() < 0.5 else np.arange(8)
            row = np.zeros(8)
            row[names] = x[names]
            example = {int(j): row[j] for j in names}
            assert model.predict_one(example) == batch.predict_one(row)
            model.learn_one(example, target)
            batch.learn_one(row, target)


def test_what_cannot_be_is_said() -> None:
    named = adapter.Classifier(onlinelearn.Perceptron(), classes=["a", "b"])
    with interpreted():
        named.learn_one({"x": 1.0}, "a")
        with pytest.raises(ValueError, match=r"label 'c' is not among the classes \['a', 'b'\]"):
            named.learn_one({"x": 1.0}, "c")
        for bad in ("text", float("nan"), None):
            with pytest.raises(ValueError, match=f"features must be finite numbers, .* {{'x': {bad!r}}}"):
                named.learn_one({"x": bad, "y": 1.0}, "a")
        full = adapter.Classifier(onlinelearn.AROW(), room=2)
        full.learn_one({"x": 1.0, "y": 1.0}, True)
        with pytest.raises(LearnerError, match=r"arow can't take on features .*: give room=3 or more"):
            full.learn_one({"z": 1.0}, True)
        assert full.predict_one({"z": 1.0}) in (True, False), "a refused example leaves nothing behind"
        unlearnt = adapter.Classifier(onlinelearn.Perceptron())
        with pytest.raises(ValueError, match="features must be finite numbers"):
            unlearnt.learn_one({"x": float("nan")}, "ghost")
        assert (unlearnt.predict_one({"x": 1.0}), unlearnt.predict_proba_one({"x": 1.0})) == (None, {})
    with pytest.raises(TypeError, match="is no classifier of onlinelearn; Regressor takes the others"):
        adapter.Classifier(onlinelearn.PassiveAggressiveRegressor())
