"""Parts that all generators of streams have: their length, and the blocks they are made of."""

from abc import abstractmethod
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Ints, Key
from onlinelearn.base.repetitions import ORDERED_DRAWS, Repetition
from onlinelearn.datasets.generated.generator import Recipe
from onlinelearn.numerics import rng


class StreamRecipe(Recipe):
    """A sequence of examples, drawn in its order; the test part is like the end of it."""

    repeats: ClassVar[Repetition] = ORDERED_DRAWS

    n_train: Annotated[int, Field(ge=2)] = Field(10_000, description="examples for training, in order")
    n_test: Annotated[int, Field(ge=2)] = Field(
        1000, description="examples for test, as those at the end of the stream, none with a wrong label"
    )

    @property
    @abstractmethod
    def width(self) -> int:
        """The number of columns."""

    @property
    def shape(self) -> tuple[int, int]:
        """The rows of both parts, and their columns."""
        return self.n_train + self.n_test, self.width


def block_starts(n: int, blocks: int) -> tuple[int, ...]:
    """The rows at which each block but the first begins, where n rows are cut into equal blocks."""
    return tuple(n * block // blocks for block in range(1, blocks))


def block_numbers(n: int, blocks: int) -> Ints:
    """The number of the block that each of n rows is in."""
    return np.searchsorted(np.array(block_starts(n, blocks), np.int64), np.arange(n), side="right")


def some(key: Key, n: int, chance: float) -> Ints:
    """The rows of n that are picked, each with this chance."""
    return np.flatnonzero(rng.uniform(key, n) < chance)


def turned(y: Ints, rows: Ints) -> Ints:
    """Labels ±1, those of these rows the other way round."""
    labels = y.copy()
    labels[rows] = -labels[rows]
    return labels
