"""Digits of a display whose lights fail, among lights that mean nothing; some may change places."""

from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count, Fraction
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator
from onlinelearn.datasets.generated.one_hot import picks
from onlinelearn.datasets.generated.stream_recipe import StreamRecipe, block_numbers, block_starts
from onlinelearn.numerics import rng

TRAIN, TEST, PLACES = range(3)

LIGHTS = np.array(
    [
        [1, 1, 1, 0, 1, 1, 1],
        [0, 0, 1, 0, 0, 1, 0],
        [1, 0, 1, 1, 1, 0, 1],
        [1, 0, 1, 1, 0, 1, 1],
        [0, 1, 1, 1, 0, 1, 0],
        [1, 1, 0, 1, 0, 1, 1],
        [1, 1, 0, 1, 1, 1, 1],
        [1, 0, 1, 0, 0, 1, 0],
        [1, 1, 1, 1, 1, 1, 1],
        [1, 1, 1, 1, 0, 1, 1],
    ]
)
"""The lights of each digit: top, upper left and right, middle, lower left and right, bottom."""


class Led(StreamRecipe):
    """The seven lights of a digit, each inverted with some chance, and lights that are on by chance alone.

    From Breiman, Friedman, Olshen & Stone, Classification and Regression Trees, 1984.
    """

    noise: Fraction = Field(0.1, description="chance that a light is inverted, also in the test part")
    irrelevant: Annotated[int, Field(ge=0)] = Field(17, description="number of lights that mean nothing")
    blocks: Count = Field(1, description="blocks of equal length; after the first, lights change places")
    moved: Annotated[int, Field(ge=0, le=7)] = Field(
        0, description="lights of the digit that change places with irrelevant ones, in each of these blocks"
    )

    @model_validator(mode="after")
    def _there_are_places(self) -> Self:
        if self.moved > self.irrelevant:
            raise ValueError("`moved` can't be more than `irrelevant`: lights change places with these")
        if (self.moved > 0) != (self.blocks > 1):
            raise ValueError("lights change places from block to block: give both `blocks` and `moved`")
        return self

    @property
    def width(self) -> int:
        """Seven lights, and the irrelevant ones."""
        return len(LIGHTS[0]) + self.irrelevant

    @property
    def changes(self) -> tuple[int, ...]:
        """The beginnings of the blocks but the first."""
        return block_starts(self.n_train, self.blocks)

    def draw(self, number: int) -> Dataset:
        """Both parts."""
        places = np.stack([self._places(number, block) for block in range(self.blocks)])
        train = self._part(self.key(number, TRAIN), places[block_numbers(self.n_train, self.blocks)])
        test = self._part(self.key(number, TEST), np.tile(places[-1], (self.n_test, 1)))
        return Dataset(GENERATOR.name, *train, *test, ordered=True, changes=self.changes)

    def _places(self, number: int, block: int) -> Ints:
        """The light that each column shows in a block: in the first, those of the digit come first."""
        places, moved = np.arange(self.width), self.moved if block else 0
        key = (*self.key(number, PLACES), block)
        ours = rng.permutation((*key, 0), len(LIGHTS[0]))[:moved]
        others = len(LIGHTS[0]) + rng.permutation((*key, 1), self.irrelevant)[:moved]
        places[ours], places[others] = others, ours
        return places

    def _part(self, key: Key, places: Ints) -> tuple[Floats, Ints]:
        n = len(places)
        y = picks((*key, 0), n, np.array([10]))[:, 0]
        failed = rng.uniform((*key, 1), 7 * n).reshape(n, 7) < self.noise
        chance = picks((*key, 2), n, np.full(self.irrelevant, 2))
        lights = np.hstack([LIGHTS[y] ^ failed, chance])
        return np.take_along_axis(lights, places, axis=1).astype(np.float64), y


GENERATOR = Generator("led", "digits of a display whose lights fail; some may change places", Led)
