"""Plain arrays skip scikit-learn's checks: what they are refused for, and what they become, is the same."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.utils.validation import check_array

from onlinelearn import PassiveAggressive
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.engine.geometry import against
from onlinelearn.learners.estimators.label_encoding import encode_labels
from onlinelearn.learners.estimators.plain_arrays import are_plain_rows
from tests.interpreted import interpreted

X = np.random.default_rng(0).normal(size=(12, 3))
Y = np.arange(12) % 3


@given(
    classes=st.sets(st.integers(-128, 127) | st.integers(-2000, 2000), min_size=2, max_size=9),
    kind=st.sampled_from([np.int8, np.int16, np.int64]),
    data=st.data(),
)
def test_the_number_of_a_label_is_the_place_of_its_class(
    classes: set[int], kind: type[np.signedinteger[Any]], data: st.DataObject
) -> None:
    known = [each for each in sorted(classes) if np.iinfo(kind).min <= each <= np.iinfo(kind).max]
    if len(known) < 2:
        return
    labels = data.draw(st.lists(st.sampled_from(known), min_size=1))
    _, numbers = encode_labels(np.array(labels, kind), None, np.array(known, kind))
    assert numbers.tolist() == [known.index(label) for label in labels]


@pytest.mark.parametrize("wrong", [-1, 1, 4, 7])
def test_a_label_between_the_classes_is_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match=rf"label {wrong} is not among the classes \[0, 2, 6\]"):
        encode_labels(np.array([0, 2, wrong, 6]), np.array([0, 2, 6]), None)


class Other(np.ndarray[Any, np.dtype[np.float64]]):
    """An array that is not plain."""


def changed(value: float) -> Any:
    wrong = X.copy()
    wrong[7, 1] = value
    return wrong


ROWS = {
    "no number": changed(np.nan),
    "infinite": changed(np.inf),
    "large": changed(1e308),
    "with a sum that overflows": np.full((12, 3), 1e308),
    "no feature": X[:, :0],
    "no row": X[:0],
    "one row": X[0],
    "other shape": X.T.copy(),
}


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
@pytest.mark.parametrize("begun", [False, True], ids=["begins", "goes on"])
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_plain_rows_are_accepted_and_refused_as_others_are(rows: Any, begun: bool) -> None:
    """Rows of a class of their own go through all checks."""
    outcomes = []
    for form in (rows, rows.view(Other)):
        model = PassiveAggressive()
        with interpreted():
            if begun:
                model.partial_fit(X, Y)
            try:
                model.partial_fit(form, Y)
                outcomes.append("accepted")
            except (ValueError, LearnerError) as error:
                outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(
    "rows", [X[:, ::-1], X.T, X.astype(np.float32), X.astype(">f8"), np.asfortranarray(X), X.view(np.matrix)]
)
def test_what_the_loops_cannot_read_is_not_plain(rows: Any) -> None:
    assert not are_plain_rows(rows)
    converted = check_array(np.asarray(rows), dtype=np.float64, order="C")
    assert are_plain_rows(converted)


def test_names_of_features_are_still_compared() -> None:
    pd = pytest.importorskip("pandas")
    model = PassiveAggressive().partial_fit(pd.DataFrame(X, columns=list("abc")), Y)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        model.predict(X)
    model.fit(X, Y)
    assert not hasattr(model, "feature_names_in_")


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
@given(
    scores=st.lists(st.sampled_from([-np.inf, -1.0, 0.0, 2.0, np.nan]), min_size=3, max_size=9),
    data=st.data(),
)
def test_the_other_class_is_the_first_of_the_highest_scores(scores: list[float], data: st.DataObject) -> None:
    K = len(scores)
    y = data.draw(st.integers(0, K - 1))
    s = np.array(scores)
    found = against(s, K, y)
    others = [k for k in range(K) if k != y and scores[k] > -np.inf]
    q = max(others, key=lambda k: scores[k]) if others else -1
    best = scores[q] if others else -np.inf
    np.testing.assert_array_equal(found, (y, q, np.float64(scores[y]) - best))
    np.testing.assert_array_equal(s, scores)
