"""The basis vectors, one after the other: a learner knows nothing of the next from those before."""

from typing import Annotated, ClassVar, Self

import numpy as np
from pydantic import Field, model_validator

from onlinelearn.base.parameters import Count
from onlinelearn.base.repetitions import ORDERED_DRAWS, Repetition
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.numerics import rng

SIGNS = 0


class Orthonormal(Recipe):
    """e_1 … e_d in this order, labelled by u = (±1, …, ±1)/√d: the margin is 1/√d, and no less will do."""

    repeats: ClassVar[Repetition] = ORDERED_DRAWS

    d: Annotated[int, Field(ge=2)] = Field(400, description="dimension, and examples a pass")
    passes: Count = Field(1, description="number of passes through the basis")
    flips: Annotated[int, Field(ge=0)] = Field(
        0, description="number of passes, the first ones, that end with u itself under the wrong label"
    )

    @model_validator(mode="after")
    def _a_pass_for_each_flip(self) -> Self:
        if self.flips > self.passes:
            raise ValueError("`flips` can't be more than `passes`: each ends one")
        return self

    @property
    def shape(self) -> tuple[int, int]:
        """A basis in each pass."""
        return self.d * self.passes, self.d

    def draw(self, number: int) -> Dataset:
        """Only the signs of u are random, half of each; the test part is one clean pass."""
        signs = 1 - 2 * (rng.permutation(self.key(number, SIGNS), self.d) % 2)
        target = signs / np.sqrt(float(self.d))
        rows, labels = np.vstack([np.eye(self.d), target]), np.append(signs, -1)
        noisy = np.tile(np.arange(self.d + 1), self.flips)
        clean = np.tile(np.arange(self.d), self.passes - self.flips)
        order = np.concatenate([noisy, clean])
        return Dataset(
            GENERATOR.name, rows[order], labels[order], np.eye(self.d), signs, target=target, ordered=True
        )


GENERATOR = Generator("orthonormal", "the basis vectors in order, labelled by a known target", Orthonormal)
