"""What a cell costs beside its stream."""

import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from onlinelearn import run
from onlinelearn.config import parse_config
from onlinelearn.experiment.cell_store import store_beside
from onlinelearn.experiment.result import Result
from onlinelearn.experiment.worklist import make_worklist
from tests.bench._goal import Goal
from tests.bench._table import Table

CELLS, ROWS, PLANNED = 10_000, 48, 100_000
LEARNERS = 10

INTERPRETED = (
    "What is left is Python: an order is drawn, an earlier state is looked for, the outcome becomes a "
    "compressed line. A second job is a thread, and waits for the same interpreter; Dask's workers are "
    "processes, and don't."
)


def config(path: Path, cells: int) -> dict[str, object]:
    """Ten learners on as many rows for training as for test."""
    return {
        "title": "many cells",
        "dataset": {"path": str(path), "target": "y", "split": {"train": 0.5, "seed": 0}},
        "learners": {"PA": {"learner": "pa", "C": {"grid": [2.0**k for k in range(LEARNERS)]}}},
        "protocol": {"epochs": 1, "permutations": cells // LEARNERS},
        "metrics": ["test_error"],
        "baselines": False,
    }


def write_small(folder: Path) -> Path:
    """A file with twice as many rows as a cell learns from."""
    path = folder / "small.csv"
    X = np.random.default_rng(0).normal(size=(2 * ROWS, 4))
    rows = [",".join([*map(repr, x), str(int(x[0] > 0.0))]) for x in X.tolist()]
    path.write_text("\n".join(["a,b,c,d,y", *rows]) + "\n")
    return path


def tables(cells: int = CELLS) -> Iterator[Table]:
    """The table."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = write_small(Path(folder)), Path(folder) / "results"
        run(config(path, LEARNERS), out=Path(folder) / "compiled", jobs=1)
        two_jobs, _ = timed(config(path, cells), Path(folder) / "two", jobs=2)
        ran, first = timed(config(path, cells), out, jobs=1)
        in_streams = sum(row.seconds for row in first.rows)
        cached, again = timed(config(path, cells), out, jobs=1)
        assert again.n_cached == cells
        assert again.digest == first.digest
        size = sum(file.stat().st_size for file in store_beside(out).files()) / cells
        begun = time.perf_counter()
        many = parse_config(config(path, PLANNED), name="many", where="config", folder=Path(folder))
        make_worklist(many, store_beside(out))
        planned = time.perf_counter() - begun
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        milliseconds = 1e3 / cells
        yield Table(
            f"{cells:,} cells of {ROWS} rows",
            ["what", "measured"],
            [
                ["all, a cell, one job", f"{ran * milliseconds:.2f} ms"],
                ["of which in the stream", f"{in_streams * milliseconds:.2f} ms"],
                ["all, a cell, two jobs", f"{two_jobs * milliseconds:.2f} ms"],
                ["again from the cache, a cell", f"{cached * milliseconds:.2f} ms"],
                [f"the plan of {PLANNED:,} cells", f"{planned:.1f} s"],
                ["store, a cell", f"{size:.0f} bytes"],
                ["most memory", f"{most:.0f} MB"],
            ],
            goals=[
                Goal(
                    "a cell beyond its stream",
                    (ran - in_streams) * milliseconds,
                    most=0.5,
                    unit="ms",
                    reason=INTERPRETED,
                ),
                Goal("100,000 cells again from the cache", 100_000 * cached / cells, most=15, unit="s"),
                Goal(f"the plan of {PLANNED:,} cells", planned, most=10, unit="s"),
                Goal("store, a cell", size, most=2000, unit="bytes"),
            ],
        )


def timed(what: dict[str, object], out: Path, jobs: int) -> tuple[float, Result]:
    """The seconds of a run, and its result."""
    begun = time.perf_counter()
    result = run(what, out=out, jobs=jobs)
    return time.perf_counter() - begun, result
