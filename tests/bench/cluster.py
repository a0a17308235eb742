"""How long 100,000 cells take on clusters that we don't have: a simulation, from what a cell costs here.

The run's own process sends chunks of cells and stores what comes back, with the scheduler beside it; workers'
cores compute. `python -m tests.bench cluster` prints the table of docs/howto/cluster.md,
`python -m tests.bench.cluster 0.6` that for a run and a scheduler which take 0.6 ms a cell.
"""

import heapq
import sys
from collections.abc import Iterator
from typing import NamedTuple

from onlinelearn.experiment.cluster import CHUNKS_PER_THREAD, LARGEST_CHUNK
from tests.bench._table import Table

CELLS = 100_000
CELL_SECONDS = (0.005, 0.05, 1.0)
CORES = (8, 100, 1000)

OWN = 0.3e-3
"""Seconds of CPU that a small cell takes of the run and the scheduler, as the part `dask` measures it."""

SENDING = 0.4
"""The part of the CPU of a run that goes before the cells; the rest goes when they come back."""

LATENCY = 2e-3
"""Seconds of a message's way."""


class Simulated(NamedTuple):
    """A run on a cluster: how long it takes, and which part of that each side works."""

    seconds: float
    run_busy: float
    cores_busy: float

    @property
    def limit(self) -> str:
        """What is busy for more of the time."""
        return "the run" if self.run_busy > self.cores_busy else "the cores"


def simulated(cell: float, cores: int, own: float, cells: int = CELLS) -> Simulated:
    """Cells of `cell` seconds on so many cores, where each takes `own` seconds of the run's process."""
    size = min(max(cells // (CHUNKS_PER_THREAD * cores), 1), LARGEST_CHUNK)
    chunks = [size] * (cells // size) + ([cells % size] if cells % size else [])
    now, free, ends = 0.0, [0.0] * cores, []
    for chunk in chunks:  # all of them are sent before the first is stored
        now += chunk * own * SENDING
        end = max(heapq.heappop(free), now + LATENCY) + chunk * cell
        heapq.heappush(free, end)
        ends.append((end + LATENCY, chunk))
    for end, chunk in sorted(ends):
        now = max(now, end) + chunk * own * (1 - SENDING)
    return Simulated(now, cells * own / now, cells * cell / (cores * now))


def tables(own: float = OWN) -> Iterator[Table]:
    """A line for each length of a cell."""
    lines = []
    for cell in CELL_SECONDS:
        runs = [simulated(cell, cores, own) for cores in CORES]
        shown = [f"{duration(each.seconds)}, {each.limit}" for each in runs]
        lines.append([duration(cell), f"{cell / own:,.0f}", *shown])
    yield Table(
        f"{CELLS:,} cells on a cluster, by simulation",
        ["a cell takes", "cores that are kept busy", *(f"on {cores:,} cores" for cores in CORES)],
        lines,
        "Beside each time is what limits it. "
        f"The run and the scheduler take {own * 1e3:.2f} ms of CPU a cell.",
    )


def duration(seconds: float) -> str:
    """A time, to two digits."""
    for least, size, unit in ((5400, 3600, "hours"), (100, 60, "minutes"), (1, 1, "s"), (0, 1e-3, "ms")):
        if seconds >= least:
            return f"{seconds / size:.2g} {unit}"
    raise ValueError(seconds)


if __name__ == "__main__":
    for each in tables(float(sys.argv[1]) / 1e3):
        print(each.text())  # noqa: T201
