"""The learners as scikit-learn estimators."""

import pickle
import warnings
from collections.abc import Callable
from math import lgamma
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks

import onlinelearn
from onlinelearn.base.parameters import documented, model
from onlinelearn.learners import registry
from tests.interpreted import FEW, interpreted
from tests.learners.oracles import ORACLES

COMPILED = FEW
CLASSES = [
    getattr(onlinelearn, learner.__name__)
    for learner in registry().values()
    if learner.kind == "classification" and not learner.unlabeled
]
WEIGHTLESS = [cls for cls in CLASSES if not cls._learner_class.linear]
LINEAR = [cls for cls in CLASSES if cls not in WEIGHTLESS]

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
    np.testing.assert_array_equal(parts.decision_function(X), whole.decision_function(X))


@pytest.mark.parametrize("cls", CLASSES)
def test_fit_starts_anew(cls: type) -> None:
    twice = cls().fit(X, Y).fit(X, Y)
    once = cls().fit(X, Y)
    np.testing.assert_array_equal(twice.decision_function(X), once.decision_function(X))
    assert twice.n_rounds_ == len(X)


@pytest.mark.parametrize("cls", LINEAR)
def test_two_classes_are_one_vector_with_positive_scores_for_the_second(cls: type) -> None:
    made = cls().fit(X, np.where(X[:, 0] > 0, "yes", "no"))
    assert made.coef_.shape == (1, 4)
    assert made.classes_.tolist() == ["no", "yes"]
    scores = made.decision_function(X)
    assert scores.shape == (60,)
    assert (made.predict(X) == np.where(scores > 0, "yes", "no")).all()


@pytest.mark.parametrize("cls", LINEAR)
def test_several_classes_have_a_row_each_and_ties_go_to_the_first(cls: type) -> None:
    made = cls().fit(X, Y)
    assert made.coef_.shape == (3, 4)
    np.testing.assert_allclose(made.decision_function(X), X @ made.coef_.T, rtol=1e-9, atol=1e-12)
    assert made.predict(np.zeros((1, 4))).tolist() == ["ant"]


@pytest.mark.parametrize("cls", CLASSES)
def test_a_copy_goes_on_where_the_original_was(cls: type) -> None:
    made = cls().partial_fit(X[:40], Y[:40], classes=np.unique(Y))
    copy = pickle.loads(pickle.dumps(made))
    ours, copied = (each.partial_fit(X[40:], Y[40:]).decision_function(X) for each in (made, copy))
    np.testing.assert_array_equal(ours, copied)
    for shown in ("classes_", "coef_", "support_vectors_"):
        assert not hasattr(clone(made), shown)


@pytest.mark.parametrize("cls", LINEAR)
def test_weights_once_taken_do_not_change(cls: type) -> None:
    made = cls().partial_fit(X, np.where(Y == "ant", 1, 0))
    taken = made.coef_
    before = taken.copy()
    made.partial_fit(-X, np.where(Y == "ant", 1, 0))
    np.testing.assert_array_equal(taken, before)


def test_averaged_weights_are_those_that_predict() -> None:
    made = onlinelearn.PassiveAggressive(average=True).fit(X, Y)
    np.testing.assert_allclose(made.decision_function(X), X @ made.coef_.T, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("y", [Y, Y == "ant"], ids=["three classes", "two classes"])
def test_kernel_learners_show_their_support_in_the_place_of_weights(y: Any) -> None:
    made = onlinelearn.KernelPassiveAggressive(kernel="polynomial", degree=2, offset=1.0).fit(X, y)
    rows, alpha = made.support_vectors_, made.dual_coef_
    assert rows.shape == (made.n_support_size_, 4)
    scores = made.decision_function(X).reshape(len(X), -1)
    np.testing.assert_allclose(scores, (1.0 + X @ rows.T) ** 2 @ alpha.T, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("cls", WEIGHTLESS)
def test_learners_without_weights_have_no_coef(cls: type) -> None:
    with pytest.raises(AttributeError, match=f"{cls.__name__} has no linear weights"):
        cls().fit(X, Y == "ant").coef_  # noqa: B018


NOISE = np.random.default_rng(1).integers(0, 2, len(X))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@interpreted()
def test_cellip_counts_the_rounds_that_leave_no_classifier() -> None:
    made = onlinelearn.CELLIP(margin=1.0).fit(X, NOISE)
    assert 0 < made.n_infeasible_ < made.n_mistakes_
    assert made.n_updates_ + made.n_infeasible_ == made.n_mistakes_


@interpreted()
def test_infeasible_rounds_are_said_once_in_a_line_at_the_call() -> None:
    made = onlinelearn.CELLIP(margin=1.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made.partial_fit(X[:1], NOISE[:1], classes=[0, 1])
    with pytest.warns(ConvergenceWarning, match="margin 1 is left .* lower margin, or use IELLIP") as caught:
        made.partial_fit(X, NOISE).partial_fit(X, NOISE).partial_fit(X, NOISE)
    (said,) = caught
    first = onlinelearn.CELLIP(margin=1.0)
    with pytest.warns(ConvergenceWarning):
        first.fit(np.vstack([X[:1], X]), np.append(NOISE[:1], NOISE))
    assert f": {first.n_infeasible_} rounds so far were skipped;" in str(said.message)
    assert "\n" not in str(said.message)
    assert said.filename == __file__


@interpreted()
def test_every_fit_says_that_rounds_are_infeasible() -> None:
    made = onlinelearn.CELLIP(margin=1.0)
    for _ in range(2):
        with pytest.warns(ConvergenceWarning) as caught:
            made.fit(X, NOISE)
        assert len(caught) == 1
        assert caught[0].filename == __file__


ELLIPSOIDS = [
    pytest.param("cellip", {"margin": 0.01}, id="CELLIP"),
    pytest.param("iellip", {"b": 0.9, "c": 0.09}, id="IELLIP"),
]


@pytest.mark.parametrize(("name", "given"), ELLIPSOIDS)
@pytest.mark.parametrize("y", [Y, np.where(X[:, 0] > 0, "yes", "no")], ids=["three classes", "two classes"])
def test_the_version_space_is_the_oracles(name: str, given: dict[str, Any], y: Any) -> None:
    """Blocks of P, widths √(zᵀPz) for the two best classes, log vol = ½ log det P + log vol(unit ball)."""
    made = getattr(onlinelearn, registry()[name].__name__)(**given).fit(X, y)
    oracle: Any = ORACLES[name](len(made.classes_), 4, **given)
    for x, number in zip(X, np.searchsorted(made.classes_, y), strict=True):
        assert oracle.round(x, int(number)).gap > 1e-12
    P = oracle.P
    for k, label in enumerate(made.classes_):
        block = slice(4 * k, 4 * k + 4) if len(made.classes_) > 2 else slice(0, 4)
        np.testing.assert_allclose(made.shape(label), P[block, block], rtol=1e-9, atol=1e-9)
    widths = []
    for x in X:
        z = np.zeros_like(oracle.W)
        first, second = np.argsort(-oracle.scores(x))[:2] if len(z) > 1 else (0, None)
        z[first] = x
        if second is not None:
            z[second] = -x
        widths.append(np.sqrt(z.ravel() @ P @ z.ravel()))
    np.testing.assert_allclose(made.uncertainty(X), widths, rtol=1e-9)
    n = len(P)
    ball = n / 2 * np.log(np.pi) - lgamma(n / 2 + 1)
    assert made.log_volume_ == pytest.approx(np.linalg.slogdet(P)[1] / 2 + ball, abs=2e-9)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@interpreted()
def test_the_shape_is_that_of_a_class_of_the_model() -> None:
    three, two = onlinelearn.CELLIP().fit(X, Y), onlinelearn.CELLIP().fit(X, NOISE)
    np.testing.assert_array_equal(two.shape(), two.shape(1))
    for made, label in [(three, None), (three, "dog"), (two, 7)]:
        with pytest.raises(ValueError, match="name one of the classes"):
            made.shape(label)
    taken = three.shape("ant")
    before = taken.copy()
    three.partial_fit(-X, Y)
    np.testing.assert_array_equal(taken, before)


def test_only_ellipsoids_have_a_version_space() -> None:
    assert not hasattr(onlinelearn.PassiveAggressive().fit(X, Y), "uncertainty")
    with pytest.raises(NotFittedError):
        onlinelearn.IELLIP().uncertainty(X)
    with pytest.raises(NotFittedError):
        onlinelearn.IELLIP().shape("ant")


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
    made = onlinelearn.IELLIP(seed=np.int64(3), b=np.float32(0.5)).fit(X, Y)  # type: ignore[arg-type]
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


DEFAULTS: dict[str, dict[str, Any]] = {
    "Perceptron": {"multiclass": "max", "rate": 1},
    "PassiveAggressive": {"variant": "PA-I", "C": 1, "margin": 1},
    "MIRA": {"margin": 1},
    "CELLIP": {"a": 0.5, "margin": 0.1},
    "IELLIP": {"b": 0.3, "c": 0.1, "margin": 1, "decay": "update", "when": "mistake", "init": "zeros"},
}


@pytest.mark.parametrize("name", DEFAULTS)
def test_defaults_are_those_of_the_contract(name: str) -> None:
    assert getattr(onlinelearn, name)().get_params().items() >= DEFAULTS[name].items()


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="Perceptrn"):
        onlinelearn.Perceptrn  # type: ignore[attr-defined]  # noqa: B018
    assert {"IELLIP", "run", "load_dataset"} <= set(dir(onlinelearn))


@pytest.mark.parametrize(
    ("made", "change"),
    [
        (onlinelearn.Perceptron(), {"average": True}),
        (onlinelearn.KernelPerceptron(), {"budget": 5}),
        (onlinelearn.Winnow(), {"alpha": 1.5}),
    ],
)
def test_what_a_model_is_made_by_holds_until_fit(made: Any, change: dict[str, Any]) -> None:
    """Other parameters may change between calls, as a rate or C may."""
    y = Y == "ant"
    made.partial_fit(X, y).set_params(**change)
    with pytest.raises(ValueError, match=f"{next(iter(change))} was .* when this began, .*; fit starts anew"):
        made.partial_fit(X, y)
    assert made.fit(X, y).n_rounds_ == len(X)
    onlinelearn.PassiveAggressive().partial_fit(X, y).set_params(C=0.1).partial_fit(X, y)
