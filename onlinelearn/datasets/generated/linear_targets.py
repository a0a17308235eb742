"""Real targets that are linear in the attributes, with noise, and some that are far off."""

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Key, Kind
from onlinelearn.base.parameters import Count, Fraction, NonNegative
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.sphere import directions, inner
from onlinelearn.numerics import rng

WEIGHTS, TRAIN, TEST, WRONG = range(4)

ROOT_3 = float(np.sqrt(3.0))


class LinearTargets(Recipe):
    """y = u·x + noise, with ‖u‖ = 1 and attributes that are uniform, of mean zero."""

    kind: ClassVar[Kind] = "regression"

    d: Count = Field(10, description="number of attributes")
    smallest: Annotated[float, Field(gt=0, le=1)] = Field(
        1.0,
        description="standard deviation of the last attribute; the first has 1, those between are between",
    )
    noise: NonNegative = Field(0.1, description="standard deviation of the targets around u·x")
    wrong: Fraction = Field(0.0, description="share of the training targets that are made wrong")
    off: NonNegative = Field(5.0, description="distance of these targets from where they belong, up or down")
    n_train: Count = Field(1000, description="examples for training")
    n_test: Count = Field(1000, description="examples for test, none of them far off")

    def draw(self, number: int) -> Dataset:
        """The weights u first, then both parts."""
        u = directions(self.key(number, WEIGHTS), 1, self.d)[0]
        (X_train, y_train), (X_test, y_test) = (
            self._part(u, self.key(number, part), n)
            for part, n in ((TRAIN, self.n_train), (TEST, self.n_test))
        )
        wrong = rng.permutation(self.key(number, WRONG), self.n_train)[: round(self.wrong * self.n_train)]
        y_train[wrong] += self.off * (1.0 - 2.0 * (np.arange(len(wrong)) % 2))
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test)

    def _part(self, u: Floats, key: Key, n: int) -> tuple[Floats, Floats]:
        unit = ROOT_3 * (2.0 * rng.uniform((*key, 0), n * self.d).reshape(n, self.d) - 1.0)
        X = unit * (1.0 - (1.0 - self.smallest) * np.arange(self.d) / max(1, self.d - 1))
        return X, inner(X, u) + self.noise * rng.normal((*key, 1), n)


GENERATOR = Generator("linear", "real targets that are linear in the attributes, with noise", LinearTargets)
