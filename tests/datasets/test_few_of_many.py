"""Generated sets with few features of many, and those of the lecture: what their docstrings say, exactly."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from scipy.sparse import csr_matrix

from onlinelearn.base.arrays import Floats, Labels, is_sparse, size_in_bytes
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated import one_hot
from onlinelearn.datasets.generated.disjunction import Disjunction
from onlinelearn.datasets.generated.halfplane import HalfPlane
from onlinelearn.datasets.generated.inseparable import EXAMPLES, LABELS, Inseparable
from onlinelearn.datasets.generated.majority import Majority
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.learners.engine.sparse import readable

seeds = st.integers(0, 2**64 - 1)


def parts(data: Dataset) -> list[tuple[Floats, Labels]]:
    """Both parts, dense."""
    both = ((data.X_train, data.y_train), (data.X_test, data.y_test))
    return [(X.toarray() if is_sparse(X) else X, y) for X, y in both]  # type: ignore[attr-defined]


@given(n=st.integers(12, 90), k=st.integers(1, 4), active=st.integers(4, 6) | st.none(), seed=seeds)
@settings(deadline=None, max_examples=40)
def test_a_disjunction_is_true_where_one_literal_is_there(
    n: int, k: int, active: int | None, seed: int
) -> None:
    if active is None:
        n += 16
    data = Disjunction(n=n, k=k, active=active, n_train=30, n_test=20, seed=seed).draw(1)
    target = data.target
    assert target is not None
    literals = target > 0
    assert literals.sum() == k
    np.testing.assert_allclose(target @ target, 1.0)
    for X, y in parts(data):
        assert set(np.unique(X)) == {0.0, 1.0}
        assert (X[:, -1] == 1).all()
        assert (X[:, :-1].sum(axis=1) == (active or int(np.sqrt(n)))).all()
        np.testing.assert_array_equal(X[:, literals].sum(axis=1), (y == 1).astype(float))
        np.testing.assert_allclose((X @ target) * y.astype(float), 1 / np.sqrt(4 * k + 1))
        assert abs(y.sum()) <= 1


def test_every_literal_and_every_other_feature_comes_up() -> None:
    data = Disjunction(n=40, k=3, active=5, n_train=4000).draw(1)
    X, y = parts(data)[0]
    assert data.target is not None
    share = X[y == 1][:, data.target > 0].mean(axis=0)
    np.testing.assert_allclose(share, 1 / 3, atol=0.05)
    others = X[:, :-1][:, data.target[:-1] == 0].mean(axis=0)
    assert others.min() > 0.08
    assert others.max() < 0.2


@given(n=st.integers(7, 60), active=st.sampled_from([1, 3, 7]), seed=seeds)
@settings(deadline=None, max_examples=40)
def test_a_majority_of_the_active_features_decides(n: int, active: int, seed: int) -> None:
    data = Majority(n=n, active=active, n_train=30, n_test=20, seed=seed).draw(2)
    assert data.target is not None
    assert set(np.abs(data.target)) == {1 / np.sqrt(n)}
    for X, y in parts(data):
        assert set(np.unique(X)) <= {-1.0, 0.0, 1.0}
        assert (np.abs(X).sum(axis=1) == active).all()
        votes = X @ np.sign(data.target)
        np.testing.assert_array_equal(np.sign(votes), y)
        assert abs(y.sum()) <= 1


@pytest.mark.parametrize("recipe", [Disjunction(n=50, n_train=40), Majority(n=50, n_train=40)], ids=repr)
def test_where_rows_are_sparse_they_are_the_same_rows(recipe: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dense = recipe.draw(1)
    monkeypatch.setattr(one_hot, "DENSE", 0)
    sparse = recipe.draw(1)
    assert is_sparse(sparse.X_train)
    assert not is_sparse(dense.X_train)
    assert not sparse.X_train.data.flags.writeable
    assert size_in_bytes(sparse.X_train) < size_in_bytes(dense.X_train)
    for (X, y), (Z, t) in zip(parts(dense), parts(sparse), strict=True):
        np.testing.assert_array_equal(X, Z)
        np.testing.assert_array_equal(y, t)


def test_sparse_rows_are_checked_and_told_apart_as_dense_ones_are() -> None:
    X: Any = csr_matrix(np.array([[0.0, 2.0], [1.0, 0.0]]))
    moved: Any = csr_matrix(np.array([[2.0, 0.0], [1.0, 0.0]]))
    y = np.array([0, 1])
    data = Dataset("s", X, y, X, y)
    same = Dataset("s", X.copy(), y, X, y)
    other = Dataset("s", moved, y, X, y)
    assert data.digest == same.digest != other.digest
    with pytest.raises(DataError, match="not finite"):
        Dataset("s", X * np.inf, y, X, y)
    with pytest.raises(DataError, match="center would make sparse rows dense: 4 × 2 numbers; "):
        prepare([PreprocessingStep("center")], data)
    train, _ = prepare([], data)
    assert is_sparse(train)


def test_learners_read_sparse_rows_as_a_data_set_holds_them() -> None:
    """Converted at every call, they would cost more than a few rounds."""
    held: Any = Disjunction(n=1000, n_train=5000).draw(1).X_train
    read = readable(held)
    assert np.shares_memory(read.values, held.data)
    assert np.shares_memory(read.features, held.indices)
    assert np.shares_memory(read.starts, held.indptr)


def test_the_rows_of_a_caller_stay_his_own() -> None:
    X: Any = csr_matrix((np.array([1, 2, 3]), np.array([1, 0, 1]), np.array([0, 2, 3])), shape=(2, 2))
    data = Dataset("s", X, np.array([0, 1]), X, np.array([0, 1]))
    assert data.X_train.indices.tolist() == [0, 1, 1]  # type: ignore[attr-defined]
    assert X.indices.tolist() == [1, 0, 1]
    X.data[0] = 7


@given(gap=st.floats(0.01, 0.3), seed=seeds)
@settings(deadline=None, max_examples=40)
def test_points_of_the_plane_keep_their_distance_from_the_line(gap: float, seed: int) -> None:
    data = HalfPlane(gap=gap, n_train=20, n_test=10, seed=seed).draw(1)
    assert data.target is not None
    u = data.target / np.hypot(*data.target[:2])
    assert abs(u[2]) <= 0.4 + 1e-12
    for X, y in parts(data):
        assert (np.abs(X[:, :2]) <= 1).all()
        assert (X[:, 2] == 1).all()
        assert (y * (X @ u) >= gap - 1e-12).all()
        assert abs(y.sum()) <= 1


def test_no_line_through_the_origin_parts_the_inseparable_ones() -> None:
    """Positive multiples of y x that sum to zero: for every w one of them has y w·x ≤ 0."""
    data = Inseparable().draw(1)
    assert data.ordered
    np.testing.assert_array_equal(data.X_train, EXAMPLES)
    assert ((LABELS[:, None] * EXAMPLES) * np.array([[3.0], [2.0], [6.0]])).sum(axis=0).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("recipe", "options", "wrong"),
    [
        (Disjunction, {"n": 100, "k": 11}, "between `k` and half of `n`"),
        (Disjunction, {"n": 10, "k": 2, "active": 6}, "between `k` and half of `n`"),
        (Majority, {"active": 4}, "`active` must be odd"),
        (Majority, {"n": 3, "active": 5}, "`active` must be odd, and at most `n`"),
    ],
)
def test_impossible_options_are_refused(recipe: Any, options: dict[str, int], wrong: str) -> None:
    with pytest.raises(ValidationError, match=wrong):
        recipe(**options)
