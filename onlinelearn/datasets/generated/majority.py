"""A target in which every feature counts, shown in examples with few of them."""

from typing import Annotated, Any, Self

import numpy as np
from pydantic import Field, model_validator

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.one_hot import MOST_FEATURES, groups, matrix, picks
from onlinelearn.numerics import rng

TARGET, TRAIN, TEST = range(3)


class Majority(Recipe):
    """u = (±1, …, ±1)/√n; x has one feature ±1 of each group; y is what most of them say.

    The number of active features is odd: the margin is at least 1/√n.
    """

    n: Annotated[int, Field(ge=2, le=MOST_FEATURES)] = Field(
        100, description="number of features, each -1, 0 or 1; all are relevant"
    )
    active: Annotated[int, Field(ge=1)] = Field(
        5, description="number of features that are not 0 in each example; odd"
    )
    n_train: Annotated[int, Field(ge=2)] = Field(
        1000, description="examples for training, half of each class"
    )
    n_test: Annotated[int, Field(ge=2)] = Field(1000, description="examples for test, half of each class")

    @model_validator(mode="after")
    def _a_majority(self) -> Self:
        if self.active % 2 == 0 or self.active > self.n:
            raise ValueError("`active` must be odd, and at most `n`")
        return self

    @property
    def shape(self) -> tuple[int, int]:
        """Of the columns, those that are not 0 in a row."""
        return self.n_train + self.n_test, self.active

    def draw(self, number: int) -> Dataset:
        """The target first, then both parts."""
        signs = _signs(rng.permutation(self.key(number, TARGET), self.n))
        (X_train, y_train), (X_test, y_test) = (
            self._part(signs, self.key(number, part), rows)
            for part, rows in ((TRAIN, self.n_train), (TEST, self.n_test))
        )
        target = signs / np.sqrt(float(self.n))
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test, target=target)

    def _part(self, signs: Floats, key: Key, rows: int) -> tuple[Any, Ints]:
        """The signs of the features are drawn; where most of them don't say the label, all are turned."""
        y = 1 - 2 * (rng.permutation((*key, 0), rows) % 2)
        starts = groups(self.n, self.active)
        features = starts[:-1] + picks((*key, 1), rows, np.diff(starts))
        values = _signs(picks((*key, 2), rows, np.full(self.active, 2)))
        votes = (values * signs[features]).sum(axis=1)  # of a few ±1: exact
        values *= (y * np.sign(votes))[:, None]
        return matrix(features, values, self.n), y


def _signs(numbers: Ints) -> Floats:
    """1 for an even number, -1 for an odd one."""
    return (1 - 2 * (numbers % 2)).astype(np.float64)


GENERATOR = Generator(
    "majority", "a majority vote in which every feature counts, and few are in an example", Majority
)
