"""Two spirals, one around the other, that may turn as the stream goes on: a class is an arm."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.base.parameters import Count, NonNegative
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.numerics import rng
from onlinelearn.numerics.elementary import cos, sin

TRAIN, TEST = range(2)

PI = 3.141592653589793

Order = Literal["iid", "class", "angle"]


class Spirals(Recipe):
    """An arm is r = θ/θ₁ for θ from π/2, so near to the centre that the arms are as far apart as elsewhere.

    θ² is uniform: the points are spread nearly evenly along the arm. The other class has the same
    arm, turned by half a circle.
    """

    turns: Annotated[float, Field(gt=0, le=20)] = Field(
        1.5, description="number of turns of an arm around the centre; it ends at distance 1 from there"
    )
    noise: NonNegative = Field(
        0.02,
        description="standard deviation of each coordinate around the arm; arms of 1.5 turns are 0.29 apart",
    )
    rotation: Annotated[float, Field(ge=0, le=36000)] = Field(
        0.0,
        description="degrees by which everything turns during the stream; the test part is as at the end",
    )
    order: Order = Field(
        "iid",
        description="order of the stream: as drawn (iid), one class after the other (class), or from the "
        "inner end of the arms to the outer one (angle)",
    )
    n_train: Annotated[int, Field(ge=2)] = Field(2000, description="points for training, half of each class")
    n_test: Count = Field(1000, description="points for test, half of each class")

    def draw(self, number: int) -> Dataset:
        """Both parts as they are before they turn; then each training point turns by its own time."""
        X_train, y_train = self._part(self.key(number, TRAIN), self.n_train, self.order)
        X_test, y_test = self._part(self.key(number, TEST), self.n_test, "iid")
        if self.rotation:
            end = self.rotation * (PI / 180.0)
            X_train = turned(X_train, end * (np.arange(self.n_train) / (self.n_train - 1)))
            X_test = turned(X_test, np.full(self.n_test, end))
        fixed = bool(self.rotation) or self.order != "iid"
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test, ordered=fixed)

    def _part(self, key: Key, n: int, order: Order) -> tuple[Floats, Ints]:
        y = 1 - 2 * (rng.permutation((*key, 0), n) % 2)
        first, last = PI / 2.0, PI / 2.0 + 2.0 * PI * self.turns
        theta = np.sqrt(first * first + (last * last - first * first) * rng.uniform((*key, 1), n))
        X = y[:, None] * turned(np.column_stack([theta / last, np.zeros(n)]), theta)
        X += self.noise * rng.normal((*key, 2), 2 * n).reshape(n, 2)
        if order == "iid":
            return X, y
        sequence = np.argsort(y if order == "class" else theta, kind="stable")
        return X[sequence], y[sequence]


def turned(X: Floats, angles: Floats) -> Floats:
    """Each point of the plane, turned around the origin by its own angle."""
    c, s = (np.array([function(angle) for angle in angles.tolist()]) for function in (cos, sin))
    return np.column_stack([X[:, 0] * c - X[:, 1] * s, X[:, 0] * s + X[:, 1] * c])


GENERATOR = Generator(
    "spirals", "two spirals, one around the other, that may turn during the stream", Spirals
)
