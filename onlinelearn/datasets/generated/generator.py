"""Generators: a name for data that are drawn, and options that say how to draw them."""

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from pydantic import Field

from onlinelearn.base import code_digest
from onlinelearn.base.arrays import Key, Kind
from onlinelearn.base.parameters import Parameters, Seed
from onlinelearn.base.repetitions import DRAWS, Repetition
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.numerics import rng


class Recipe(Parameters, ABC):
    """The base of every generator's options, which draw the data themselves."""

    kind: ClassVar[Kind] = "classification"
    """The kind of learning that its data are for."""
    repetition: ClassVar[Repetition] = DRAWS
    """What differs from one permutation to the next."""

    seed: Seed = Field(0, description="seed of the draw; each permutation has a draw of its own")

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


@dataclass(frozen=True)
class Generator:
    """A data set that is drawn, not read."""

    name: str
    title: str
    options: type[Recipe]
