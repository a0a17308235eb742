"""SEA concepts: points of a cube, and a threshold on the sum of two coordinates that jumps."""

from typing import Annotated

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Fraction
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator
from onlinelearn.datasets.generated.stream_recipe import (
    StreamRecipe,
    block_numbers,
    block_starts,
    some,
    turned,
)
from onlinelearn.numerics import rng

TRAIN, TEST, WRONG = range(3)

SIDE = 10.0
"""The points are uniform in [0, 10]³; the third coordinate says nothing."""


class Sea(StreamRecipe):
    """x in [0, 10]³ is of class 1 where x₁ + x₂ ≤ θ, else of class -1 (Street & Kim, KDD 2001)."""

    thresholds: Annotated[tuple[float, ...], Field(strict=False, min_length=1)] = Field(
        (8.0, 9.0, 7.0, 9.5), description="θ in each block of the stream; the blocks are of equal length"
    )
    noise: Fraction = Field(0.1, description="chance of a wrong label in training")

    @property
    def width(self) -> int:
        """Three attributes."""
        return 3

    @property
    def changes(self) -> tuple[int, ...]:
        """The beginnings of the blocks but the first."""
        return block_starts(self.n_train, len(self.thresholds))

    def draw(self, number: int) -> Dataset:
        """Both parts; a higher noise turns the same labels, and more."""
        thresholds = np.array(self.thresholds)[block_numbers(self.n_train, len(self.thresholds))]
        X_train, y_train = self._part(self.key(number, TRAIN), thresholds)
        X_test, y_test = self._part(self.key(number, TEST), np.full(self.n_test, self.thresholds[-1]))
        wrong = some(self.key(number, WRONG), self.n_train, self.noise)
        return Dataset(
            *(GENERATOR.name, X_train, turned(y_train, wrong), X_test, y_test),
            ordered=True,
            changes=self.changes,
        )

    def _part(self, key: Key, thresholds: Floats) -> tuple[Floats, Ints]:
        X = SIDE * rng.uniform(key, 3 * len(thresholds)).reshape(-1, 3)
        return X, np.where(X[:, 0] + X[:, 1] <= thresholds, 1, -1)


GENERATOR = Generator("sea", "SEA concepts: a threshold on two of three attributes that jumps", Sea)
