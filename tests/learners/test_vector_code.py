"""Vector code has the bits of the Python functions whose place it takes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.sparse import csr_array

from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import LearnerError
from onlinelearn.learners.algorithms.passive_aggressive import PassiveAggressive
from onlinelearn.learners.engine import geometry, kernels, sparse, vector_code
from onlinelearn.learners.engine.linear import Linear
from onlinelearn.learners.engine.linking import digest, link, resolve
from onlinelearn.learners.engine.model import Model
from onlinelearn.learners.engine.primitives import is_in_vectors
from onlinelearn.learners.engine.sparse import SparseRows

ANY = st.floats(allow_nan=False, width=64)
"""Infinite numbers, zeros of both signs and subnormal ones too: only what is no number has many bits."""


def products(a: Floats, b: Floats, out: Floats) -> None:
    """The template of a compiled inner product and distance."""
    out[0] = geometry.dot(a, b)
    out[1] = kernels.squared_distance(a, b)


def scores(W: Floats, x: Floats, s: Floats) -> None:
    """The template of compiled scores."""
    geometry.dense_scores(W, x, s)


def same_bits(a: Floats, b: Floats) -> bool:
    """Equal to the last bit; what is no number is the same as any other."""
    return np.where(np.isnan(a), np.nan, a).tobytes() == np.where(np.isnan(b), np.nan, b).tobytes()


@given(a=st.lists(ANY, max_size=27), step=st.sampled_from([1, 2]))
@settings(deadline=None, max_examples=60)
def test_inner_products_and_distances(a: list[float], step: int) -> None:
    apart = np.repeat(np.array(a), step)[::step]
    vectors, plain = np.zeros(2), np.zeros(2)
    link(products, "test")(apart, apart[::-1].copy(), vectors)
    with np.errstate(all="ignore"):
        products(apart, apart[::-1], plain)
    assert same_bits(vectors, plain)


def products_and_squares(values: Floats, w: Floats, s: Floats) -> None:
    """The template of compiled partial sums."""
    for t in range(values.shape[0]):
        sparse.add_product_and_square(s, 2 * (t % 3), values[t], w[t])


@given(pairs=st.lists(st.tuples(ANY, ANY), max_size=15), offset=st.integers(0, 1))
@settings(deadline=None, max_examples=60)
def test_products_and_squares(pairs: list[tuple[float, float]], offset: int) -> None:
    """Wherever in memory the sums begin."""
    values, w = np.array(pairs).reshape(-1, 2).T.copy()
    vectors, plain = np.zeros(6 + offset)[offset:], np.zeros(6)
    link(products_and_squares, "test")(values, w, vectors)
    with np.errstate(all="ignore"):
        products_and_squares(values, w, plain)
    assert same_bits(vectors, plain)


@pytest.mark.parametrize("columns", [1, 4, 8, 12, 16, 20, 24, 28, 32, 36])
@given(data=st.data())
@settings(deadline=None, max_examples=12)
def test_scores(columns: int, data: st.DataObject) -> None:
    d = data.draw(st.integers(0, 19))
    W = data.draw(arrays.arrays(np.float64, (d, columns), elements=ANY))
    x = data.draw(arrays.arrays(np.float64, d, elements=ANY))
    vectors, plain = np.full(columns, 7.0), np.full(columns, 7.0)
    link(scores, "test")(W, x, vectors)
    with np.errstate(all="ignore"):
        geometry.dense_scores(W, x, plain)
    assert same_bits(vectors, plain)


def sparse_scores(W: Floats, X: SparseRows, s: Floats) -> None:
    """The template of compiled scores of a sparse row."""
    sparse.score(W, sparse.row(X, 0), s)


@pytest.mark.parametrize("columns", [1, 4, 8, 12, 16, 20, 24, 28, 32])
@given(data=st.data())
@settings(deadline=None, max_examples=12)
def test_scores_of_sparse_rows(columns: int, data: st.DataObject) -> None:
    d = data.draw(st.integers(1, 19))
    W = data.draw(arrays.arrays(np.float64, (d, columns), elements=ANY))
    features = np.array(sorted(data.draw(st.sets(st.integers(0, d - 1)))), np.int32)
    x = data.draw(arrays.arrays(np.float64, len(features), elements=ANY))
    X = sparse.readable(csr_array((x, features, [0, len(x)]), shape=(1, d)))
    vectors, plain = np.full(columns, 7.0), np.full(columns, 7.0)
    link(sparse_scores, "test")(W, X, vectors)
    with np.errstate(all="ignore"):
        sparse_scores(W, X, plain)
    assert same_bits(vectors, plain)


def test_a_kernel_is_compiled_anew_when_its_vector_code_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(resolve(geometry.dense_scores))
    monkeypatch.setattr("onlinelearn.learners.engine.linking.VECTOR_CODE", "onlinelearn.base.arrays")
    assert digest(resolve(geometry.dense_scores)) != before


def test_every_function_in_vectors_has_its_form() -> None:
    marked = {
        name
        for module in (geometry, kernels, sparse)
        for name, thing in vars(module).items()
        if callable(thing) and is_in_vectors(thing)
    }
    assert marked == set(vector_code.FORMS)


@pytest.mark.parametrize(("columns", "scores"), [(3, 3), (4, 3)])
def test_weights_that_vectors_would_overrun_are_refused(
    columns: int, scores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = Linear(np.zeros((9, columns)), np.zeros(scores), np.zeros(scores), 3)
    monkeypatch.setattr(PassiveAggressive, "start", lambda *_: weights)
    with pytest.raises(LearnerError, match="multiple of 4"):
        Model(PassiveAggressive(), 3, 9)
