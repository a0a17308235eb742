"""Classes that are mixtures of Gaussians, whose centres may move and jump."""

from typing import Annotated

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count, NonNegative, Positive
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator
from onlinelearn.datasets.generated.one_hot import picks
from onlinelearn.datasets.generated.sphere import directions
from onlinelearn.datasets.generated.stream_recipe import StreamRecipe, block_numbers, block_starts
from onlinelearn.numerics import rng

CENTERS, WAYS, TRAIN, TEST = range(4)


class Mixture(StreamRecipe):
    """Each class is some Gaussians of equal weight, with centres that are uniform in [-1, 1]^d."""

    d: Annotated[int, Field(ge=2)] = Field(2, description="dimension of the points")
    classes: Annotated[int, Field(ge=2)] = Field(2, description="number of classes, all equally likely")
    components: Count = Field(2, description="Gaussians of each class")
    spread: Positive = Field(0.3, description="standard deviation of each coordinate around a centre")
    moves: NonNegative = Field(
        0.0, description="distance that each centre moves along the stream, in a direction of its own"
    )
    blocks: Count = Field(1, description="blocks of equal length; at each, all centres are drawn anew")

    @property
    def width(self) -> int:
        """As many columns as coordinates."""
        return self.d

    @property
    def changes(self) -> tuple[int, ...]:
        """The beginnings of the blocks but the first."""
        return block_starts(self.n_train, self.blocks)

    def draw(self, number: int) -> Dataset:
        """The centres and their ways first, then both parts."""
        shape = (self.blocks, self.classes, self.components, self.d)
        count = self.blocks * self.classes * self.components
        centers = 2.0 * rng.uniform(self.key(number, CENTERS), count * self.d).reshape(shape) - 1.0
        ways = self.moves * directions(self.key(number, WAYS), count, self.d).reshape(shape)
        blocks, passed = block_numbers(self.n_train, self.blocks), np.arange(self.n_train) / self.n_train
        train = self._part(self.key(number, TRAIN), centers, ways, blocks, passed)
        at_end = np.full(self.n_test, self.blocks - 1), np.ones(self.n_test)
        test = self._part(self.key(number, TEST), centers, ways, *at_end)
        return Dataset(GENERATOR.name, *train, *test, ordered=True, changes=self.changes)

    def _part(
        self, key: Key, centers: Floats, ways: Floats, blocks: Ints, passed: Floats
    ) -> tuple[Floats, Ints]:
        """Points in these blocks, after this share of the stream has passed."""
        n = len(blocks)
        y, component = picks((*key, 0), n, np.array([self.classes, self.components])).T
        around = self.spread * rng.normal((*key, 1), n * self.d).reshape(n, self.d)
        places = centers[blocks, y, component] + passed[:, None] * ways[blocks, y, component]
        return places + around, y


GENERATOR = Generator("mixture", "classes that are mixtures of Gaussians, which may move and jump", Mixture)
