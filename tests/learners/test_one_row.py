"""One example a call: the same bits, the same counts and the same errors as whole matrices."""

import pickle
import threading
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_array, csr_array, csr_matrix
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError

import onlinelearn
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners import registry
from tests.interpreted import interpreted

MODELS = [getattr(onlinelearn, learner.__name__)() for learner in registry().values()]
MODELS += [
    onlinelearn.PassiveAggressive(average=True),
    onlinelearn.Winnow(balanced=True, average=True),
    onlinelearn.PNormPerceptron(average=True),
    onlinelearn.AROW(matrix="diagonal"),
    onlinelearn.SCW(matrix="diagonal", average=True),
    onlinelearn.CW(matrix="diagonal"),
    onlinelearn.CW(matrix="diagonal", form="variance"),
    onlinelearn.SOP(matrix="diagonal", average=True),
    onlinelearn.NHERD(matrix="diagonal"),
    onlinelearn.NHERD(matrix="diagonal", diagonal="drop"),
    onlinelearn.NAROW(matrix="diagonal"),
    onlinelearn.OnlineNewton(matrix="diagonal"),
    onlinelearn.KernelPerceptron(budget=3, evict="random"),
]
FORMS = ("dense", "sparse", "mapping")


def examples(model: Any, seed: int, n: int, d: int, K: int) -> tuple[Any, Any]:
    """Rows with zeros among them, and targets of the kind that the learner takes."""
    rng = np.random.default_rng(seed)
    X = np.where(rng.random((n, d)) < 0.7, rng.normal(size=(n, d)), 0.0)
    learner = model._learner_class
    if learner.kind == "regression":
        return X, rng.normal(size=n)
    y = rng.integers(0, 2 if learner.unlabeled else K, n)
    y[:K] = np.arange(K) % (2 if learner.unlabeled else K)
    return X, np.array(["ant", "bee", "cat", "dog"])[y]


def in_form(x: Any, form: str) -> Any:
    """The example as an array, a sparse row, or a mapping with its features in a reverse order."""
    if form == "sparse":
        return csr_array(x[np.newaxis])
    return {j: float(x[j]) for j in reversed(range(len(x))) if x[j]} if form == "mapping" else x


def scores(model: Any, X: Any) -> Any:
    return model.decision_function(X) if hasattr(model, "decision_function") else model.predict(X)


def measured(model: Any) -> dict[str, Any]:
    """All counters and measures of a model."""
    return {
        name: getattr(model, name) for name in ("n_rounds_", "n_mistakes_", "n_updates_", *model._measured)
    }


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("new", MODELS, ids=str)
@given(
    seed=st.integers(0, 2**32),
    d=st.integers(1, 11),
    K=st.integers(2, 4),
    forms=st.lists(st.sampled_from(FORMS), min_size=7, max_size=7),
)
@settings(deadline=None, max_examples=4)
def test_one_row_a_call_has_the_bits_of_the_batch(new: Any, seed: int, d: int, K: int, forms: Any) -> None:
    X, y = examples(new, seed, 11, d, K)
    with interpreted():
        batch, one = (clone(new).partial_fit(X[:4], y[:4]) for _ in range(2))
        batch.partial_fit(X[4:], y[4:])
        takes_sparse = one._takes_sparse()
        for x, label, form in zip(X[4:], y[4:], forms, strict=True):
            example = in_form(x, form if takes_sparse or form != "sparse" else "dense")
            assert one.predict_one(example) == one.predict(x[np.newaxis])[0]
            if hasattr(one, "decision_one"):
                np.testing.assert_array_equal(one.decision_one(example), scores(one, x[np.newaxis])[0])
            one.learn_one(example, label)
        assert one._model.fingerprint() == batch._model.fingerprint()
        np.testing.assert_array_equal(scores(one, X), scores(batch, X))
        assert measured(one) == measured(batch)


X = np.random.default_rng(0).normal(size=(60, 12))
Y = np.where(X[:, 0] > 0, "yes", "no")


def begun(**given: Any) -> Any:
    return onlinelearn.PassiveAggressive(**given).partial_fit(X[:20], Y[:20])


BOUND = {
    "plain": onlinelearn.PassiveAggressive(),
    "averaged": onlinelearn.Perceptron(average=True),
    "diagonal": onlinelearn.AROW(matrix="diagonal"),
    "bound anew with more room": onlinelearn.KernelPerceptron(),
}
"""Learners whose rounds are compiled here, one of each kind of state."""


@pytest.mark.parametrize("new", BOUND.values(), ids=BOUND.keys())
def test_compiled_rounds_are_those_of_the_batch(new: Any) -> None:
    one, batch = (clone(new).partial_fit(X[:4], Y[:4]) for _ in range(2))
    batch.partial_fit(X[4:], Y[4:])
    for x, label in zip(X[4:], Y[4:], strict=True):
        one.predict_one(x)
        one.learn_one(x, label)
    assert one._model.fingerprint() == batch._model.fingerprint()
    assert measured(one) == measured(batch)
    assert [one.decision_one(x) for x in X] == batch.decision_function(X).tolist()


def test_partial_fit_with_one_row_is_a_round_like_any_other() -> None:
    one = begun()
    for i in range(20, 60):
        row = X[i : i + 1] if i % 2 else csr_matrix(X[i : i + 1])
        one.partial_fit(row, Y[i : i + 1] if i % 3 else [Y[i]])
    np.testing.assert_array_equal(one.coef_, begun().partial_fit(X[20:], Y[20:]).coef_)
    assert one.n_rounds_ == 60


FIRST = np.arange(12.0)
REVERSED = csr_matrix((FIRST[:0:-1].copy(), np.arange(11, 0, -1), [0, 11]), shape=(1, 12))
OTHER_FORMS = [
    FIRST.tolist(), tuple(FIRST), FIRST.astype(np.int8), FIRST.astype(np.float32), np.repeat(FIRST, 2)[::2],
    FIRST[::-1].copy()[::-1], FIRST.astype(">f8"), np.frombuffer(b"?" + FIRST.tobytes(), offset=1),
    coo_array(FIRST[np.newaxis]), csr_array(FIRST), REVERSED, dict(enumerate(range(12))),
    {np.int64(j): np.float64(j) for j in range(12)},
]  # fmt: skip


@pytest.mark.parametrize("x", OTHER_FORMS, ids=lambda x: type(x).__name__)
def test_an_example_may_have_other_forms(x: Any) -> None:
    expected, model = begun().learn_one(FIRST, "no"), begun()
    np.testing.assert_array_equal(model.learn_one(x, "no").coef_, expected.coef_)
    assert model.decision_one(x) == expected.decision_one(FIRST)
    assert (model.predict_one(x), model.n_rounds_) == ("no", 21)


BAD: list[Any] = [np.append(FIRST[1:], bad) for bad in (np.nan, np.inf)]
BAD += [
    FIRST[1:],
    np.append(FIRST, 1.0),
    FIRST.astype(complex),
    np.array(["a"] * 12),
    csr_matrix(FIRST[np.newaxis, 1:]),
]


@pytest.mark.parametrize("x", BAD, ids=range(len(BAD)))
def test_what_partial_fit_refuses_is_refused_with_the_same_words(x: Any) -> None:
    model = begun()
    before = model.coef_.tobytes()
    rows = x if hasattr(x, "format") else x[np.newaxis]
    for short, long, arguments in (
        (model.learn_one, model.partial_fit, ("no",)),
        (model.predict_one, model.predict, ()),
        (model.decision_one, model.decision_function, ()),
    ):
        with pytest.raises(ValueError) as expected:  # it is compared below
            long(rows, *[[each] for each in arguments])
        with pytest.raises(ValueError) as found:
            short(x, *arguments)
        assert str(found.value) == str(expected.value)
    assert (model.coef_.tobytes(), model.n_rounds_) == (before, 20)


@pytest.mark.parametrize(
    ("x", "y", "said"),
    [
        (X[:1], "no", r"one example is a 1-D array, .* and this has the shape \(1, 12\)"),
        ({12: 1.0}, "no", r"feature 12 is not among the 12 that are known \(0 to 11\)"),
        ({-1: 1.0}, "no", "feature -1 is not among"),
        ({"a": 1.0}, "no", "feature 'a' is not among"),
        ({0.5: 1.0}, "no", "feature 0.5 is not among"),
        ({0: np.nan}, "no", "contains NaN"),
        (FIRST, "perhaps", r"label 'perhaps' is not among the classes \['no', 'yes'\]"),
        (FIRST, ["no"], "began with one label for each example, and now got a set"),
        (FIRST, {"no"}, "began with one label for each example, and now got a set"),
    ],
)
def test_what_is_wrong_with_an_example_is_said(x: Any, y: Any, said: str) -> None:
    for model in (begun(), begun().learn_one(X[20], Y[20])):
        rounds = model.n_rounds_
        with pytest.raises(ValueError, match=said):
            model.learn_one(x, y)
        assert model.n_rounds_ == rounds


def test_a_first_example_names_the_classes_and_is_no_mapping() -> None:
    model = onlinelearn.PassiveAggressive()
    with pytest.raises(NotFittedError):
        model.predict_one(FIRST)
    with pytest.raises(ValueError, match="at least two classes are needed"):
        model.learn_one(FIRST, "no")
    with pytest.raises(ValueError, match="a mapping doesn't say how many features there are"):
        model.learn_one({0: 1.0}, "no", classes=["no", "yes"])
    model.learn_one(FIRST, "no", classes=["no", "yes"])
    assert (model.n_rounds_, model.predict_one(FIRST)) == (1, "no")
    with pytest.raises(ValueError, match="not the same as on the first call"):
        model.learn_one(FIRST, "no", classes=["no", "maybe"])


def test_a_parameter_that_changes_takes_effect_in_the_next_round() -> None:
    one, batch = begun(C=0.001).learn_one(X[20], Y[20]), begun(C=0.001).partial_fit(X[20:21], Y[20:21])
    one.set_params(C=10.0).learn_one(X[21], "no").learn_one(X[21], "yes")
    batch.set_params(C=10.0).partial_fit(X[[21, 21]], ["no", "yes"])
    np.testing.assert_array_equal(one.coef_, batch.coef_)
    unchanged = begun(C=0.001).partial_fit(X[[20, 21, 21]], [Y[20], "no", "yes"])
    assert not np.array_equal(one.coef_, unchanged.coef_)


def test_a_parameter_that_is_fixed_may_not_change() -> None:
    with interpreted():
        kernel = onlinelearn.KernelPerceptron().partial_fit(X, Y)
        kernel.learn_one(X[0], Y[0]).set_params(kernel="rbf")
    with pytest.raises(ValueError, match="kernel was 'polynomial' when this began"):
        kernel.predict_one(X[0])


def test_fit_and_partial_fit_between_two_examples_are_seen() -> None:
    one = begun().learn_one(X[20], Y[20])
    one.decision_one(X[0])
    one.partial_fit(X[21:40], Y[21:40]).learn_one(X[40], Y[40])
    np.testing.assert_array_equal(one.coef_, begun().partial_fit(X[20:41], Y[20:41]).coef_)
    one.fit(X[:30], Y[:30]).learn_one(X[30], Y[30])
    expected = onlinelearn.PassiveAggressive().fit(X[:31], Y[:31])
    assert one.decision_one(X[0]) == expected.decision_function(X[:1])[0]


def test_a_copy_goes_on_alone() -> None:
    one = begun().learn_one(X[20], Y[20])
    copy = pickle.loads(pickle.dumps(one))
    before = one.decision_one(X[0])
    copy.learn_one(X[21], Y[21]).learn_one(X[22], Y[22])
    assert one.decision_one(X[0]) == before
    np.testing.assert_array_equal(copy.coef_, begun().partial_fit(X[20:23], Y[20:23]).coef_)


@pytest.mark.parametrize("x", [np.full(3, 1e10), {2: 1e10}], ids=["dense", "sparse"])
def test_an_overflow_is_an_error(x: Any) -> None:
    model = onlinelearn.Perceptron(rate=1e308)
    with interpreted(), pytest.raises(LearnerError, match="the weights overflowed"):
        model.partial_fit(np.zeros((2, 3)), ["no", "yes"]).learn_one(x, "yes")


def test_threads_that_score_at_once_get_their_own_scores() -> None:
    model, wrong = begun(), list[int]()
    expected = model.decision_function(X)

    def score(start: int) -> None:
        rows = [*range(start, 60), *range(start)] * 20
        wrong.extend(i for i in rows if model.decision_one(X[i]) != expected[i])

    threads = [threading.Thread(target=score, args=(start,)) for start in (0, 20, 40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_sets_of_labels_are_learnt_one_by_one() -> None:
    sets = [{"a", "b"}, {"b"}, {"c", "a"}, {"c"}] * 5
    with interpreted():
        batch = onlinelearn.PassiveAggressive().partial_fit(X[:20], sets, classes=["a", "b", "c"])
        one = onlinelearn.PassiveAggressive().learn_one(X[0], sets[0], classes=["a", "b", "c"])
        for x, labels in zip(X[1:20], sets[1:], strict=True):
            one.learn_one(x, frozenset(labels) if "a" in labels else list(labels))
        with pytest.raises(ValueError, match="began with sets of labels for each example, and now got one"):
            one.learn_one(X[0], "a")
        np.testing.assert_array_equal(one.coef_, batch.coef_)
        np.testing.assert_array_equal(one.predict_one(X[0]), batch.predict(X[:1])[0])
        np.testing.assert_array_equal(one.decision_one(X[0]), batch.decision_function(X[:1])[0])


def test_features_have_the_names_that_the_model_began_with() -> None:
    names = [f"x{j}" for j in range(12)]
    model = onlinelearn.PassiveAggressive().partial_fit(pd.DataFrame(X[:20], columns=names), Y[:20])
    model.learn_one({"x3": 2.0, "x0": -1.0}, "no")
    expected = begun().learn_one({3: 2.0, 0: -1.0}, "no")
    np.testing.assert_array_equal(model.coef_, expected.coef_)
    with pytest.raises(ValueError, match=r"feature 'y' is not among the 12 that are known \('x0' to 'x11'\)"):
        model.learn_one({"y": 2.0}, "no")
    for odd in ({0: 5.0}, {"x0": 1.0, 0: 5.0}):
        with pytest.raises(ValueError, match="feature 0 is not among the 12 that are known"):
            model.decision_one(odd)


def test_a_measure_is_that_of_the_last_round() -> None:
    with interpreted():
        one = onlinelearn.IELLIP().partial_fit(X[:20], Y[:20])
        for i in range(20, 40):
            one.learn_one(X[i], Y[i])
        assert one.log_volume_ == onlinelearn.IELLIP().partial_fit(X[:40], Y[:40]).log_volume_
        with pytest.raises(AttributeError, match="'IELLIP' object has no attribute 'nothing_'"):
            one.nothing_  # noqa: B018


def test_infeasible_rounds_are_said_at_the_line_that_learns_one() -> None:
    noise = np.random.default_rng(1).integers(0, 2, len(X))
    with warnings.catch_warnings(record=True) as caught, interpreted():
        warnings.simplefilter("always")
        model = onlinelearn.CELLIP(margin=1.0).learn_one(X[0], 0, classes=[0, 1])
        for x, label in zip(X, noise, strict=True):
            model.learn_one(x, label)
    assert [(said.category, said.filename) for said in caught] == [(ConvergenceWarning, __file__)]
