"""Rows scaled by the compiled loop have the bits of NumPy's passes over all of them."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onlinelearn.base.arrays import Floats
from onlinelearn.datasets.preprocessors.scaling import UnitNorm, in_passes
from onlinelearn.datasets.preprocessors.unit_rows import MANY, SHIFTS, TOGETHER, scale_rows, unit_rows
from onlinelearn.learners.engine import linking
from tests.interpreted import interpreted

NUMBERS = st.floats(-1e9, 1e9) | st.sampled_from([0.0, -0.0, 1e-300, -1e290, 2.0**-1022, 5e-324, 1e308])


def by_the_loop(X: Floats) -> Floats | None:
    unit = np.empty_like(X)
    done = scale_rows(X, X.view(np.int64), SHIFTS, np.empty((TOGETHER, X.shape[1])), unit)
    return unit if done else None


@given(d=st.integers(1, 19), data=st.data())
def test_a_row_has_the_bits_of_numpys(d: int, data: st.DataObject) -> None:
    """What the loop leaves to NumPy has a largest number that is near the end of all numbers."""
    row = data.draw(st.lists(NUMBERS, min_size=d, max_size=d))
    X = np.array([row, [1.0] * d])
    unit = by_the_loop(X)
    if unit is None:
        assert not 2.0**-1000 <= np.abs(X[0]).max() <= 2.0**1000
    else:
        np.testing.assert_array_equal(unit.view(np.int64), in_passes(X).view(np.int64))


@pytest.mark.parametrize("d", [1, 2, 9, 20, 67])
def test_many_rows_are_scaled_by_the_compiled_loop(d: int) -> None:
    X = np.random.default_rng(d).normal(size=(MANY // d + 1, d))
    X[::3] *= 1e-7
    X[::5] = 0.0
    unit = unit_rows(X)
    assert unit is not None
    np.testing.assert_array_equal(unit.view(np.int64), in_passes(X).view(np.int64))
    few = unit_rows(X[:7])
    assert few is not None, "the loop is there now"
    np.testing.assert_array_equal(few.view(np.int64), unit[:7].view(np.int64))
    with interpreted():
        assert unit_rows(X) is None


def test_the_loop_is_not_compiled_for_few_rows() -> None:
    with patch.object(linking, "_linked", {}):
        assert unit_rows(np.ones((9, 2))) is None
        assert not linking._linked


@pytest.mark.parametrize("value", [2.0**1010, 2.0**-1010, 5e-324])
def test_rows_that_the_loop_cannot_scale_are_scaled_all_the_same(value: float) -> None:
    X = np.ones((MANY, 1))
    X[-1] = value
    assert unit_rows(X) is None
    np.testing.assert_array_equal(UnitNorm().fit(X)(X), np.ones((MANY, 1)))
