"""Documents of nine topics that a linear classifier tells apart (SynSep; Kakade et al., ICML 2008)."""

from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Ints, Key
from onlinelearn.base.parameters import Count, Fraction
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.generated.generator import Generator, Recipe
from onlinelearn.datasets.generated.one_hot import picks, ragged_matrix
from onlinelearn.datasets.generated.stream_recipe import some
from onlinelearn.numerics import rng

TOPICS, TRAIN, TEST = range(3)

CLASSES = 9
WORDS = 400
KEYWORDS = 120
"""The first words; each topic has some of them, and the other words mean nothing."""
FEWEST, MOST = 20, 40
"""Keywords of a topic."""
LEFT_OUT = 5
"""Keywords of its topic that a document lacks."""
OTHERS = 20
"""Words in a document that mean nothing."""
BLOCK = 10_000
"""Documents that are drawn at once."""


class SynSep(Recipe):
    """A document has all keywords of its topic but five, and twenty words of those that mean nothing."""

    name: ClassVar[str] = "synsep"

    noise: Fraction = Field(
        0.0, description="share of the training labels that are exchanged for another one, each by chance"
    )
    n_train: Count = Field(100_000, description="documents for training")
    n_test: Count = Field(1000, description="documents for test, none with a wrong label")

    @property
    def shape(self) -> tuple[int, int]:
        """Of the words, those that an average document has."""
        return self.n_train + self.n_test, (FEWEST + MOST) // 2 - LEFT_OUT + OTHERS

    def draw(self, number: int) -> Dataset:
        """The topics first, then both parts."""
        keywords = topics(self.key(number, TOPICS))
        key = self.key(number, TRAIN)
        X_train, y_train = documents(keywords, key, self.n_train)
        X_test, y_test = documents(keywords, self.key(number, TEST), self.n_test)
        wrong = some((*key, TRAIN), self.n_train, self.noise)
        shift = 1 + picks((*key, TEST), self.n_train, np.array([CLASSES - 1]))[:, 0]
        y_train[wrong] = (y_train[wrong] + shift[wrong]) % CLASSES
        return Dataset(self.name, X_train, y_train, X_test, y_test)


def topics(key: Key) -> list[Ints]:
    """The keywords of each topic, ascending."""
    sizes = FEWEST + picks(key, CLASSES, np.array([MOST - FEWEST + 1]))[:, 0]
    orders = (rng.permutation((*key, topic), KEYWORDS) for topic in range(CLASSES))
    return [np.sort(order[:size]) for order, size in zip(orders, sizes, strict=True)]


def documents(keywords: list[Ints], key: Key, n: int) -> tuple[Any, Ints]:
    """Documents, 1 for each word that is there, and their topics."""
    y = np.empty(n, np.int64)
    blocks: list[Ints] = []
    for begin in range(0, n, BLOCK):
        rows = min(BLOCK, n - begin)
        y[begin : begin + rows] = picks((*key, begin, 0), rows, np.array([CLASSES]))[:, 0]
        blocks.append(words(keywords, (*key, begin), y[begin : begin + rows]))
    sizes = np.array([len(each) - LEFT_OUT + OTHERS for each in keywords])[y]
    return ragged_matrix(np.concatenate(blocks), sizes, WORDS), y


def words(keywords: list[Ints], key: Key, y: Ints) -> Ints:
    """The words of documents about these topics, one document after the other, in ascending order."""
    room = MOST - LEFT_OUT + OTHERS
    table = np.full((len(y), room), WORDS)  # no such word: where a document has fewer than others
    table[:, :OTHERS] = KEYWORDS + subsets((*key, 1), len(y), OTHERS, WORDS - KEYWORDS)
    for topic, own in enumerate(keywords):
        about = np.flatnonzero(y == topic)
        there = np.ones((len(about), len(own)), np.bool_)
        np.put_along_axis(there, subsets((*key, 2, topic), len(about), LEFT_OUT, len(own)), False, axis=1)
        kept = np.broadcast_to(own, there.shape)[there].reshape(len(about), len(own) - LEFT_OUT)
        table[about, OTHERS : OTHERS + kept.shape[1]] = kept
    table.sort(axis=1)
    return table[table < WORDS]


def subsets(key: Key, n: int, size: int, of: int) -> Ints:
    """`n` sets of this size out of 0..of-1, all equally likely (Floyd's method, all rows at once)."""
    drawn = np.ascontiguousarray(picks(key, n, np.arange(of - size + 1, of + 1)).T)
    for i in range(1, size):
        again = (drawn[:i] == drawn[i]).any(axis=0)
        drawn[i, again] = of - size + i
    return drawn.T


GENERATOR = Generator(SynSep.name, "documents of nine topics, linearly separable (SynSep)", SynSep)
