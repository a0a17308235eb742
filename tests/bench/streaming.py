"""Streams from files against the same in memory."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Self

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from onlinelearn.datasets.choice import own
from onlinelearn.datasets.own_data import load_own
from onlinelearn.datasets.preprocessing import PreprocessingStep
from onlinelearn.datasets.resplit import of_permutation
from onlinelearn.experiment.preparation import prepared
from onlinelearn.experiment.protocol import Prepared, Task, run_cell
from onlinelearn.learners import registry
from tests.bench._goal import Goal
from tests.bench._table import Table

ROWS, COLUMNS, GROUP = 1_000_000, 20, 1_000_000
REPEATS = 5
READERS = ("ours", "pandas", "pyarrow")

WRITTEN = (
    "Ours also checks every number, widens it to 64 bits, hashes it and writes it to the cache, and waits "
    "until the disk has it. One thread reads, one makes rows, one hashes and one writes, and two cores have "
    "to do. To hash alone takes longer than pandas does for parquet."
)
COPIED = (
    "Rows are copied from the file into a block, which is then learnt from; shuffled ones come from all over "
    "the file. The next block is made in another thread, as long as a core is free."
)
NORMS = (
    "Each pass makes the unit norms of rows from files anew, in a compiled loop and in another thread. That "
    "takes longer than PA, which waits for it. To keep prepared rows in files would cost their size again."
)


def write_rows(path: Path, rows: int) -> None:
    """A parquet file of 20 numbers of 32 bits a row, and two classes."""
    rng = np.random.default_rng(0)
    w = rng.normal(size=COLUMNS)
    names = [f"x{j}" for j in range(COLUMNS)]
    schema = pa.schema([*((name, pa.float32()) for name in names), ("y", pa.int8())])
    with pyarrow.parquet.ParquetWriter(path, schema, compression="none", use_dictionary=False) as file:
        for start in range(0, rows, GROUP):
            X = rng.random((min(GROUP, rows - start), COLUMNS), dtype=np.float32) - np.float32(0.5)
            y = (X @ w + rng.normal(size=len(X)) * 0.2 > 0).astype(np.int8)
            file.write_table(pa.table([*X.T, y], schema=schema))


def stored(path: Path, *steps: str, target: str = "y", **entry: object) -> Prepared:
    """All rows of the file, after these steps, as a stream without a test part."""
    choice = own({"path": path, "target": target, "split": {"train": 1.0}, "in_memory": False, **entry})
    return prepared([PreprocessingStep(name) for name in steps], of_permutation(load_own(choice), 1))


def in_memory(files: Prepared) -> Prepared:
    """The same rows, held in memory."""
    return replace(files, X_train=np.array(files.X_train[:]), X_test=files.X_test[:])


def nanoseconds(data: Prepared, order: str, learner: str = "pa") -> float:
    """Time a row of one epoch, of PA if no other is named."""
    task = Task(1, 1, 1, order="file" if order == "file" else "shuffled")
    return run_cell(registry()[learner](), data, task).epochs[-1].seconds / len(data.y_train) * 1e9


def private_megabytes(path: Path, cache: str) -> float:
    """The most private memory of another process that parses the file and streams it twice."""
    command = [sys.executable, "-m", "tests.bench.streaming", str(path)]
    environment = {**os.environ, "OLRUN_CACHE": cache}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(told.stdout)


class MostPrivateMemory:
    """The most private memory of this process while the block below runs."""

    def __init__(self) -> None:
        self.megabytes = 0.0
        self._over = Event()
        self._watcher = Thread(target=self._watch, daemon=True)

    def _watch(self) -> None:
        while not self._over.wait(0.01):
            lines = Path("/proc/self/status").read_text().splitlines()
            now = [int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon")]
            self.megabytes = max(self.megabytes, *now)

    def __enter__(self) -> Self:
        self._watcher.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._watcher.join()


def watched(path: Path) -> float:
    """Parse and stream in this process, and return the most megabytes that were private."""
    with MostPrivateMemory() as memory:
        data = stored(path)
        for order in ("file", "shuffled"):
            nanoseconds(data, order)
    return memory.megabytes


def _median_seconds(path: Path, reader: str) -> float:
    """Of a few first readings: what one imports, and an empty cache, are no part of the next."""
    taken, kept = [], os.environ["OLRUN_CACHE"]
    for _ in range(REPEATS + 1):
        with tempfile.TemporaryDirectory(dir=path.parent) as empty:
            os.environ["OLRUN_CACHE"] = empty
            taken.append(_seconds(path, reader))
    os.environ["OLRUN_CACHE"] = kept
    return statistics.median(taken[1:])


def _seconds(path: Path, reader: str) -> float:
    begun = time.perf_counter()
    if reader == "ours":
        stored(path)
    elif path.suffix == ".csv":
        pd.read_csv(path) if reader == "pandas" else pyarrow.csv.read_csv(path)
    else:
        pd.read_parquet(path) if reader == "pandas" else pyarrow.parquet.read_table(path)
    return time.perf_counter() - begun


def tables(rows: int = ROWS) -> Iterator[Table]:
    """First reading, the pace of a stream, and the memory that it takes."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["OLRUN_CACHE"] = str(Path(folder) / "cache")
        path, text = Path(folder) / "rows.parquet", Path(folder) / "rows.csv"
        write_rows(path, rows)
        pyarrow.csv.write_csv(pyarrow.parquet.read_table(path).slice(0, rows // 4), text)
        taken = {
            each.suffix: {reader: _median_seconds(each, reader) for reader in READERS}
            for each in (path, text)
        }
        yield Table(
            f"{rows:,} rows of 20 numbers, read for the first time",
            ["format", *READERS],
            [[name, *(f"{each:.2f} s" for each in of.values())] for name, of in taken.items()],
            "As csv, a quarter of them.",
            [
                Goal(f"pandas beside ours, {name}", of["pandas"] / of["ours"], 1.0, reason=WRITTEN)
                for name, of in taken.items()
            ],
        )
        paces, goals = [], []
        for steps in ((), ("unit_norm",)):
            files = stored(path, *steps)
            memory = in_memory(files)
            for order in ("file", "shuffled"):
                pairs = [(nanoseconds(memory, order), nanoseconds(files, order)) for _ in range(REPEATS + 1)]
                there, here = (statistics.median(each) for each in zip(*pairs[1:], strict=True))
                name = ", ".join([order, *steps])
                paces.append([name, f"{there / here:.0%}", f"{there:.0f} ns", f"{here:.0f} ns"])
                goals.append(
                    Goal(f"pace, {name}", 100 * there / here, 70, unit="%", reason=NORMS if steps else COPIED)
                )
        private = private_megabytes(path, str(Path(folder) / "another"))
        yield Table(
            "PA on rows in files, against the same rows in memory",
            ["order", "pace", "memory", "files"],
            paces,
            "In memory, unit norms were made before; from files, they are made in the pass.\n"
            f"To parse and stream them takes {private:.0f} MB of private memory at most.",
            goals,
        )


if __name__ == "__main__":
    print(watched(Path(sys.argv[1])))  # noqa: T201
