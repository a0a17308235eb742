"""A process that parses and streams files, in small blocks, and prints the most private memory of each."""

import sys
from pathlib import Path

from onlinelearn.datasets.choice import own
from onlinelearn.datasets.own_data import load_own
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.datasets.resplit import of_permutation
from onlinelearn.experiment.preparation import prepared
from onlinelearn.experiment.protocol import Task, run_cell
from onlinelearn.learners import registry
from tests.bench.streaming import MostPrivateMemory
from tests.larger_than_memory.small_files import small_blocks

BLOCK = 2000
"""Rows of four numbers."""


def most_megabytes(path: Path) -> float:
    """Of a first reading, a pass for a step, and a shuffled stream of PA."""
    choice = own({"path": path, "target": "y", "in_memory": False})
    with small_blocks(BLOCK), MostPrivateMemory() as memory:
        data = prepared([PreprocessingStep("standardize")], of_permutation(load_own(choice), 1))
        run_cell(registry()["pa"](), data, Task(1, 1, epochs=1))
    return memory.megabytes


if __name__ == "__main__":
    print(*(most_megabytes(Path(name)) for name in sys.argv[1:]))  # noqa: T201
