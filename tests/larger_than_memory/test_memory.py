"""A stream from files takes memory for some blocks, however many rows there are."""

import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
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


WRITERS: dict[str, Callable[[Any, Path], object]] = {
    # Arrow holds pages of each column until the next group of rows, so both files have the same groups.
    "parquet": partial(pyarrow.parquet.write_table, row_group_size=20_000),
    "csv": pyarrow.csv.write_csv,
}


@pytest.mark.parametrize("form", WRITERS)
def test_a_process_that_parses_and_streams_many_rows_takes_the_memory_of_few(
    tmp_path: Path, form: str
) -> None:
    """Whoever allocates it: Arrow's memory counts, and that of all threads, from the first reading on.

    What a process takes beyond that for few rows is a twentieth of the many rows at most.
    """
    few, many = 20_000, 1_500_000
    rng = np.random.default_rng(0)
    X = rng.integers(-100, 100, (many, 24), dtype=np.int8)
    for rows in (few, many):
        columns = {**{f"x{j}": X[:rows, j] for j in range(24)}, "y": (X[:rows, 0] > 0).astype(np.int8)}
        WRITERS[form](pa.table(columns), tmp_path / f"{rows}.{form}")
    files = [str(tmp_path / f"{rows}.{form}") for rows in (few, many)]
    command = [sys.executable, "-m", "tests.larger_than_memory.private_memory", *files]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    of_few, of_many = map(float, told.stdout.split())
    size = 8 * X.size / 2**20
    assert of_many - of_few < size / 20, "megabytes"
