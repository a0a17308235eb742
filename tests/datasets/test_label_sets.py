"""Data sets with a set of labels for each example: a linear ranking, and digits laid over each other."""

from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from onlinelearn import load_dataset
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.overlaid import Overlaid
from onlinelearn.datasets.generated.sphere import directions
from onlinelearn.datasets.generated.topics import TOPICS, Topics


def test_the_topics_rank_every_set_ahead_of_the_rest_at_the_widest_gap() -> None:
    recipe = Topics(d=7, topics=6, most=3, n_train=200, n_test=50, seed=4)
    data = recipe.draw(2)
    U = directions(recipe.key(2, TOPICS), 6, 7)
    for X, Y in ((data.X_train, data.y_train), (data.X_test, data.y_test)):
        np.testing.assert_allclose((X**2).sum(axis=1), 1.0)
        for x, marks in zip(X, Y, strict=True):
            s = np.sort(U @ x)[::-1]
            gaps = s[:3] - s[1:4]
            m = int(marks.sum())
            assert 1 <= m <= 3
            assert min((U @ x)[marks.astype(bool)]) == pytest.approx(s[m - 1])
            assert gaps[m - 1] == pytest.approx(gaps.max())
    assert set(data.y_train.sum(axis=1)) == {1, 2, 3}


def test_wrong_sets_have_one_label_exchanged_and_more_noise_wrongs_the_same_and_more() -> None:
    clean, some, more = (Topics(n_train=300, wrong=share).draw(1) for share in (0.0, 0.1, 0.3))
    np.testing.assert_array_equal(clean.X_train, more.X_train)
    np.testing.assert_array_equal(clean.y_test, more.y_test)
    few, many = ((clean.y_train != each.y_train).sum(axis=1) for each in (some, more))
    assert (sorted(set(few)), (few > 0).sum()) == ([0, 2], 30)
    assert (sorted(set(many)), (many > 0).sum()) == ([0, 2], 90)
    np.testing.assert_array_equal(some.y_train[few > 0], more.y_train[few > 0])
    np.testing.assert_array_equal(more.y_train.sum(axis=1), clean.y_train.sum(axis=1))


@pytest.mark.parametrize("part", ["train", "test"])
def test_overlaid_pictures_are_digits_of_usps_and_marked_by_them(part: str) -> None:
    usps = load_dataset("usps")
    X, y = getattr(usps, f"X_{part}"), getattr(usps, f"y_{part}")
    data = Overlaid(most=2, n_train=60, n_test=60).draw(3)
    pictures, marks = getattr(data, f"X_{part}"), getattr(data, f"y_{part}")
    alone = 0
    for picture, marked in zip(pictures, marks, strict=True):
        under = (picture >= X).all(axis=1)  # all digits that it may be made of
        assert set(np.flatnonzero(marked)) <= set(y[under])
        same = (picture == X).all(axis=1)
        if same.any():
            alone += 1
            assert [*np.flatnonzero(marked)] == [*set(y[same])]
        else:
            parts = X[under & np.isin(y, np.flatnonzero(marked))]
            np.testing.assert_array_equal(parts.max(axis=0), picture)
    assert alone == 30
    assert set(marks.sum(axis=1)) == {1, 2}


def test_one_digit_a_picture_is_usps_itself() -> None:
    data = Overlaid(most=1, n_train=20, n_test=20).draw(1)
    assert (data.y_train.sum(axis=1) == 1).all()


@pytest.mark.parametrize("slip", [{"most": 10}, {"topics": 1}, {"wrong": 1.5}, {"most": 0}])
def test_sets_that_leave_nothing_to_rank_are_refused(slip: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Topics(**slip)
    with pytest.raises(ConfigError, match="topics") as caught:
        load_dataset("topics", **slip)
    assert "\n" not in str(caught.value)


X = np.eye(3)
MARKS = np.array([[1, 0], [0, 1], [1, 1]])


@pytest.mark.parametrize(
    ("train", "test", "said"),
    [
        (MARKS, MARKS[:, :1], r"marks of 2 labels in training, \(3, 1\) in test"),
        (MARKS, MARKS[:, 0], r"marks of 2 labels in training, \(3,\) in test"),
        (MARKS + 1, MARKS, "are 0 and 1"),
        (MARKS, -MARKS, "are 0 and 1"),
        (np.ones_like(MARKS), MARKS, "nothing is to rank"),
        (MARKS[:2], MARKS, "attributes"),
    ],
)
def test_marks_that_are_no_sets_are_refused(train: Any, test: Any, said: str) -> None:
    with pytest.raises(DataError, match=said):
        Dataset("mine", X, train, X, test)


def test_the_classes_of_sets_are_the_columns() -> None:
    data = Dataset("mine", X, MARKS, X, MARKS)
    assert data.classes.tolist() == [0, 1]
    assert Dataset("mine", X, MARKS[::-1], X, MARKS).digest != data.digest
