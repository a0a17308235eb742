"""Generators: a name for data that are drawn, and options that say how to draw them."""

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self

from pydantic import Field, model_validator

from onlinelearn.base import code_digest
from onlinelearn.base.arrays import Key, Kind
from onlinelearn.base.parameters import Parameters, Seed
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.numerics import rng

LARGEST_DRAW = 100_000_000
"""The most numbers that a draw may have: 0.8 GB."""

WIDEST = 256
"""The attributes of the widest data among those that have no option for their dimension: USPS's pictures."""


class Recipe(Parameters, ABC):
    """The base of every generator's options, which draw the data themselves."""

    kind: ClassVar[Kind] = "classification"
    """The kind of learning that its data are for."""

    seed: Seed = Field(0, description="seed of the draw; each permutation has a draw of its own")

    @property
    def size(self) -> int:
        """How many numbers a draw has, about."""
        rows = getattr(self, "n_train", 0) + getattr(self, "n_test", 0)
        return int(rows * (getattr(self, "d", WIDEST) + getattr(self, "topics", 1)))

    @model_validator(mode="after")
    def _fits_into_memory(self) -> Self:
        if self.size > LARGEST_DRAW:
            raise ValueError(f"a draw of {self.size:,} numbers is too large; draw at most {LARGEST_DRAW:,}")
        return self

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


@dataclass(frozen=True)
class Generator:
    """A data set that is drawn, not read."""

    name: str
    title: str
    options: type[Recipe]
