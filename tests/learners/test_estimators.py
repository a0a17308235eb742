"""The learners as scikit-learn estimators."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

import onlinelearn
from onlinelearn.learners import registry
from onlinelearn.parameters import documented, model

CLASSES = [getattr(onlinelearn, learner.__name__) for learner in registry().values()]

X = np.random.default_rng(0).normal(size=(60, 4))
Y = np.array(["ant", "bee", "cat"])[np.argmax(X[:, :3], axis=1)]


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([cls() for cls in CLASSES])  # type: ignore[untyped-decorator]
def test_scikit_learn_accepts_it(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


@pytest.mark.parametrize("cls", CLASSES)
def test_counters_add_up_over_calls(cls: type) -> None:
    whole = cls().partial_fit(X, Y)
    parts = cls().partial_fit(X[:7], Y[:7], classes=["ant", "bee", "cat"])
    parts.partial_fit(X[7:], Y[7:])
    assert (parts.n_rounds_, parts.n_mistakes_, parts.n_updates_) == (
        len(X),
        whole.n_mistakes_,
        whole.n_updates_,
    )
    np.testing.assert_array_equal(parts.coef_, whole.coef_)


@pytest.mark.parametrize("cls", CLASSES)
def test_fit_starts_anew(cls: type) -> None:
    twice = cls().fit(X, Y).fit(X, Y)
    once = cls().fit(X, Y)
    np.testing.assert_array_equal(twice.coef_, once.coef_)
    assert twice.n_rounds_ == len(X)


@pytest.mark.parametrize("cls", CLASSES)
def test_two_classes_are_one_vector_with_positive_scores_for_the_second(cls: type) -> None:
    made = cls().fit(X, np.where(X[:, 0] > 0, "yes", "no"))
    assert made.coef_.shape == (1, 4)
    assert made.classes_.tolist() == ["no", "yes"]
    scores = made.decision_function(X)
    assert scores.shape == (60,)
    assert (made.predict(X) == np.where(scores > 0, "yes", "no")).all()


@pytest.mark.parametrize("cls", CLASSES)
def test_several_classes_have_a_row_each_and_ties_go_to_the_first(cls: type) -> None:
    made = cls().fit(X, Y)
    assert made.coef_.shape == (3, 4)
    np.testing.assert_allclose(made.decision_function(X), X @ made.coef_.T, rtol=1e-9, atol=1e-12)
    assert made.predict(np.zeros((1, 4))).tolist() == ["ant"]


@pytest.mark.parametrize("cls", CLASSES)
def test_a_copy_goes_on_where_the_original_was(cls: type) -> None:
    made = cls().partial_fit(X[:40], Y[:40], classes=np.unique(Y))
    copy = pickle.loads(pickle.dumps(made))
    np.testing.assert_array_equal(
        made.partial_fit(X[40:], Y[40:]).coef_, copy.partial_fit(X[40:], Y[40:]).coef_
    )
    assert not hasattr(clone(made), "coef_")


@pytest.mark.parametrize("cls", CLASSES)
def test_weights_once_taken_do_not_change(cls: type) -> None:
    made = cls().partial_fit(X, np.where(Y == "ant", 1, 0))
    taken = made.coef_
    before = taken.copy()
    made.partial_fit(-X, np.where(Y == "ant", 1, 0))
    np.testing.assert_array_equal(taken, before)


def test_cellip_counts_the_rounds_that_leave_no_classifier() -> None:
    noisy = np.random.default_rng(1).integers(0, 2, len(X))
    made = onlinelearn.CELLIP(margin=1.0).fit(X, noisy)
    assert 0 < made.n_infeasible_ < made.n_mistakes_
    assert made.n_updates_ + made.n_infeasible_ == made.n_mistakes_


def test_an_unknown_label_later_is_an_error() -> None:
    made = onlinelearn.Perceptron().partial_fit(X, Y)
    with pytest.raises(ValueError, match="dog"):
        made.partial_fit(X[:1], ["dog"])
    with pytest.raises(ValueError, match="first call"):
        made.partial_fit(X[:1], ["ant"], classes=["ant", "dog"])


def test_a_refused_first_call_leaves_no_trace() -> None:
    made = onlinelearn.Perceptron()
    with pytest.raises(ValueError, match="cat"):
        made.partial_fit(X, Y, classes=["ant", "bee"])
    assert made.partial_fit(X, Y).n_rounds_ == len(X)


def test_numpy_numbers_are_parameters_too() -> None:
    made = onlinelearn.IELLIP(seed=np.int64(3), b=np.float32(0.5)).fit(X, Y)
    assert made.n_rounds_ == len(X)


def test_one_class_says_how_to_name_the_others() -> None:
    with pytest.raises(ValueError, match="classes=") as caught:
        onlinelearn.Perceptron().partial_fit(X[:1], Y[:1])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("cls", "wrong"),
    [
        ("PassiveAggressive", {"C": -1.0}),
        ("PassiveAggressive", {"variant": "PA-III"}),
        ("CELLIP", {"a": 1.5}),
        ("IELLIP", {"c": 1.0}),
        ("IELLIP", {"b": 1.5}),
        ("MIRA", {"margin": float("nan")}),
        ("Perceptron", {"rate": 0.0}),
    ],
)
def test_parameters_out_of_range_are_named(cls: str, wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(ValueError, match=rf"{cls}: {name}=.*: ") as caught:
        getattr(onlinelearn, cls)(**wrong).fit(X, Y)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("cls", registry().values(), ids=registry())
def test_every_parameter_is_documented(cls: type) -> None:
    assert set(documented(cls)) == set(model(cls).model_fields)


def test_defaults_are_those_of_the_contract() -> None:
    assert onlinelearn.Perceptron().get_params() == {"multiclass": "max", "rate": 1}
    assert onlinelearn.PassiveAggressive().get_params() == {"variant": "PA-I", "C": 1, "margin": 1}
    assert onlinelearn.MIRA().get_params() == {"margin": 1}
    assert onlinelearn.CELLIP().get_params() == {"a": 0.5, "margin": 0.1, "initial": "corrected"}
    assert onlinelearn.IELLIP().get_params() == {
        "b": 0.3,
        "c": 0.1,
        "margin": 1,
        "decay": "update",
        "when": "mistake",
        "init": "zeros",
        "seed": 0,
    }


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Perceptrn"):
        onlinelearn.Perceptrn  # noqa: B018
    assert {"IELLIP", "run", "load_dataset"} <= set(dir(onlinelearn))
