"""A hyperplane that turns while the examples come."""

from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from onlinelearn.base.arrays import Floats, Ints
from onlinelearn.base.parameters import Fraction, NonNegative
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator
from onlinelearn.datasets.generated.stream_recipe import StreamRecipe, some, turned
from onlinelearn.numerics import rng
from onlinelearn.numerics.sums import column_sums

WEIGHTS, WAYS, TRAIN, TEST, WRONG = range(5)


class Hyperplane(StreamRecipe):
    """x uniform in [0, 1]^d is of class 1 where Σ wᵢxᵢ ≥ ½ Σ wᵢ, else of class -1; some wᵢ change.

    As in Hulten, Spencer & Domingos, KDD 2001; here the weights take a step with every example.
    """

    d: Annotated[int, Field(ge=2)] = Field(10, description="number of attributes")
    drifting: Annotated[int, Field(ge=0)] = Field(2, description="number of weights that change")
    step: NonNegative = Field(0.001, description="how much each of them changes with every example")
    turn: Fraction = Field(0.0, description="chance, with every example, that a weight changes its direction")
    noise: Fraction = Field(0.05, description="chance of a wrong label in training")

    @model_validator(mode="after")
    def _as_many_weights(self) -> Self:
        if self.drifting > self.d:
            raise ValueError("`drifting` can't be more than `d`")
        return self

    @property
    def width(self) -> int:
        """As many columns as attributes."""
        return self.d

    def draw(self, number: int) -> Dataset:
        """The weights at every example first, then both parts."""
        W = self._weights(number)
        X_train, X_test = (
            rng.uniform(self.key(number, part), n * self.d).reshape(n, self.d)
            for part, n in ((TRAIN, self.n_train), (TEST, self.n_test))
        )
        wrong = some(self.key(number, WRONG), self.n_train, self.noise)
        y_train = turned(_classes(X_train, W), wrong)
        return Dataset(GENERATOR.name, X_train, y_train, X_test, _classes(X_test, W[-1]), ordered=True)

    def _weights(self, number: int) -> Floats:
        """(n_train, d): the weights before each example; the first ones are those that change."""
        W = np.tile(rng.uniform(self.key(number, WEIGHTS), self.d), (self.n_train, 1))
        coins = rng.uniform((*self.key(number, WAYS), 1), (self.n_train - 1) * self.drifting)
        signs = np.where(coins < self.turn, -1, 1).reshape(self.n_train - 1, self.drifting)
        first = np.where(rng.uniform((*self.key(number, WAYS), 0), self.drifting) < 0.5, -1, 1)
        steps = np.cumsum(first * np.cumprod(signs, axis=0), axis=0)  # whole numbers: exact
        W[1:, : self.drifting] += self.step * steps
        return W


def _classes(X: Floats, W: Floats) -> Ints:
    """1 above the hyperplane through the middle of the cube and on it, else -1."""
    return np.where(column_sums((W * (X - 0.5)).T) >= 0.0, 1, -1)


GENERATOR = Generator("hyperplane", "points of a cube on both sides of a hyperplane that turns", Hyperplane)
