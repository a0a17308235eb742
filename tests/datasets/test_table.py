"""Tables, labels and data sets: valid by construction, with a digest of the content."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.base.arrays import Labels
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.example_table import ExampleTable, as_labels, parsed

X = np.array([[1.0, 2.0], [3.0, 4.0]])
Y = np.array([0, 1])


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1))
def test_integers_stay_integers_as_numbers_and_as_text(values: list[int]) -> None:
    assert as_labels(values).tolist() == values
    assert as_labels([str(value) for value in values]).tolist() == values


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([1.0, 2.0], [1, 2]),
        (["1.0", "2"], [1, 2]),
        (["1", "x"], ["1", "x"]),
        ([True, False], ["True", "False"]),
        (["1" * 30, "2"], ["1" * 30, "2"]),
        ([1.0, -0.0, 2.0**62], [1, 0, 2**62]),
        (["1", "1.0", "-3"], [1, 1, -3]),
        ([str(2**53 + 1), str(2**53), "1.0"], [2**53 + 1, 2**53, 1]),
    ],
)
def test_labels_are_integers_or_strings(values: list[object], labels: list[object]) -> None:
    assert as_labels(values).tolist() == labels


@pytest.mark.parametrize(
    "values",
    [
        ["1", "01"],
        ["10", "1_0"],
        ["1", "+1"],
        ["0", "-0"],
        ["3", "\u0663"],  # Arabic-Indic
        ["1000", "1e3"],
        ["1.0", "1.00"],
        [str(2**53) + ".0", str(2**53 + 1) + ".0"],
        ["9" * 400, "9" * 401],
        ["9" * 5000, "1"],
    ],
)
def test_labels_that_are_written_differently_stay_different(values: list[str]) -> None:
    assert as_labels(values).tolist() == values


@pytest.mark.parametrize("values", [[0.5, 1.0], ["nan", "1"], [float("inf")], ["01", "0.50"]])
def test_other_numbers_are_no_labels(values: list[object]) -> None:
    with pytest.raises(ValueError, match="labels are integers or strings"):
        as_labels(values)


@pytest.mark.parametrize(
    "other",
    [
        ExampleTable(X, np.array([0, 2])),
        ExampleTable(X, np.array(["0", "1"])),
        ExampleTable(X + 1e-15, Y),
        ExampleTable(X.T, Y),
        ExampleTable(X, Y, np.array(["train", "test"])),
    ],
)
def test_a_digest_tells_contents_apart(other: ExampleTable) -> None:
    assert other.digest != ExampleTable(X, Y).digest


def test_a_digest_does_not_depend_on_the_memory_layout() -> None:
    assert ExampleTable(np.asfortranarray(X), Y).digest == ExampleTable(X, Y).digest
    assert (
        ExampleTable(X, Y, np.array(["a", "b"], "U1")).digest
        == ExampleTable(X, Y, np.array(["a", "b"], "U9")).digest
    )


def test_minus_zero_in_a_file_is_zero() -> None:
    assert parsed(X * -0.0, Y).digest == parsed(X * 0.0, Y).digest


def test_a_table_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        ExampleTable(X, np.array([1]))


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        (X[:0], Y[:0], "the test part is empty"),
        (X, Y[:1], r"attributes \(2, 2\) and labels \(1,\)"),
        (X[:, :1], Y, "2 attributes in training, 1 in test"),
        (X * np.nan, Y, "not finite"),
        (X, Y + 1, "label 2 is in the test part, but not in training"),
    ],
)
def test_a_dataset_that_cannot_be_is_refused(x: np.ndarray[tuple[int, int]], y: Labels, message: str) -> None:
    with pytest.raises(DataError, match=message):
        Dataset("some", X, Y, x, y)


def test_a_dataset_needs_two_classes() -> None:
    with pytest.raises(DataError, match="all training examples are of class 3"):
        Dataset("some", X, np.array([3, 3]), X, np.array([3, 3]))


def test_nothing_of_a_dataset_can_be_written() -> None:
    data = Dataset("some", X, Y, X, Y)
    for array in (data.X_train, data.y_train, data.X_test, data.y_test, data.classes):
        assert not array.flags.writeable


def test_a_dataset_leaves_the_callers_arrays_writable() -> None:
    mine = X.copy()
    Dataset("some", mine, Y, mine, Y)
    mine[0, 0] = 5.0
