"""STAGGER concepts: things of a size, a colour and a shape, and a rule that jumps."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Bools, Floats, Ints, Key
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator
from onlinelearn.datasets.generated.one_hot import picks
from onlinelearn.datasets.generated.stream_recipe import StreamRecipe, block_numbers, block_starts

TRAIN, TEST = range(2)

SMALL, MEDIUM, LARGE = range(3)
RED, GREEN, BLUE = range(3)
SQUARE, CIRCULAR, TRIANGULAR = range(3)


class Stagger(StreamRecipe):
    """Three attributes of three values each, a column of 0 and 1 for each value; classes 1 and -1.

    The concepts of Schlimmer & Granger (Machine Learning 1, 1986): 1 is "small and red", 2 "green or
    circular", 3 "medium or large".
    """

    concepts: Annotated[tuple[Literal[1, 2, 3], ...], Field(strict=False, min_length=1)] = Field(
        (1, 2, 3), description="the concept of each block of the stream; the blocks are of equal length"
    )

    @property
    def width(self) -> int:
        """Nine columns."""
        return 9

    @property
    def changes(self) -> tuple[int, ...]:
        """The beginnings of the blocks but the first."""
        return block_starts(self.n_train, len(self.concepts))

    def draw(self, number: int) -> Dataset:
        """Both parts."""
        concepts = np.array(self.concepts)[block_numbers(self.n_train, len(self.concepts))]
        train = self._part(self.key(number, TRAIN), concepts)
        test = self._part(self.key(number, TEST), np.full(self.n_test, self.concepts[-1]))
        return Dataset(GENERATOR.name, *train, *test, ordered=True, changes=self.changes)

    def _part(self, key: Key, concepts: Ints) -> tuple[Floats, Ints]:
        things = picks(key, len(concepts), np.full(3, 3))
        X = (things[:, :, None] == np.arange(3)).reshape(-1, 9).astype(np.float64)
        holds = np.choose(concepts - 1, [_holds(concept, things) for concept in (1, 2, 3)])
        return X, np.where(holds, 1, -1)


def _holds(concept: int, things: Ints) -> Bools:
    """Whether a concept holds of each thing."""
    size, colour, shape = things.T
    holds: Bools = {
        1: (size == SMALL) & (colour == RED),
        2: (colour == GREEN) | (shape == CIRCULAR),
        3: (size == MEDIUM) | (size == LARGE),
    }[concept]
    return holds


GENERATOR = Generator("stagger", "STAGGER concepts: size, colour and shape, and a rule that jumps", Stagger)
