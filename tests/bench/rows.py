"""Rate and memory of a stream from files against the count of its rows.

`python -m tests.bench.rows 100000 100000000 --figure docs/images/rows.png` takes other counts, and draws.
10^8 rows take 8 GB as parquet and 17 GB in the cache, which are deleted afterwards.
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

from tests.bench._table import Table
from tests.bench.streaming import COLUMNS, MostPrivateMemory, nanoseconds, stored, write_rows

COUNTS = (100_000, 1_000_000, 10_000_000)


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
        told = subprocess.run(
            [sys.executable, "-m", "tests.bench.rows", "--stream", str(path)],
            env={**os.environ, "OLRUN_CACHE": str(Path(folder) / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
    return Streamed(rows, *json.loads(told.stdout))


def measured(path: Path) -> tuple[float, float, float]:
    """The same in this process: (seconds of the first reading, nanoseconds a row, megabytes)."""
    with MostPrivateMemory() as memory:
        begun = time.perf_counter()
        data = stored(path)
        seconds = time.perf_counter() - begun
        nanoseconds(data, "file")  # compiles, and is not counted
        pace = nanoseconds(data, "file")
    return seconds, pace, memory.megabytes


def tables(counts: Sequence[int] = COUNTS) -> Iterator[Table]:
    """The table."""
    yield table([streamed(rows) for rows in counts])


def table(found: Sequence[Streamed]) -> Table:
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
    return Table(f"PA on rows of {COLUMNS} numbers, from files", heads, lines)


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
    given = parser.parse_args(arguments)
    if given.stream:
        print(json.dumps(measured(given.stream)))  # noqa: T201
        return
    found = []
    for rows in given.rows or COUNTS:
        found.append(streamed(rows))
        print(found[-1], file=sys.stderr, flush=True)  # noqa: T201
    print(table(found).text())  # noqa: T201
    if given.figure:
        draw(found, given.figure)


if __name__ == "__main__":
    main(sys.argv[1:])
