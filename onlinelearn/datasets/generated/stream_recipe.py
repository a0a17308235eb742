"""What generators of streams share: their length, a bound on their size, and the blocks they are made of."""

from abc import abstractmethod
from typing import Annotated, ClassVar, Self

import numpy as np
from pydantic import Field, model_validator

from onlinelearn.base.arrays import Ints, Key
from onlinelearn.base.repetitions import ORDERED_DRAWS, Repetition
from onlinelearn.datasets.generated.generator import Recipe
from onlinelearn.numerics import rng

MOST_NUMBERS = 50_000_000
"""Rows × columns that a stream may have: 400 MB."""


class StreamRecipe(Recipe):
    """A sequence of examples, drawn in its order; the test part is like the end of it."""

    repetition: ClassVar[Repetition] = ORDERED_DRAWS

    n_train: Annotated[int, Field(ge=2)] = Field(10_000, description="examples for training, in order")
    n_test: Annotated[int, Field(ge=2)] = Field(
        1000, description="examples for test, as those at the end of the stream, none with a wrong label"
    )

    @property
    @abstractmethod
    def width(self) -> int:
        """The number of columns."""

    @model_validator(mode="after")
    def _fits_into_memory(self) -> Self:
        refuse_large(self.n_train + self.n_test, self.width)
        return self


def refuse_large(rows: int, columns: int) -> None:
    """Raise ValueError for more numbers than a stream may have."""
    if rows * columns > MOST_NUMBERS:
        raise ValueError(
            f"{rows:,} rows × {columns:,} columns are more than {MOST_NUMBERS:,} numbers; draw fewer"
        )


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
