"""Splits of a data set into a training and a test part: official, drawn, or by the order of the rows."""

from fractions import Fraction
from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from onlinelearn.base.arrays import Bools, Ints, Labels
from onlinelearn.base.large_arrays import different, parts, places, taken, zeros
from onlinelearn.base.parameters import Parameters, Seed
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.numerics import rng

Share = Annotated[float, Field(gt=0, lt=1)]
ShareOrAll = Annotated[float, Field(gt=0, le=1)]

EACH: Literal["each"] = "each"
"""In place of a seed: each permutation has a split of its own."""

SplitSeed = Seed | Literal["each"]


class Split(Parameters):
    """A random split that takes the same share of each class for training."""

    train: ShareOrAll = Field(
        0.8,
        description="the share of each class for training; 1.0 streams all of it, without a test part",
    )
    seed: SplitSeed | None = Field(
        None,
        description="the seed of the split; `each`, or nothing, draws another split for each permutation",
    )


def official(table: ExampleTable) -> tuple[ExampleTable, ExampleTable]:
    """The parts that the file itself names `train` and `test`."""
    if table.parts is None:
        raise ValueError("the table does not name its parts")
    train, test = (np.flatnonzero(table.parts == part) for part in ("train", "test"))
    return table.rows(train), table.rows(test)


def stratified(table: ExampleTable, train: float, seed: int) -> tuple[ExampleTable, ExampleTable]:
    """`round(train * n)` of the n examples of each class for training, and at least one.

    Both parts keep the table's order. The draw of a class depends on the seed, its index and n only.
    """
    chosen = zeros(len(table.labels), np.bool_)
    for index, label in enumerate(different(table.labels)):
        rows = _of_class(table.labels, label)
        order = rng.permutation((rng.SPLIT, seed, index), len(rows))
        _mark(chosen, taken(rows, order[: share_of(train, len(rows))]))
    return _parted(table, chosen)


def _of_class(labels: Labels, label: np.generic) -> Ints:
    """The rows with this label."""

    def wanted(part: slice) -> Bools:
        has_it: Bools = labels[part] == label
        return has_it

    return places(len(labels), wanted)


def drawn(table: ExampleTable, train: float, seed: int) -> tuple[ExampleTable, ExampleTable]:
    """The share of all examples for training, drawn at random: for targets that are no classes."""
    n = len(table.labels)
    chosen = zeros(n, np.bool_)
    _mark(chosen, rng.permutation((rng.SPLIT, seed, 0), n)[: share_of(train, n)])
    return _parted(table, chosen)


def _mark(chosen: Bools, rows: Ints) -> None:
    for part in parts(len(rows)):
        chosen[rows[part]] = True


def _parted(table: ExampleTable, chosen: Bools) -> tuple[ExampleTable, ExampleTable]:
    """The rows that are chosen, and the others."""
    n = len(chosen)
    return table.rows(places(n, lambda part: chosen[part])), table.rows(places(n, lambda part: ~chosen[part]))


def last_rows(table: ExampleTable, train: float) -> tuple[ExampleTable, ExampleTable]:
    """The first rows for training, and the last ones for test: for a stream in the order of its file."""
    n = len(table.labels)
    cut = share_of(train, n)
    return table.rows(slice(0, cut)), table.rows(slice(cut, n))


def drawn_seed(seed: int | str | None) -> int:
    """The seed of a split that is drawn now; in the place of `each` there must be a permutation's number."""
    if not isinstance(seed, int):
        raise ValueError(f"the split has no seed yet: {seed!r}")
    return seed


def share_of(share: float, n: int) -> int:
    """The share of n as a whole number, at least 1; 0.8 is exactly 4/5, and halves go to the even number."""
    return max(1, round(Fraction(repr(share)) * n))
