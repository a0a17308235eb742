"""Examples with sets of labels, which a linear ranking of the topics gives; some may be made wrong."""

from typing import Annotated, ClassVar, Self

import numpy as np
from pydantic import Field, model_validator

from onlinelearn.base.arrays import Bools, Floats, Ints, Key, Kind
from onlinelearn.base.parameters import Count, Fraction
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.sphere import directions, inner
from onlinelearn.numerics import rng

TOPICS, TRAIN, TEST, WRONG = range(4)


class Topics(Recipe):
    """Unit vectors x, and a unit vector u for each topic: the first few by u·x are those that x is about.

    How many is where the scores have their widest gap, so that the sets can be ranked ahead of the rest.
    """

    kind: ClassVar[Kind] = "multilabel"

    d: Annotated[int, Field(ge=2)] = Field(20, description="dimension of the examples")
    topics: Annotated[int, Field(ge=2)] = Field(10, description="number of labels")
    most: Count = Field(4, description="largest number of labels of an example; fewer than `topics`")
    wrong: Fraction = Field(
        0.0, description="share of the training examples with one label exchanged for one that is not theirs"
    )
    n_train: Count = Field(2000, description="examples for training")
    n_test: Count = Field(1000, description="examples for test, none of them with a wrong label")

    @model_validator(mode="after")
    def _some_are_irrelevant(self) -> Self:
        if self.most >= self.topics:
            raise ValueError("`most` must be less than `topics`: a set of all labels has nothing to rank")
        return self

    def draw(self, number: int) -> Dataset:
        """The topics first, then both parts; a larger share of wrong labels has the same ones, and more."""
        U = directions(self.key(number, TOPICS), self.topics, self.d)
        X_train, order, sizes = self._part(U, self.key(number, TRAIN), self.n_train)
        X_test, *ranked = self._part(U, self.key(number, TEST), self.n_test)
        y_train = _marks(order, sizes)
        rows = rng.permutation(self.key(number, WRONG), self.n_train)[: round(self.wrong * self.n_train)]
        lost, got = rng.uniform((*self.key(number, WRONG), 0), 2 * self.n_train).reshape(2, -1)[:, rows]
        m = sizes[rows]
        y_train[rows, order[rows, (lost * m).astype(np.int64)]] = False
        y_train[rows, order[rows, m + (got * (self.topics - m)).astype(np.int64)]] = True
        return Dataset(GENERATOR.name, X_train, y_train, X_test, _marks(*ranked))

    def _part(self, U: Floats, key: Key, n: int) -> tuple[Floats, Ints, Ints]:
        """The examples, the labels of each from the first to the last, and how many are relevant."""
        X = directions(key, n, self.d)
        S = np.stack([inner(X, u) for u in U], axis=1)
        order = np.argsort(-S, axis=1, kind="stable")
        ranked = np.take_along_axis(S, order, axis=1)
        return X, order, 1 + (ranked[:, :-1] - ranked[:, 1:])[:, : self.most].argmax(axis=1)


def _marks(order: Ints, sizes: Ints) -> Bools:
    """Rows that mark the first labels of an order."""
    marks = np.zeros(order.shape, np.bool_)
    np.put_along_axis(marks, order, np.arange(order.shape[1]) < sizes[:, None], axis=1)
    return marks


GENERATOR = Generator("topics", "sets of labels by a linear ranking, of which some may be wrong", Topics)
