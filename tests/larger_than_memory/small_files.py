"""Small files of own data in every format that can be streamed, and small blocks to read them in."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from onlinelearn.base import large_arrays
from onlinelearn.datasets.formats import csv_stream, parquet_file, svmlight_file
from onlinelearn.datasets.stored import stored_rows
from onlinelearn.numerics import sums


@contextmanager
def small_blocks(rows: int) -> Iterator[None]:
    """Everything in blocks of about so many rows of four numbers, and arrays larger than that in files."""
    with (
        patch.object(large_arrays, "LARGE", 32 * rows),
        patch.object(stored_rows, "BLOCK_BYTES", 32 * rows),
        patch.object(sums, "BLOCK_NUMBERS", 4 * rows),
        patch.object(parquet_file, "STREAMED_NUMBERS", 5 * rows),
        patch.object(svmlight_file, "CHUNK_BYTES", 30 * rows),
        patch.object(csv_stream, "BLOCK_BYTES", max(60 * rows, 200)),
    ):
        yield


def numbers(n: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Four attributes of some sizes, a zero here and there, and two classes that they nearly tell."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(n, 4)) * [1.0, 10.0, 0.1, 1e-5], 7) * (rng.random((n, 4)) < 0.8)
    y = np.where(X[:, 0] + 0.1 * X[:, 1] + 0.3 * rng.normal(size=n) > 0.0, "yes", "no")
    y[:2] = ["yes", "no"][:n]
    return X + 0.0, y


def parquet(path: Path, X: np.ndarray, y: np.ndarray) -> dict[str, object]:
    """With a column of categories beside the numbers."""
    category = np.array(["c", "a", "b"])[np.arange(len(y)) * 7 % 3]
    columns = {**{f"x{j}": X[:, j] for j in range(X.shape[1])}, "kind": category, "y": y}
    pyarrow.parquet.write_table(pa.table(columns), path.with_suffix(".parquet"))
    return {"path": str(path.with_suffix(".parquet")), "target": "y"}


def csv(path: Path, X: np.ndarray, y: np.ndarray) -> dict[str, object]:
    """With quotes, blanks around labels, a number with a sign, and a column of dates."""
    lines = ["x0,x1,x2,x3,day,y"]
    for i, (row, label) in enumerate(zip(X.tolist(), y, strict=True)):
        values = [f"+{v}" if i % 11 == 3 and v > 0 else f'"{v}"' if i % 5 == 1 else repr(v) for v in row]
        lines.append(",".join([*values, f"2024-01-{i % 28 + 1:02}", f" {label}" if i % 3 else f"{label}"]))
    path.with_suffix(".csv").write_text("\n".join(lines) + "\n")
    return {"path": str(path.with_suffix(".csv")), "target": "y"}


def svmlight(path: Path, X: np.ndarray, y: np.ndarray) -> dict[str, object]:
    """With labels that are numbers, and zeros left out."""
    lines = []
    for row, label in zip(X.tolist(), y, strict=True):
        features = " ".join(f"{j + 1}:{value!r}" for j, value in enumerate(row) if value)
        lines.append(f"{1 if label == 'yes' else -1} {features}")
    path.with_suffix(".svm").write_text("\n".join(lines) + "\n")
    return {"path": str(path.with_suffix(".svm"))}


FORMATS: dict[str, Callable[[Path, np.ndarray, np.ndarray], dict[str, object]]] = {
    "parquet": parquet,
    "csv": csv,
    "svmlight": svmlight,
}
