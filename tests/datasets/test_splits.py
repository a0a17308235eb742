"""Splits and subsets: exact counts, the file's order, nothing lost."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.splits import official, share_of, stratified
from onlinelearn.datasets.subsets import first_of_each_class, largest_variance, of_classes, with_attributes


def numbered(labels: list[str], parts: list[str] | None = None) -> ExampleTable:
    """A table whose only attribute is the row's number."""
    X = np.arange(float(len(labels)))[:, None]
    return ExampleTable(X, np.array(labels), None if parts is None else np.array(parts))


def rows(table: ExampleTable) -> list[int]:
    return [int(value) for value in table.X[:, 0]]


many = st.lists(st.sampled_from("abc"), min_size=20, max_size=80)


@given(many, st.integers(0, 2**64 - 1), st.sampled_from([0.1, 0.25, 0.5, 0.8]))
def test_every_row_is_in_one_part_in_the_files_order(labels: list[str], seed: int, share: float) -> None:
    train, test = stratified(numbered(labels), share, seed)
    assert sorted(rows(train) + rows(test)) == list(range(len(labels)))
    assert rows(train) == sorted(rows(train))
    assert rows(test) == sorted(rows(test))
    assert train.labels.tolist() == [labels[i] for i in rows(train)]


@given(many, st.integers(0, 5))
def test_each_class_gives_its_share(labels: list[str], seed: int) -> None:
    train, _ = stratified(numbered(labels), 0.8, seed)
    counts = Counter(labels)
    assert Counter(train.labels.tolist()) == {c: max(1, round(n * Fraction(4, 5))) for c, n in counts.items()}


def test_another_seed_draws_other_rows() -> None:
    table = numbered(list("ab" * 50))
    assert rows(stratified(table, 0.8, 1)[0]) != rows(stratified(table, 0.8, 2)[0])


def test_a_class_keeps_its_rows_whatever_the_labels_of_later_classes_are() -> None:
    first = stratified(numbered(list("ab" * 50)), 0.8, 0)[0]
    second = stratified(numbered(list("az" * 50)), 0.8, 0)[0]
    assert rows(of_classes(first, ["a"])) == rows(of_classes(second, ["a"]))


@pytest.mark.parametrize(
    ("share", "n", "count"), [(0.8, 813, 650), (0.5, 5, 2), (0.5, 7, 4), (0.07, 50, 4), (0.1, 1, 1)]
)
def test_the_share_is_the_decimal_as_written(share: float, n: int, count: int) -> None:
    assert share_of(share, n) == count


def test_the_official_split_is_the_files() -> None:
    train, test = official(numbered(list("aabb"), ["test", "train", "train", "test"]))
    assert (rows(train), rows(test)) == ([1, 2], [0, 3])


def test_the_first_rows_of_each_class_are_taken() -> None:
    assert rows(first_of_each_class(numbered(list("abbaabcb")), 2)) == [0, 1, 2, 3, 6]


def test_variance_ties_go_to_the_lowest_index_and_columns_keep_their_order() -> None:
    X = np.array([[0.0, 5.0, 1.0, 1.0, -9.0], [0.0, 7.0, -1.0, -1.0, 9.0]])
    table = ExampleTable(X, np.array(["a", "b"]))
    assert largest_variance(table, 2).tolist() == [1, 4]
    assert largest_variance(table, 3).tolist() == [1, 2, 4]


def test_attributes_are_chosen_on_the_training_part() -> None:
    labels = np.array(["a", "b"])
    train = ExampleTable(np.array([[0.0, 1.0], [0.0, 3.0]]), labels)
    test = ExampleTable(np.array([[-100.0, 5.0], [100.0, 6.0]]), labels)
    assert with_attributes(train, test, "variance", 1)[1].X.tolist() == [[5.0], [6.0]]
    assert with_attributes(train, test, "first", 1)[1].X.tolist() == [[-100.0], [100.0]]
    assert np.allclose(with_attributes(train, test, "pca", 1)[1].X, [[3.0], [4.0]])
