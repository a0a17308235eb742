"""Generators: a name for data that are drawn, and options that say how to draw them."""

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self

from pydantic import Field, model_validator

from onlinelearn.base import code_digest
from onlinelearn.base.arrays import Key, Kind
from onlinelearn.base.parameters import Parameters, Seed
from onlinelearn.base.repetitions import DRAWS, Repetition
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.numerics import rng

MOST_NUMBERS = 50_000_000
"""Rows × columns that a draw may have: 400 MB."""


class Recipe(Parameters, ABC):
    """The base of every generator's options, which draw the data themselves."""

    kind: ClassVar[Kind] = "classification"
    """The kind of learning that its data are for."""
    repeats: ClassVar[Repetition] = DRAWS
    """What differs from one permutation to the next, whatever the options."""
    columns: ClassVar[int] = 2
    """The number of attributes, where that is no option."""

    seed: Seed = Field(0, description="seed of the draw; each permutation has a draw of its own")

    @property
    def shape(self) -> tuple[int, int]:
        """The rows of both parts, and the most columns that they, or their labels, may have."""
        rows = getattr(self, "n_train", 0) + getattr(self, "n_test", 0)
        return rows, max(getattr(self, "d", self.columns), getattr(self, "topics", 1))

    @model_validator(mode="after")
    def _fits_into_memory(self) -> Self:
        refuse_large(*self.shape)
        return self

    @property
    def repetition(self) -> Repetition:
        """What differs from one permutation to the next."""
        return self.repeats

    @property
    def changes(self) -> tuple[int, ...]:
        """The numbers of the training rows at which the distribution changes; most have none."""
        return ()

    @abstractmethod
    def draw(self, number: int) -> Dataset:
        """The data of one draw; a permutation's own number is that of its draw."""

    def key(self, number: int, what: int) -> Key:
        """The stream of random words of one draw for one purpose.

        Nothing but the seed enters: where two settings draw the same things, they draw the same numbers.
        """
        return rng.DATA, self.seed, number, what

    @property
    def digest(self) -> str:
        """The hash of all that decides every draw: the generator's code and these options."""
        decides = code_digest.digest(type(self).__module__) + self.model_dump_json()
        return hashlib.sha256(decides.encode()).hexdigest()


def refuse_large(rows: int, columns: int) -> None:
    """Raise ValueError for more numbers than a draw may have."""
    if rows * columns > MOST_NUMBERS:
        raise ValueError(
            f"{rows:,} rows × {columns:,} columns are more than {MOST_NUMBERS:,} numbers; draw fewer"
        )


@dataclass(frozen=True)
class Generator:
    """A data set that is drawn, not read."""

    name: str
    title: str
    options: type[Recipe]
