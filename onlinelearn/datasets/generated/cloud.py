"""A cloud of points that may drift, with outliers among them: for learners that are told no labels."""

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key, Kind
from onlinelearn.base.parameters import NonNegative
from onlinelearn.base.repetitions import ORDERED_DRAWS, Repetition
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.sphere import directions
from onlinelearn.numerics import rng

WAY, SIDE, TRAIN, TEST = range(4)


class Cloud(Recipe):
    """Gaussian points around a centre that moves on a line, labelled 1; outliers to one side, labelled -1."""

    repeats: ClassVar[Repetition] = ORDERED_DRAWS

    kind: ClassVar[Kind] = "uniclass"

    d: Annotated[int, Field(ge=2)] = Field(2, description="dimension of the points")
    start: NonNegative = Field(0.0, description="distance of the centre from the origin at the start")
    drift: NonNegative = Field(0.0, description="distance that the centre moves in all")
    spread: NonNegative = Field(0.3, description="standard deviation of each coordinate around the centre")
    outliers: Annotated[float, Field(gt=0, lt=1)] = Field(
        0.05, description="share of the points that are outliers"
    )
    away: NonNegative = Field(
        5.0, description="distance of the outliers from the centre, all in one random direction"
    )
    n_train: Annotated[int, Field(ge=2)] = Field(1000, description="points for training, in order")
    n_test: Annotated[int, Field(ge=2)] = Field(
        1000, description="points for test, around the last centre, half of them outliers"
    )

    def draw(self, number: int) -> Dataset:
        """The directions of the drift and of the outliers first, then both parts."""
        way, side = (directions(self.key(number, what), 1, self.d)[0] for what in (WAY, SIDE))
        steps = np.arange(self.n_train) / max(1, self.n_train - 1)
        n_outliers = max(1, round(self.outliers * self.n_train))
        X_train, y_train = self._part(
            (self.start + self.drift * steps)[:, None] * way, side, self.key(number, TRAIN), n_outliers
        )
        last = np.full((self.n_test, 1), self.start + self.drift) * way
        X_test, y_test = self._part(last, side, self.key(number, TEST), self.n_test // 2)
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test, ordered=True)

    def _part(self, centers: Floats, side: Floats, key: Key, n_outliers: int) -> tuple[Floats, Ints]:
        n = len(centers)
        y = np.ones(n, np.int64)
        y[rng.permutation((*key, 0), n)[:n_outliers]] = -1
        around = self.spread * rng.normal((*key, 1), n * self.d).reshape(n, self.d)
        return centers + around + np.where(y == 1, 0.0, self.away)[:, None] * side, y


GENERATOR = Generator("cloud", "points around a centre that may drift, with outliers and no labels", Cloud)
