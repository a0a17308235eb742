"""Rate and memory of a stream from files against the count of its rows.

`python -m tests.bench.rows 100000 100000000 --figure docs/images/rows.png` takes other counts, and draws.
10^8 rows take 8 GB as parquet and 17 GB in the cache, which are deleted afterwards. The three million flights
are streamed, too, where their file is in the folder OLRUN_DATA.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from onlinelearn.datasets.choice import own
from onlinelearn.datasets.own_data import load_own
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.sources.locate import file
from tests.bench._table import Table
from tests.bench.streaming import COLUMNS, MostPrivateMemory, nanoseconds, stored, write_rows

COUNTS = (100_000, 1_000_000, 10_000_000)
TITLE = f"PA on rows of {COLUMNS} numbers, from files"
FLIGHT_STEPS = ("one_hot", "max_abs", "bias")


class Streamed(NamedTuple):
    """The first reading of a file and a pass of PA over it, in a process of their own."""

    rows: int
    first_reading: float
    """Seconds."""
    nanoseconds: float
    """The time of PA a row."""
    megabytes: float
    """The most private memory."""


def streamed(rows: int) -> Streamed:
    """Make a file of so many rows, and let another process read and stream it; then delete all."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        write_rows(path, rows)
        return _elsewhere("--stream", path)


def _elsewhere(how: str, path: Path) -> Streamed:
    """What another process, with an empty cache, measures of the file."""
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            [sys.executable, "-m", "tests.bench.rows", how, str(path)],
            env={**os.environ, "OLRUN_CACHE": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    return Streamed(*json.loads(told.stdout))


def measured(path: Path) -> Streamed:
    """A file of `write_rows`, in this process."""
    with MostPrivateMemory() as memory:
        begun = time.perf_counter()
        data = stored(path)
        seconds = time.perf_counter() - begun
        nanoseconds(data, "file")  # compiles, and is not counted
        pace = nanoseconds(data, "file")
    return Streamed(len(data.y_train), seconds, pace, memory.megabytes)


def measured_flights(path: Path) -> Streamed:
    """The flights, in this process: their delays learnt from date, distance and the two airports."""
    entry = {"target": "delay", "task": "regression", "order": "file"}
    with MostPrivateMemory() as memory:
        begun = time.perf_counter()
        load_own(own({"path": path, **entry, "split": {"train": 1.0}, "in_memory": False}))
        seconds = time.perf_counter() - begun
        data = stored(path, *FLIGHT_STEPS, **entry)
        nanoseconds(data, "file", "pa_regression")
        pace = nanoseconds(data, "file", "pa_regression")
    return Streamed(len(data.y_train), seconds, pace, memory.megabytes)


def tables(counts: Sequence[int] = COUNTS) -> Iterator[Table]:
    """The tables."""
    yield table(TITLE, [streamed(rows) for rows in counts])
    found = file(ENTRIES["flights"])
    if found is not None:
        yield table(
            "PA regression on flights, from a file",
            [_elsewhere("--flights", found[0])],
            f"After {', '.join(FLIGHT_STEPS)}, made anew in each pass, with an attribute for each airport.",
        )


def table(title: str, found: Sequence[Streamed], remark: str = "") -> Table:
    """A line for each count of rows."""
    lines = [
        [
            f"{each.rows:,}",
            f"{each.first_reading:.1f} s",
            f"{each.rows / each.first_reading / 1e6:.2f} million",
            f"{1e3 / each.nanoseconds:.2f} million",
            f"{each.megabytes:.0f} MB",
        ]
        for each in found
    ]
    heads = ["rows", "first reading", "rows a second", "rows a second, PA", "most private memory"]
    return Table(title, heads, lines, remark)


def draw(found: Sequence[Streamed], path: Path) -> None:
    """The rate of both passes, and the memory, against the rows."""
    import matplotlib.pyplot as plt

    rows = [each.rows for each in found]
    figure, (rate, memory) = plt.subplots(1, 2, figsize=(8, 3), layout="constrained")
    rate.loglog(rows, [1e9 / each.nanoseconds for each in found], "o-", label="PA, one pass")
    rate.loglog(rows, [each.rows / each.first_reading for each in found], "s--", label="first reading")
    rate.set(xlabel="rows", ylabel="rows a second", ylim=(1e5, 1e8))
    rate.legend()
    memory.semilogx(rows, [each.megabytes for each in found], "o-")
    memory.axhline(500, color="0.6", linestyle=":")
    memory.set(xlabel="rows", ylabel="private memory, MB", ylim=(0, 550))
    figure.savefig(path, dpi=150)


def main(arguments: Sequence[str]) -> None:
    """Measure the counts that are given, print the table, and draw."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.rows", description=__doc__)
    parser.add_argument("rows", nargs="*", type=int)
    parser.add_argument("--figure", type=Path)
    parser.add_argument("--stream", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--flights", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if path := given.stream or given.flights:
        print(json.dumps(measured(path) if given.stream else measured_flights(path)))  # noqa: T201
        return
    found = []
    for rows in given.rows or COUNTS:
        found.append(streamed(rows))
        print(found[-1], file=sys.stderr, flush=True)  # noqa: T201
    print(table(TITLE, found).text())  # noqa: T201
    if given.figure:
        draw(found, given.figure)


if __name__ == "__main__":
    main(sys.argv[1:])
