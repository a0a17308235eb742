"""Small cells on two workers of a Dask cluster, against two jobs on this machine."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from onlinelearn import run
from tests.bench._goal import Goal
from tests.bench._table import Table
from tests.bench.many_cells import LEARNERS, ROWS, config, write_small

CELLS, REPEATS = 2000, 3

SPLITS: dict[str, dict[str, object]] = {"one split": {"split": {"train": 0.5, "seed": 0}}, "a split each": {}}
"""What a permutation's data are: those of all, or its own."""


def tables(cells: int = CELLS) -> Iterator[Table]:
    """A table for each way to split; each run begins with an empty store."""
    from distributed import LocalCluster

    with (
        tempfile.TemporaryDirectory() as folder,
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
    ):
        for splits in SPLITS:
            yield _table(Path(folder) / splits, cells, splits, cluster.scheduler_address)


def _table(folder: Path, cells: int, splits: str, scheduler: str) -> Table:
    folder.mkdir()
    path = write_small(folder)
    ways: dict[str, dict[str, Any]] = {"jobs": {"jobs": 2}, "workers": {"scheduler": scheduler}}
    taken: dict[str, list[float]] = {way: [] for way in ways}
    busy: list[float] = []
    for repeat in range(REPEATS + 1):
        many = config(path, cells if repeat else LEARNERS)  # the first one compiles
        many["dataset"] = {"path": str(path), "target": "y", **SPLITS[splits]}
        for way, options in ways.items():
            begun, used = time.perf_counter(), time.process_time()
            run(many, out=folder / f"{way}{repeat}", **options)
            if repeat:
                taken[way].append((time.perf_counter() - begun) / cells)
                busy += [(time.process_time() - used) / cells] if way == "workers" else []
    jobs, workers = (statistics.median(each) for each in taken.values())
    pace = "pace of the workers beside that of the jobs"
    return Table(
        f"{cells:,} cells of {ROWS} rows on Dask, {splits}",
        ["what", "measured"],
        [
            ["two jobs, a cell", f"{jobs * 1e3:.2f} ms"],
            ["two local workers, a cell", f"{workers * 1e3:.2f} ms"],
            [pace, f"{jobs / workers:.0%}"],
            ["CPU of the run and the scheduler, a cell", f"{statistics.median(busy) * 1e3:.2f} ms"],
        ],
        goals=[Goal(f"{pace}, {splits}", 100 * jobs / workers, least=80, unit="%")],
    )
