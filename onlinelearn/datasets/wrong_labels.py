"""Labels that are made wrong on purpose, to see which learners stand it."""

from dataclasses import replace

import numpy as np

from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.numerics import rng


def with_wrong_labels(table: ExampleTable, share: float) -> ExampleTable:
    """The table with this share of its labels exchanged, each for any other class alike."""
    if share == 0.0:
        return table
    n = len(table.labels)
    classes, numbers = np.unique(table.labels, return_inverse=True)
    wrong = rng.permutation((rng.WRONG_LABELS, 0), n)[: round(share * n)]
    shift = 1 + (rng.uniform((rng.WRONG_LABELS, 1), n) * (len(classes) - 1)).astype(np.int64)
    numbers[wrong] = (numbers[wrong] + shift[wrong]) % len(classes)
    return replace(table, labels=classes[numbers])
