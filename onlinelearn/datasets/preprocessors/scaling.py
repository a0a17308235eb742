"""Preprocessors that shift and scale examples or attributes; they give the same bits on every machine.

Those that only scale keep sparse rows sparse, with the bits that dense rows would have.
"""

from typing import Any

import numpy as np

from onlinelearn.base.arrays import Floats, is_sparse, stored
from onlinelearn.datasets.preprocessors.preprocessor import Preprocessor, Transform
from onlinelearn.datasets.preprocessors.sparse_rows import (
    over_columns,
    row_maxima,
    sparse_squared_norms,
    with_values,
)
from onlinelearn.datasets.preprocessors.unit_rows import NORMAL_EXPONENT, unit_rows
from onlinelearn.numerics.sums import (
    column_means,
    column_ranges,
    column_sums_of,
    column_variances,
    row_blocks,
    squared_norms,
)

SQUARED_EXPONENT = 400
"""The square of a power of two up to this one is a plain number, and so are sums of such squares."""


class UnitNorm(Preprocessor):
    """Scale each example to Euclidean norm 1; an example that is all zeros stays so."""

    sparse = True
    streams = True

    def fit(self, X: Floats) -> Transform:
        """Nothing is learnt: each row is its own measure."""
        return _to_unit_norm


def _to_unit_norm(X: Any) -> Any:
    if is_sparse(X):
        return _sparse_to_unit_norm(X)
    scaled = unit_rows(X)
    return in_passes(X) if scaled is None else scaled


def in_passes(X: Floats) -> Floats:
    """The rows of X, scaled by operations on all of them at once."""
    # A power of two takes the largest value near 1: exact, and no square over- or underflows.
    largest = np.maximum(X.max(axis=1, initial=0.0), -X.min(axis=1, initial=0.0))
    exponents = np.frexp(largest)[1]
    if np.abs(exponents).max(initial=0) <= NORMAL_EXPONENT:
        unit: Floats = X * np.ldexp(1.0, -exponents)[:, None]
    else:
        unit = np.ldexp(X, -exponents[:, None])
    norms = np.sqrt(squared_norms(unit))
    unit /= np.where(norms == 0.0, 1.0, norms)[:, None]
    return unit


def _sparse_to_unit_norm(X: Any) -> Any:
    of_row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    scaled = with_values(X, np.ldexp(X.data, -np.frexp(row_maxima(X))[1][of_row]))
    norms = np.sqrt(sparse_squared_norms(scaled))
    return with_values(X, scaled.data / np.where(norms == 0.0, 1.0, norms)[of_row])


class Standardize(Preprocessor):
    """Shift and scale each attribute to mean 0 and standard deviation 1; a constant one becomes 0."""

    streams = True

    def fit(self, X: Floats) -> Transform:
        """Mean and (population) standard deviation of each attribute."""
        means, deviations = column_means(X), np.sqrt(column_variances(X))
        low, high = column_ranges(X)
        # Compared, since a computed variance may miss zero by rounding.
        return _shift_and_scale(means, np.where(low == high, 0.0, deviations))


class MinMax(Preprocessor):
    """Shift and scale each attribute to [0, 1] in training; a constant one becomes 0.

    Values of the test part may fall outside.
    """

    streams = True

    def fit(self, X: Floats) -> Transform:
        """Least and greatest value of each attribute."""
        low, high = column_ranges(X)
        return _shift_and_scale(low, high - low)


class MaxAbs(Preprocessor):
    """Scale each attribute to [-1, 1] in training, by its largest absolute value; all zeros stay zeros."""

    sparse = True
    streams = True

    def fit(self, X: Any) -> Transform:
        """Largest absolute value of each attribute."""
        largest = np.zeros(X.shape[1])
        for rows in row_blocks(X):
            if is_sparse(rows):
                np.maximum.at(largest, rows.indices, np.abs(rows.data))
            else:
                largest = np.maximum(largest, np.abs(rows).max(axis=0, initial=0.0))
        divisor = np.where(largest == 0.0, 1.0, largest)
        return lambda X: over_columns(X, divisor)


class Center(Preprocessor):
    """Shift each attribute to mean 0."""

    streams = True

    def fit(self, X: Floats) -> Transform:
        """Mean of each attribute."""
        means = column_means(X)
        return lambda X: X - means


class MeanNorm(Preprocessor):
    """Scale all examples by one number, to mean squared norm 1 in training; all zeros stay zeros."""

    sparse = True
    streams = True

    def fit(self, X: Any) -> Transform:
        """Mean squared norm of the examples."""
        largest = max((np.abs(stored(rows)).max(initial=0.0) for rows in row_blocks(X)), default=0.0)
        # As in `in_passes`, where squares would over- or underflow.
        exponent = int(np.frexp(largest)[1])
        shift = -exponent if abs(exponent) > SQUARED_EXPONENT else 0
        mean = column_sums_of(X, lambda rows: _squared_norms(_shifted(rows, shift)))[0] / X.shape[0]
        scale = np.ldexp(np.sqrt(mean), -shift) if mean > 0.0 else 1.0
        return lambda X: with_values(X, stored(X) / scale) if is_sparse(X) else X / scale


def _shifted(rows: Any, shift: int) -> Any:
    """The rows times 2 to this power."""
    if not shift:
        return rows
    return with_values(rows, np.ldexp(rows.data, shift)) if is_sparse(rows) else np.ldexp(rows, shift)


def _squared_norms(rows: Any) -> Floats:
    """A column with the squared norm of each row."""
    return (sparse_squared_norms(rows) if is_sparse(rows) else squared_norms(rows))[:, None]


def _shift_and_scale(shift: Floats, scale: Floats) -> Transform:
    """(X - shift) / scale, where a scale of 0 stands for an attribute without spread, which becomes 0."""
    divisor = np.where(scale == 0.0, np.inf, scale)
    return lambda X: (X - shift) / divisor
