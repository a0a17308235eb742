"""Two classes with a margin that is known: unit vectors, and a hyperplane that parts them."""

from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count, Fraction
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.sphere import directions, inner, unit
from onlinelearn.numerics import rng

TARGET, TRAIN, TEST, FLIPS = range(4)

ABOVE = 2.0**-40
"""The distance of the nearest example from the margin, so that rounding can't undercut it."""


class Separable(Recipe):
    """Unit vectors x with y u·x ≥ margin, of which some may then get the wrong label."""

    d: Annotated[int, Field(ge=2)] = Field(20, description="dimension of the examples")
    margin: Annotated[float, Field(gt=0, le=0.99)] = Field(
        0.1, description="γ: no example is nearer to the hyperplane than this"
    )
    spread: Fraction = Field(
        1.0,
        description="the distances from the hyperplane are uniform in γ .. γ + spread·(1 − γ); "
        "0 puts every example as near as it may be",
    )
    n_train: Annotated[int, Field(ge=2)] = Field(
        1000, description="examples for training, half of each class"
    )
    n_test: Count = Field(1000, description="examples for test")
    flips: Annotated[int, Field(ge=0)] = Field(
        0, description="number of training examples, drawn at random, that get the wrong label"
    )

    @model_validator(mode="after")
    def _flips_what_is_there(self) -> Self:
        if self.flips > self.n_train:
            raise ValueError("`flips` can't be more than `n_train`")
        return self

    def draw(self, number: int) -> Dataset:
        """The target u first, then both parts; the test part has no wrong labels."""
        target = directions(self.key(number, TARGET), 1, self.d)[0]
        (X_train, y_train), (X_test, y_test) = (
            self._part(target, self.key(number, part), n)
            for part, n in ((TRAIN, self.n_train), (TEST, self.n_test))
        )
        wrong = rng.permutation(self.key(number, FLIPS), self.n_train)[: self.flips]
        y_train[wrong] = -y_train[wrong]
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test, target=target)

    def _part(self, target: Floats, key: Key, n: int) -> tuple[Floats, Ints]:
        """x = y(s·u + √(1 − s²)·v) with s the distance from the hyperplane and v ⟂ u a random direction."""
        nearest = self.margin + ABOVE
        s = nearest + self.spread * (1.0 - nearest) * rng.uniform((*key, 0), n)
        v = directions((*key, 1), n, self.d)
        for _ in range(2):  # the first time rounding leaves a little of u, where v was nearly parallel to it
            v = unit(v - inner(v, target)[:, None] * target)
        y = 1 - 2 * (rng.permutation((*key, 2), n) % 2)
        X = s[:, None] * target + np.sqrt(1.0 - s * s)[:, None] * v
        return y[:, None] * X, y


GENERATOR = Generator("separable", "unit vectors of two classes, parted by a known hyperplane", Separable)
