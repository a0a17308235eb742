"""The preprocessors: each is fitted on the training part, and gives the function to apply to both parts.

All but PCA give the same bits on every machine.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Annotated

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Bools, Floats
from onlinelearn.base.errors import DataError
from onlinelearn.base.parameters import Count
from onlinelearn.numerics.sums import column_means, column_sums, column_variances, squared_norms

Transform = Callable[[Floats], Floats]
Finite = Annotated[float, Field(allow_inf_nan=False)]


class Preprocessor(ABC):
    """A way to change the attributes."""

    @abstractmethod
    def fit(self, X: Floats) -> Transform:
        """The function to apply to both parts, learnt from the training part X."""


class UnitNorm(Preprocessor):
    """Scale each example to Euclidean norm 1; an example that is all zeros stays so."""

    def fit(self, X: Floats) -> Transform:
        """Nothing is learnt: each row is its own measure."""

        def transform(X: Floats) -> Floats:
            # A power of two takes the largest value near 1: exact, and no square over- or underflows.
            scaled = np.ldexp(X, -np.frexp(np.abs(X).max(axis=1, initial=0.0))[1][:, None])
            norms = np.sqrt(squared_norms(scaled))
            unit: Floats = scaled / np.where(norms == 0.0, 1.0, norms)[:, None]
            return unit

        return transform


class Standardize(Preprocessor):
    """Shift and scale each attribute to mean 0 and standard deviation 1; a constant one becomes 0."""

    def fit(self, X: Floats) -> Transform:
        """Mean and (population) standard deviation of each attribute."""
        means, deviations = column_means(X), np.sqrt(column_variances(X))
        return _shift_and_scale(means, np.where(_constant(X), 0.0, deviations))


class MinMax(Preprocessor):
    """Shift and scale each attribute to [0, 1] in training; a constant one becomes 0.

    Values of the test part may fall outside.
    """

    def fit(self, X: Floats) -> Transform:
        """Least and greatest value of each attribute."""
        low, high = X.min(axis=0), X.max(axis=0)
        return _shift_and_scale(low, high - low)


class Center(Preprocessor):
    """Shift each attribute to mean 0."""

    def fit(self, X: Floats) -> Transform:
        """Mean of each attribute."""
        means = column_means(X)
        return lambda X: X - means


class MeanNorm(Preprocessor):
    """Scale all examples by one number, to mean squared norm 1 in training; all zeros stay zeros."""

    def fit(self, X: Floats) -> Transform:
        """Mean squared norm of the examples."""
        mean = column_sums(squared_norms(X)[:, None])[0] / len(X)
        scale = np.sqrt(mean) if mean > 0.0 else 1.0
        return lambda X: X / scale


class Bias(Preprocessor):
    """Append a constant attribute, so that a linear model has an intercept.

    Parameters
    ----------
    value : the constant.
    """

    def __init__(self, *, value: Finite = 1.0) -> None:
        self.value = value

    def fit(self, X: Floats) -> Transform:
        """Nothing is learnt."""
        return lambda X: np.column_stack([X, np.full(len(X), self.value)])


class PCA(Preprocessor):
    """Project on the principal components of the training part, after centring.

    LAPACK finds the components, so the last bits may differ between machines. Signs are fixed: the
    largest loading of a component is positive.

    Parameters
    ----------
    n_components : how many components, those of largest variance; all, if it is not given.
    """

    def __init__(self, *, n_components: Count | None = None) -> None:
        self.n_components = n_components

    def fit(self, X: Floats) -> Transform:
        """Mean and components of the training part."""
        most = min(X.shape)
        wanted = self.n_components or most
        if wanted > most:
            raise DataError(f"pca: {wanted} components cannot come of {X.shape[0]} x {X.shape[1]} values")
        means = column_means(X)
        components = np.linalg.svd(X - means, full_matrices=False)[2][:wanted]
        largest = np.abs(components).argmax(axis=1)
        signs = np.where(components[np.arange(wanted), largest] < 0.0, -1.0, 1.0)
        turned = (components * signs[:, None]).T
        return lambda X: (X - means) @ turned


def _constant(X: Floats) -> Bools:
    """Which columns hold one value only: compared, since a computed variance may miss zero by rounding."""
    constant: Bools = X.min(axis=0) == X.max(axis=0)
    return constant


def _shift_and_scale(shift: Floats, scale: Floats) -> Transform:
    """(X - shift) / scale, where a scale of 0 stands for an attribute without spread, which becomes 0."""
    divisor = np.where(scale == 0.0, np.inf, scale)
    return lambda X: (X - shift) / divisor
