"""A data set that is split anew for each permutation."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from onlinelearn.base import code_digest
from onlinelearn.base.repetitions import Repetition, splits
from onlinelearn.datasets.dataset import Dataset, from_tables
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.generated.generator import Recipe


@dataclass(frozen=True, eq=False)
class Resplit:
    """All examples, and how they are split: permutation p has the split of seed p."""

    name: str
    table: ExampleTable
    split: Callable[[ExampleTable, int], tuple[ExampleTable, ExampleTable]]
    """The training and the test part for a seed."""
    settings: str
    """What decides the splits, beside the code of `module`, which draws them."""
    module: str

    def draw(self, number: int) -> Dataset:
        """The data of one permutation."""
        return from_tables(self.name, *self.split(self.table, number))

    @property
    def changes(self) -> tuple[int, ...]:
        """None: rows that are drawn have no order in which they could change."""
        return ()

    @cached_property
    def first(self) -> Dataset:
        """The data of the first permutation; those of the others have the same sizes."""
        return self.draw(1)

    @cached_property
    def digest(self) -> str:
        """The hash of all that decides every split: examples, settings and code."""
        decides = [self.table.digest, self.settings, code_digest.digest(self.module)]
        return hashlib.sha256(" ".join(decides).encode()).hexdigest()

    @property
    def repetition(self) -> Repetition:
        """A split for each permutation."""
        return splits(len(self.first.y_train), len(self.first.y_test))


DataSource = Dataset | Recipe | Resplit
"""The data of an experiment: the same in each permutation, drawn anew, or split anew."""


def of_permutation(source: DataSource, number: int) -> Dataset:
    """The data set of one permutation."""
    return source if isinstance(source, Dataset) else source.draw(number)
