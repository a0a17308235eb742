"""Pictures with one or more digits of USPS laid over each other, labelled by the set of digits."""

from functools import lru_cache
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Bools, Floats, Key, Kind
from onlinelearn.base.parameters import Count
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.sources import locate
from onlinelearn.datasets.splits import official
from onlinelearn.numerics import rng

TRAIN, TEST = range(2)


class Overlaid(Recipe):
    """Each picture has one digit or several, drawn at random from one part of USPS; ink covers paper."""

    kind: ClassVar[Kind] = "multilabel"
    columns: ClassVar[int] = 256

    most: Annotated[int, Field(ge=1, le=9)] = Field(2, description="largest number of digits in a picture")
    n_train: Count = Field(5000, description="pictures for training, of the training part of USPS")
    n_test: Count = Field(2000, description="pictures for test, of its test part")

    def draw(self, number: int) -> Dataset:
        """Both parts of the official split, so that no digit is in both."""
        train, test = _usps()
        (X_train, y_train), (X_test, y_test) = (
            self._part(table, self.key(number, part), n)
            for table, part, n in ((train, TRAIN, self.n_train), (test, TEST, self.n_test))
        )
        return Dataset(GENERATOR.name, X_train, y_train, X_test, y_test)

    def _part(self, table: ExampleTable, key: Key, n: int) -> tuple[Floats, Bools]:
        """As many pictures with one digit as with two, and so on; two of a kind are one label."""
        sizes = 1 + rng.permutation((*key, 0), n) % self.most
        X = np.full((n, table.X.shape[1]), table.X.min())
        marks = np.zeros((n, 10), np.bool_)
        for layer in range(self.most):
            rows = np.flatnonzero(sizes > layer)
            taken = (rng.uniform((*key, 1 + layer), n)[rows] * len(table.X)).astype(np.int64)
            X[rows] = np.maximum(X[rows], table.X[taken])
            marks[rows, table.labels[taken].astype(np.int64)] = True
        return X, marks


@lru_cache(maxsize=1)
def _usps() -> tuple[ExampleTable, ExampleTable]:
    return official(locate.table(ENTRIES["usps"]))


GENERATOR = Generator(
    "overlaid", "digits of USPS laid over each other, each picture labelled by its set of digits", Overlaid
)
