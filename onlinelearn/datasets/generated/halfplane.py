"""Points of a square on both sides of a line: for pictures of a decision boundary."""

from typing import Annotated

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Floats, Ints, Key
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.sphere import directions, inner, unit
from onlinelearn.numerics import rng

LINE, OFFSET, TRAIN, TEST = range(4)

FARTHEST = 0.4
"""The line passes the centre at this distance at most, so that there is room on both of its sides."""


class HalfPlane(Recipe):
    """Points (x₁, x₂, 1), uniform in the square where they are not too near to a random line.

    The constant makes the line a hyperplane through the origin, the canonical form.
    """

    gap: Annotated[float, Field(gt=0, le=0.3)] = Field(
        0.1, description="no point is nearer to the line than this; the square has sides of length 2"
    )
    n_train: Annotated[int, Field(ge=2)] = Field(40, description="points for training, half of each class")
    n_test: Annotated[int, Field(ge=2)] = Field(1000, description="points for test, half of each class")

    def draw(self, number: int) -> Dataset:
        """The line u·x = b first, then both parts."""
        u = directions(self.key(number, LINE), 1, 2)[0]
        b = FARTHEST * (2.0 * rng.uniform(self.key(number, OFFSET), 1) - 1.0)
        (X_train, y_train), (X_test, y_test) = (
            self._part(u, float(b[0]), self.key(number, part), n)
            for part, n in ((TRAIN, self.n_train), (TEST, self.n_test))
        )
        target = unit(np.append(u, -b)[None])[0]
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test, target=target)

    def _part(self, u: Floats, b: float, key: Key, n: int) -> tuple[Floats, Ints]:
        """The first points of the square that are far enough from the line, on the side that is wanted."""
        y = 1 - 2 * (rng.permutation((*key, 0), n) % 2)
        X = np.ones((n, 3))
        for sign in (1, -1):
            wanted = np.flatnonzero(y == sign)
            X[wanted, :2] = self._points(sign * u, sign * b, (*key, 1 + (sign > 0)), len(wanted))
        return X, y

    def _points(self, u: Floats, b: float, key: Key, n: int) -> Floats:
        asked = 8 * n
        while True:
            square = 2.0 * rng.uniform(key, 2 * asked).reshape(-1, 2) - 1.0
            found = square[inner(square, u) - b >= self.gap]
            if len(found) >= n:
                return found[:n]
            asked *= 2


GENERATOR = Generator("halfplane", "points of a square on both sides of a known line", HalfPlane)
