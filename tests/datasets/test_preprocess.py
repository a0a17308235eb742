"""Preprocessors: against scikit-learn and their definitions, on the training part only."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from pydantic import ValidationError
from sklearn import decomposition, preprocessing

from onlinelearn.base import parameters
from onlinelearn.base.arrays import Floats
from onlinelearn.base.errors import DataError
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.preprocessing import PREPROCESSORS, PreprocessingStep, prepare
from onlinelearn.numerics.sums import column_sums


def dataset(train: Floats, test: Floats | None = None) -> Dataset:
    test = train if test is None else test
    y = np.arange(len(train)) % 2
    return Dataset("some", train, y, test, np.arange(len(test)) % 2)


def tables(least: int = 2) -> st.SearchStrategy[Floats]:
    shapes = st.tuples(st.integers(least, 12), st.integers(1, 5))
    return shapes.flatmap(
        lambda shape: arrays(np.float64, shape, elements=st.floats(-100, 100, allow_subnormal=False))
    )


DRAWN = np.random.default_rng(3).normal(size=(60, 5)) * [1, 10, 0.1, 5, 1] + 3
TEST = np.random.default_rng(4).normal(size=(20, 5))
PEERS = {
    "unit_norm": preprocessing.Normalizer(),
    "standardize": preprocessing.StandardScaler(),
    "minmax": preprocessing.MinMaxScaler(),
    "center": preprocessing.StandardScaler(with_std=False),
}


@pytest.mark.parametrize("name", PEERS)
def test_preprocessors_agree_with_scikit_learn(name: str) -> None:
    train, test = prepare([PreprocessingStep(name)], dataset(DRAWN, TEST))
    peer = PEERS[name].fit(DRAWN)
    assert np.allclose(train, peer.transform(DRAWN), rtol=1e-12, atol=1e-12)
    assert np.allclose(test, peer.transform(TEST), rtol=1e-12, atol=1e-12)


def test_pca_agrees_with_scikit_learn_up_to_signs() -> None:
    train, test = prepare([PreprocessingStep("pca", {"n_components": 3})], dataset(DRAWN, TEST))
    peer = decomposition.PCA(3).fit(DRAWN)
    assert np.allclose(abs(train), abs(peer.transform(DRAWN)))
    assert np.allclose(abs(test), abs(peer.transform(TEST)))


def test_pca_does_not_depend_on_the_signs_of_lapack(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = prepare([PreprocessingStep("pca")], dataset(DRAWN, TEST))
    svd = np.linalg.svd

    def turned(X: Floats, full_matrices: bool) -> tuple[Floats, Floats, Floats]:
        u, s, v = svd(X, full_matrices=full_matrices)
        return -u, s, -v

    monkeypatch.setattr(np.linalg, "svd", turned)
    found = prepare([PreprocessingStep("pca")], dataset(DRAWN, TEST))
    assert all(np.array_equal(a, b) for a, b in zip(expected, found, strict=True))


@given(tables())
def test_unit_norm_gives_norm_one_and_leaves_zeros(X: Floats) -> None:
    norms = np.linalg.norm(prepare([PreprocessingStep("unit_norm")], dataset(X))[0], axis=1)
    assert np.allclose(norms, np.abs(X).max(axis=1) > 0)


@given(tables(), st.integers(-900, 900))
def test_unit_norm_knows_no_overflow(X: Floats, exponent: int) -> None:
    scaled = np.ldexp(np.round(X), exponent)
    expected = prepare([PreprocessingStep("unit_norm")], dataset(np.round(X)))[0]
    assert np.array_equal(prepare([PreprocessingStep("unit_norm")], dataset(scaled))[0], expected)


@given(tables())
def test_mean_norm_gives_mean_squared_norm_one(X: Floats) -> None:
    changed = prepare([PreprocessingStep("mean_norm")], dataset(X))[0]
    assert np.isclose((changed**2).sum(axis=1).mean(), 1.0 if X.any() else 0.0)


@given(tables(), st.integers(-900, 900))
def test_mean_norm_knows_no_overflow(X: Floats, exponent: int) -> None:
    scaled = np.ldexp(np.round(X), exponent)
    expected = prepare([PreprocessingStep("mean_norm")], dataset(np.round(X)))[0]
    assert np.array_equal(prepare([PreprocessingStep("mean_norm")], dataset(scaled))[0], expected)


@pytest.mark.parametrize("name", ["standardize", "minmax"])
def test_a_constant_attribute_becomes_zero(name: str) -> None:
    X = np.column_stack([np.full(7, 0.1), np.arange(7.0)])
    train, test = prepare([PreprocessingStep(name)], dataset(X, X[:2] + 5))
    assert not train[:, 0].any()
    assert not test[:, 0].any()
    assert train[:, 1].any()


def test_bias_appends_a_constant() -> None:
    train, test = prepare([PreprocessingStep("bias", {"value": 2})], dataset(DRAWN, TEST))
    assert np.array_equal(train, np.hstack([DRAWN, np.full((60, 1), 2.0)]))
    assert test[:, -1].tolist() == [2.0] * 20


@pytest.mark.parametrize("name", PREPROCESSORS)
def test_the_test_part_teaches_nothing(name: str) -> None:
    one = prepare([PreprocessingStep(name)], dataset(DRAWN, TEST))[0]
    other = prepare([PreprocessingStep(name)], dataset(DRAWN, 1000 * TEST[:3]))[0]
    assert np.array_equal(one, other)


@pytest.mark.parametrize("name", PREPROCESSORS)
def test_what_comes_out_is_read_only_and_c_ordered(name: str) -> None:
    for part in prepare([PreprocessingStep(name)], dataset(DRAWN, TEST)):
        assert part.flags.c_contiguous
        assert not part.flags.writeable
        assert not np.signbit(part[part == 0]).any()


def test_steps_follow_each_other() -> None:
    both = prepare([PreprocessingStep("center"), PreprocessingStep("unit_norm")], dataset(DRAWN, TEST))
    centred = prepare([PreprocessingStep("center")], dataset(DRAWN, TEST))
    assert np.array_equal(both[1], prepare([PreprocessingStep("unit_norm")], dataset(*centred))[1])


def test_no_steps_change_nothing() -> None:
    assert np.array_equal(prepare([], dataset(DRAWN, TEST))[1], TEST)


def test_sums_do_not_depend_on_the_memory_layout() -> None:
    X = np.random.default_rng(0).normal(size=(1001, 33))
    assert np.array_equal(column_sums(X), column_sums(np.asfortranarray(X)))
    assert np.array_equal(column_sums(X), np.array([column_sums(X[:, [j]])[0] for j in range(33)]))


@given(arrays(np.float64, st.tuples(st.integers(0, 40), st.integers(1, 3)), elements=st.integers(-9, 9)))
def test_sums_of_integers_are_exact(X: Floats) -> None:
    assert np.array_equal(column_sums(X), X.sum(axis=0))


@pytest.mark.parametrize(
    ("name", "params", "wrong"),
    [
        ("bias", {"valeu": 1.0}, "valeu"),
        ("bias", {"value": float("inf")}, "value"),
        ("pca", {"n_components": 0}, "n_components"),
    ],
)
def test_a_step_that_cannot_be_is_refused(name: str, params: dict[str, object], wrong: str) -> None:
    with pytest.raises(ValidationError) as caught:
        PreprocessingStep(name, params)
    assert [each["loc"] for each in caught.value.errors()] == [(wrong,)]


def test_a_step_knows_its_defaults() -> None:
    assert PreprocessingStep("bias") == PreprocessingStep("bias", {"value": 1.0})


def test_too_many_components_are_an_error() -> None:
    with pytest.raises(DataError, match="6 components cannot come of 60 x 5 values"):
        prepare([PreprocessingStep("pca", {"n_components": 6})], dataset(DRAWN))


def test_an_overflow_is_an_error_with_the_steps_name() -> None:
    with pytest.raises(DataError, match="standardize overflows"):
        prepare([PreprocessingStep("standardize")], dataset(np.array([[1e200], [-1e200]])))


def test_every_parameter_is_documented() -> None:
    for cls in PREPROCESSORS.values():
        assert cls.__doc__
        assert all(field.description for field in parameters.model(cls).model_fields.values())
