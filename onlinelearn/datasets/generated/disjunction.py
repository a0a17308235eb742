"""A disjunction of a few features among many that are irrelevant."""

from math import isqrt, sqrt
from typing import Annotated, Any, Self

import numpy as np
from pydantic import Field, model_validator

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.one_hot import MOST_FEATURES, groups, matrix, picks
from onlinelearn.numerics import rng

TRAIN, TEST = range(2)


class Disjunction(Recipe):
    """x has one of each group's features; y = 1 if that is the first one in one of the first k groups.

    A constant feature comes last: with it the target is a hyperplane through the origin, of margin
    1/√(4k + 1). Half of the examples are positive, and each of them by one literal only.
    """

    n: Annotated[int, Field(ge=4, le=MOST_FEATURES)] = Field(
        100, description="number of features, each 0 or 1; a constant 1 is added to them"
    )
    k: Count = Field(5, description="number of relevant features: the literals of the disjunction")
    active: Annotated[int, Field(ge=1)] | None = Field(
        None, description="number of features that are 1 in each example; √n if left out"
    )
    n_train: Annotated[int, Field(ge=2)] = Field(
        1000, description="examples for training, half of each class"
    )
    n_test: Annotated[int, Field(ge=2)] = Field(1000, description="examples for test, half of each class")

    @model_validator(mode="after")
    def _literals_and_others(self) -> Self:
        if not self.k <= self._active <= self.n // 2:
            raise ValueError(f"`active` is {self._active}; it must be between `k` and half of `n`")
        return self

    @property
    def _active(self) -> int:
        return isqrt(self.n) if self.active is None else self.active

    @property
    def shape(self) -> tuple[int, int]:
        """Of the columns, those that are 1 in a row."""
        return self.n_train + self.n_test, self._active

    def draw(self, number: int) -> Dataset:
        """The literals are the first features of the first groups; all else is random."""
        starts = groups(self.n, self._active)
        (X_train, y_train), (X_test, y_test) = (
            self._part(starts, self.key(number, part), rows)
            for part, rows in ((TRAIN, self.n_train), (TEST, self.n_test))
        )
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test, target=self._target(starts))

    def _target(self, starts: Ints) -> Floats:
        target = np.zeros(self.n + 1)
        target[starts[: self.k]] = 2.0
        target[-1] = -1.0
        return target / sqrt(4 * self.k + 1)

    def _part(self, starts: Ints, key: Key, rows: int) -> tuple[Any, Ints]:
        y = 1 - 2 * (rng.permutation((*key, 0), rows) % 2)
        spared = np.arange(self._active) < self.k  # the first places of these groups are the literals
        features = starts[:-1] + spared + picks((*key, 1), rows, np.diff(starts) - spared)
        positive = np.flatnonzero(y == 1)
        literal = picks((*key, 2), len(positive), np.array([self.k]))[:, 0]
        features[positive, literal] = starts[literal]
        whole = np.column_stack([features, np.full(rows, self.n)])
        return matrix(whole, np.ones(whole.shape), self.n + 1), y


GENERATOR = Generator(
    "disjunction",
    "examples labelled by whether one of a few relevant features, among many, is present",
    Disjunction,
)
