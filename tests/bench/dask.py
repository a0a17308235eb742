"""Small cells on two workers of a Dask cluster, against two jobs on this machine."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from onlinelearn import run
from tests.bench._table import Table
from tests.bench.many_cells import LEARNERS, ROWS, config, write_small

CELLS, REPEATS = 2000, 3


def tables(cells: int = CELLS) -> Iterator[Table]:
    """The table; each run begins with an empty store."""
    from distributed import LocalCluster

    with (
        tempfile.TemporaryDirectory() as folder,
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
    ):
        path = write_small(Path(folder))
        ways = {"two jobs": {"jobs": 2}, "two workers": {"scheduler": cluster.scheduler_address}}
        taken: dict[str, list[float]] = {way: [] for way in ways}
        for repeat in range(REPEATS + 1):
            many = cells if repeat else LEARNERS  # the first one compiles
            for way, options in ways.items():
                begun = time.perf_counter()
                run(config(path, many), out=Path(folder) / f"{way}{repeat}", **options)
                if repeat:
                    taken[way].append((time.perf_counter() - begun) / cells)
        jobs, workers = (statistics.median(each) for each in taken.values())
        yield Table(
            f"{cells:,} cells of {ROWS} rows on Dask",
            ["what", "measured"],
            [
                ["two jobs, a cell", f"{jobs * 1e3:.2f} ms"],
                ["two local workers, a cell", f"{workers * 1e3:.2f} ms"],
                ["pace of the workers beside that of the jobs", f"{jobs / workers:.0%}"],
            ],
        )
