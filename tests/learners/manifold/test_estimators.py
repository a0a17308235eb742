"""The learners from partly labeled examples as scikit-learn estimators."""

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

import onlinelearn
from onlinelearn.learners import registry
from tests.interpreted import FEW
from tests.learners.manifold.streams import arcs

COMPILED = FEW | {"batch_mr"}
"""Without a compiler, the minimum that `batch_mr` looks for takes longer than to compile it."""

CLASSES = [getattr(onlinelearn, learner.__name__) for learner in registry().values() if learner.unlabeled]
WIDTHS: dict[str, Any] = {"width": 0.4, "graph_width": 0.3}
X, Y = arcs(0, 60)
NAMED = np.array(["ant", "bee", "none"])[Y]

every_class = pytest.mark.parametrize("cls", CLASSES)


def the_one_exception(estimator: Any) -> dict[str, str]:
    return {"check_classifiers_classes": "it has a class of the name -1, which here means: no label"}


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([cls() for cls in CLASSES], expected_failed_checks=the_one_exception)  # type: ignore[untyped-decorator]
def test_scikit_learn_accepts_it(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


def test_there_are_three() -> None:
    assert [cls.__name__ for cls in CLASSES] == ["BatchManifold", "OnlineManifold", "TreeManifold"]


@every_class
@pytest.mark.parametrize("none", [-1, None])
def test_strings_may_have_minus_one_or_none_among_them(cls: Any, none: Any) -> None:
    written = [none if label == "none" else str(label) for label in NAMED]
    expected = cls(**WIDTHS).fit(X, Y)
    for y in (written, tuple(written), np.array(written, dtype=object)):
        made = cls(**WIDTHS).fit(X, y)
        assert made.classes_.tolist() == ["ant", "bee"]
        assert (made.n_rounds_, made.n_mistakes_) == (60, expected.n_mistakes_)
        np.testing.assert_array_equal(made.decision_function(X), expected.decision_function(X))
        assert (made.predict(X) == np.array(["ant", "bee"])[expected.predict(X)]).all()


@every_class
@pytest.mark.parametrize("kind", [np.int8, np.int64, np.float64])
def test_whole_numbers_of_any_kind_are_labels(cls: Any, kind: Any) -> None:
    y = np.where(Y < 0, -1, Y * 7 + 3).astype(kind)
    made = cls(**WIDTHS).fit(X, y)
    assert made.classes_.tolist() == [3, 10]
    np.testing.assert_array_equal(made.decision_function(X), cls(**WIDTHS).fit(X, Y).decision_function(X))
    assert set(made.predict(X)) <= {3, 10}


@every_class
def test_where_all_have_labels_none_is_unlabeled(cls: Any) -> None:
    made = cls(**WIDTHS).fit(X, Y >= 0)
    assert made.classes_.tolist() == [False, True]
    assert getattr(made, "n_labels_", 60) == 60


@every_class
def test_classes_may_be_named_before_they_come(cls: Any) -> None:
    whole = cls(**WIDTHS).partial_fit(X, Y)
    parts = cls(**WIDTHS).partial_fit(X[:1], [-1], classes=[0, 1])
    for i in range(1, len(Y)):
        parts.partial_fit(X[i : i + 1], Y[i : i + 1])
    assert (parts.n_rounds_, parts.n_mistakes_, parts.n_updates_) == (60, whole.n_mistakes_, whole.n_updates_)
    np.testing.assert_array_equal(parts.decision_function(X), whole.decision_function(X))
    with pytest.raises(ValueError, match="label 2 is not among the classes"):
        parts.partial_fit(X[:1], [2])


@every_class
def test_counters_of_labels_are_shown(cls: Any) -> None:
    made = cls(**WIDTHS).fit(X, Y)
    if cls.__name__ != "BatchManifold":
        assert made.n_labels_ == (Y >= 0).sum()
        assert made.n_support_size_ <= 60
        assert made.n_operations_ > 60
        assert made.risk_ > 0.0
    assert made.n_mistakes_ <= (60 if cls.__name__ == "BatchManifold" else made.n_labels_)


@every_class
@pytest.mark.parametrize(
    ("y", "classes", "says"),
    [
        (
            np.arange(60) % 3,
            None,
            r"Only binary classification is supported by \w+, .*\[0, 1, 2\]; learn two",
        ),
        (Y, [0, 1, 2], "Only binary classification is supported"),
        (np.full(60, -1), None, r"there is no class; name them all with partial_fit\(X, y, classes=...\)"),
        ([None] * 60, None, "there is no class; name them all"),
        (
            np.where(Y == 1, 1, -1),
            None,
            "there is one class: 1. -1 means an example without a label: use other classes",
        ),
        (
            [["ant"], ["bee"]] * 30,
            None,
            r"\w+ learns from one label for each example; for sets of labels use",
        ),
        (Y[:7], None, "inconsistent numbers of samples"),
        (np.where(Y < 0, np.nan, Y), None, "NaN"),
        (np.linspace(0.0, 1.0, 60), None, "Unknown label type"),
    ],
    ids=["three", "three named", "none", "None", "one", "sets", "short", "nan", "real"],
)
def test_what_is_wrong_with_labels_is_said(cls: Any, y: Any, classes: Any, says: str) -> None:
    made = cls(**WIDTHS)
    with pytest.raises(ValueError, match=says):
        made.partial_fit(X, y, classes)
    assert made.partial_fit(X, Y).n_rounds_ == 60, "a refused call leaves no trace"


@every_class
def test_all_unlabeled_is_fine_where_the_classes_are_named(cls: Any) -> None:
    made = cls(**WIDTHS).partial_fit(X, np.full(60, -1), classes=["no", "yes"])
    assert not made.decision_function(X).any()
    assert set(made.predict(X)) == {"no"}


@every_class
def test_a_copy_goes_on_where_the_original_was(cls: Any) -> None:
    made = cls(**WIDTHS).partial_fit(X[:40], Y[:40])
    copied = pickle.loads(pickle.dumps(made))
    ours, theirs = (each.partial_fit(X[40:], Y[40:]).decision_function(X) for each in (made, copied))
    np.testing.assert_array_equal(ours, theirs)
    assert not hasattr(clone(made), "classes_")


@every_class
def test_fit_starts_anew(cls: Any) -> None:
    once, twice = cls(**WIDTHS).fit(X, Y), cls(**WIDTHS).fit(-X, Y).fit(X, Y)
    np.testing.assert_array_equal(twice.decision_function(X), once.decision_function(X))
    assert twice.n_rounds_ == 60


@pytest.mark.parametrize("cls", CLASSES[1:])
def test_predictions_are_by_the_mean_of_all_f_or_by_the_last(cls: Any) -> None:
    last = cls(**WIDTHS, decides="last")
    visited = []
    for i in range(len(Y)):
        visited.append(last.decision_function(X) if i else np.zeros(60))
        last.partial_fit(X[i : i + 1], Y[i : i + 1], classes=[0, 1] if i == 0 else None)
    # Leaves move, and with them all f so far; without that f̄ is their mean.
    average = cls(**WIDTHS, decides="average").fit(X, Y).decision_function(X)
    near = 1e-9 if cls.__name__ == "OnlineManifold" else 0.1
    np.testing.assert_allclose(average, np.mean(visited, axis=0), atol=near)
    assert np.abs(average - last.decision_function(X)).max() > 0.01


@every_class
def test_there_are_no_weights_to_show(cls: Any) -> None:
    with pytest.raises(AttributeError, match="no linear weights"):
        cls(**WIDTHS).fit(X, Y).coef_  # noqa: B018


@every_class
@pytest.mark.parametrize("wrong", [{"lambda1": -1.0}, {"loss": "huber"}, {"width": 0.0}, {"lambda2": -0.1}])
def test_parameters_out_of_range_are_named(cls: Any, wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(ValueError, match=rf"{cls.__name__}: {name}=.*: "):
        cls(**wrong).fit(X, Y)
