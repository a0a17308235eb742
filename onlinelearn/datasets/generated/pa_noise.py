"""The noisy data of the Passive-Aggressive paper: two Gaussian classes in the plane (Figs. 3 to 5)."""

from functools import lru_cache
from typing import Annotated

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count, NonNegative
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.sphere import unit
from onlinelearn.numerics import rng

TRAIN, TEST, MOVES, FLIPS = range(4)

DEVIATIONS = np.array([0.2, 2.0])
"""Standard deviations. The paper calls them covariances, but with those its optimal error isn't zero."""


class PANoise(Recipe):
    """x is Gaussian around y(1, 1), with deviations 0.2 and 2; then examples move, or labels turn.

    The target is the best direction for the Gaussians as they are after the move.
    """

    sigma: NonNegative = Field(0.0, description="instance noise: the deviation of what is added to x")
    p: Annotated[float, Field(ge=0, le=0.5)] = Field(
        0.0, description="label noise: the chance that a training example gets the wrong label"
    )
    n_train: Annotated[int, Field(ge=2)] = Field(
        4000, description="examples for training, half of each class before labels turn"
    )
    n_test: Count = Field(1000, description="examples for test, without noise")

    def draw(self, number: int) -> Dataset:
        """All but the noise is the same whatever that is; a larger p turns the same labels, and more."""
        X_train, y_train = _part(self.key(number, TRAIN), self.n_train)
        X_test, y_test = _part(self.key(number, TEST), self.n_test)
        if self.sigma:
            X_train = X_train + self.sigma * _normal(self.key(number, MOVES), self.n_train)
        wrong = rng.uniform(self.key(number, FLIPS), self.n_train) < self.p
        y_train = np.where(wrong, -y_train, y_train)
        # Σ⁻¹μ: both classes have the covariance Σ, and they lie at ±μ.
        target = unit(1.0 / (DEVIATIONS * DEVIATIONS + self.sigma * self.sigma)[None])[0]
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test, target=target)


def _part(key: Key, n: int) -> tuple[Floats, Ints]:
    y = 1 - 2 * (rng.permutation((*key, 0), n) % 2)
    return y[:, None] + DEVIATIONS * _normal((*key, 1), n), y


@lru_cache(maxsize=64)
def _normal(key: Key, n: int) -> Floats:
    """(n, 2): kept, since drawing them takes longer than learning, and every kind of noise shares them."""
    return rng.normal(key, 2 * n).reshape(n, 2)


GENERATOR = Generator("pa_noise", "two Gaussian classes in the plane, with instance or label noise", PANoise)
