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
from onlinelearn.experiment.worklist import make_worklist
from tests.bench._table import Table

CELLS, ROWS, PLANNED = 10_000, 48, 100_000
LEARNERS = 10


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


def tables(cells: int = CELLS) -> Iterator[Table]:
    """The table."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "small.csv", Path(folder) / "results"
        X = np.random.default_rng(0).normal(size=(2 * ROWS, 4))
        rows = [",".join([*map(repr, x), str(int(x[0] > 0.0))]) for x in X.tolist()]
        path.write_text("\n".join(["a,b,c,d,y", *rows]) + "\n")
        run(config(path, LEARNERS), out=Path(folder) / "compiled", jobs=2)
        begun = time.perf_counter()
        first = run(config(path, cells), out=out, jobs=2)
        ran = time.perf_counter() - begun
        streams = sum(row.seconds for row in first.rows)
        begun = time.perf_counter()
        again = run(config(path, cells), out=out, jobs=2)
        cached = time.perf_counter() - begun
        assert again.n_cached == cells
        assert again.digest == first.digest
        size = sum(file.stat().st_size for file in store_beside(out).files()) / cells
        begun = time.perf_counter()
        many = parse_config(config(path, PLANNED), name="many", where="config", folder=Path(folder))
        make_worklist(many, store_beside(out))
        planned = time.perf_counter() - begun
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        yield Table(
            f"{cells:,} cells of {ROWS} rows, two jobs",
            ["what", "measured"],
            [
                ["all, a cell", f"{ran / cells * 1e3:.2f} ms"],
                ["of which in the stream, on either core", f"{streams / 2 / cells * 1e3:.2f} ms"],
                ["again from the cache, a cell", f"{cached / cells * 1e3:.2f} ms"],
                [f"the plan of {PLANNED:,} cells", f"{planned:.1f} s"],
                ["store, a cell", f"{size:.0f} bytes"],
                ["most memory", f"{most:.0f} MB"],
            ],
        )
