"""A stream from files takes memory for some blocks, however many rows there are."""

import tracemalloc
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from onlinelearn.datasets.choice import own
from onlinelearn.datasets.own_data import load_own
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.datasets.resplit import of_permutation
from onlinelearn.experiment.preparation import prepared
from onlinelearn.experiment.protocol import Task, run_cell
from onlinelearn.learners import registry
from tests.larger_than_memory.small_files import small_blocks

ROWS, BLOCK = 100_000, 2000
BLOCK_BYTES = 32 * BLOCK


@pytest.mark.parametrize("order", ["file", "shuffled"])
def test_the_memory_of_a_stream_is_that_of_twenty_blocks(tmp_path: Path, order: str) -> None:
    """All rows are fifty blocks; the labels of all, or their order, are twelve each."""
    X = np.random.default_rng(0).normal(size=(ROWS, 4))
    columns = {**{f"x{j}": X[:, j] for j in range(4)}, "y": (X[:, 0] > 0.0).astype(np.int64)}
    pyarrow.parquet.write_table(pa.table(columns), tmp_path / "many.parquet")
    del X, columns
    choice = own({"path": tmp_path / "many.parquet", "target": "y", "order": order, "in_memory": False})
    learner, task = registry()["pa"](), Task(1, 1, epochs=2)
    with small_blocks(BLOCK):
        # What it takes to parse and to compile is not the stream's.
        run_cell(learner, prepared([], of_permutation(load_own(choice), 1)), task)
        tracemalloc.start()
        try:
            data = prepared([PreprocessingStep("center")], of_permutation(load_own(choice), 1))
            outcome = run_cell(learner, data, task)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert outcome.epochs[-1].online_error < 0.2
    assert peak < 20 * BLOCK_BYTES
