"""Small files that become large, or never end: refused in one line, at once, and within memory."""

import errno
import gzip
import lzma
import mmap
import os
import resource
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

import numpy as np
import pytest

from onlinelearn import load_dataset
from onlinelearn.base.errors import ConfigError, DataError
from onlinelearn.datasets.formats import checks, csv_file, parquet_file, text_lines

NUMBERS = np.arange(8.0).reshape(4, 2)


@contextmanager
def little_memory(most: int = 400_000_000) -> Iterator[None]:
    """No more than so many bytes beside those that the process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def refusal(path: Path, **options: object) -> str:
    with pytest.raises(DataError) as failed, little_memory():
        load_dataset({"path": str(path), **options})
    text = str(failed.value)
    assert "\n" not in text
    assert len(text) < 600
    return text.replace(str(path), path.name)


@pytest.fixture
def small_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousandth of the bounds, so that nothing large needs to be made."""
    monkeypatch.setattr(checks, "MAX_BYTES", 2_000_000)
    monkeypatch.setattr(text_lines, "LONGEST_LINE", 100_000)


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize("ending", ["csv.gz", "csv.xz", "arff.gz", "csv"])
def test_an_endless_line(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"bomb.{ending}"
    pack: Any = {"gz": gzip.open, "xz": lzma.open}.get(ending.rsplit(".", maxsplit=1)[-1], open)
    with pack(path, "wb") as file:
        file.write(b"x" * 1_000_000)
    said = "bomb.%s is damaged or unreadable: a line has 100,000 characters or more"
    assert refusal(path, target="y") == said % ending


@pytest.mark.usefixtures("small_bounds")
@pytest.mark.parametrize("ending", ["csv.gz", "csv.xz", "arff.gz"])
def test_endless_lines(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"bomb.{ending}"
    pack: Any = gzip.open if ending.endswith("gz") else lzma.open
    head = b"@attribute a numeric\n@data\n" if "arff" in ending else b"a,y\n"
    line = b" " * 1000 + (b"1\n" if "arff" in ending else b"1,1\n")
    with pack(path, "wb") as file:
        file.write(head + 3000 * line)
    assert "it unpacks to more than 2,000,000 bytes" in refusal(path, target="a")


@pytest.mark.parametrize("line", ["1,x\n", "\n", '"1",x\n'], ids=["short", "blank", "quoted"])
def test_many_short_lines_are_counted_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    """The bound on memory refused them before, too, but after half a minute of parsing."""
    monkeypatch.setattr(checks, "MAX_BYTES", 2_000_000)
    monkeypatch.setattr(csv_file, "lines", few)
    path = tmp_path / "many.csv.gz"
    with gzip.open(path, "wt") as file:
        file.write("a,y\n" + 40_000 * line)
    said = refusal(path, target="y")
    counted = "40,001 lines" if line.startswith('"') else "40,000 examples of 1 attributes"
    assert said == f"many.csv.gz: {counted} are too many to hold in memory; leave some out"


def few(stream: TextIO) -> Iterator[str]:
    """The first lines; AssertionError if more are asked for."""
    yield from islice(stream, 10)
    raise AssertionError("the rows are parsed")


def test_quoted_lines_are_no_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MAX_BYTES", 100_000)
    path = tmp_path / "verse.csv"
    verse = '"' + "\n" * 60 + '"'
    path.write_text("a,note,y\n" + f"1,{verse},x\n2,{verse},z\n" * 10)
    assert load_dataset({"path": str(path), "target": "y", "drop": ["note"]}).X_train.shape[1] == 1


def test_rows_that_can_not_be_mapped_name_their_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object, **__: object) -> None:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "rows.csv"
    path.write_text("a,y\n" + "1,x\n2,z\n" * 20)
    entry = {"path": str(path), "target": "y", "in_memory": False}
    load_dataset(entry)
    monkeypatch.setattr(mmap, "mmap", no_room)
    with pytest.raises(DataError, match=r"rows of .*rows\.csv can't be mapped into memory: Cannot allocate"):
        load_dataset(entry)


def test_an_archive_of_zeros_is_refused_by_its_head(tmp_path: Path) -> None:
    path = tmp_path / "zeros.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("X.npy", "w") as file:
            head = {"descr": "<f8", "fortran_order": False, "shape": (10**8, 10)}
            np.lib.format.write_array_header_1_0(file, head)
            file.write(b"\0" * 1_000_000)
        with archive.open("y.npy", "w") as file:
            np.save(file, np.arange(4))
    assert "100,000,000 examples of 10 attributes are too many" in refusal(path)


def test_a_label_of_fifty_million_letters(tmp_path: Path) -> None:
    path = tmp_path / "long.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("X.npy", "w") as file:
            np.save(file, NUMBERS)
        with archive.open("y.npy", "w") as file:
            head = {"descr": "<U50000000", "fortran_order": False, "shape": (4,)}
            np.lib.format.write_array_header_1_0(file, head)
    assert "y has texts of 50,000,000 characters" in refusal(path)
    text = tmp_path / "long.csv"
    text.write_text("x,y\n" + "1,a\n" * 3 + f"2,{'b' * 2000}\n")
    said = refusal(text, target="y")
    assert "line 5: a label has at most 1,000 characters, and 'bbb" in said
    assert said.endswith("…' 2,000")


def test_a_table_of_many_million_rows(tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rows.parquet"
    zeros = np.zeros(4_000_000, np.int8)
    piece = pyarrow.table({"x": zeros, "y": zeros})
    with parquet.ParquetWriter(path, piece.schema, compression="zstd") as writer:
        for _ in range(8):
            writer.write_table(piece, row_group_size=4_000_000)
    assert "32,000,000 examples of 2 attributes are too many" in refusal(path, target="y")


def test_a_text_that_is_stored_once_and_stands_in_every_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(checks, "MAX_BYTES", 20_000_000)
    monkeypatch.setattr(parquet_file, "BATCH_ROWS", 8)
    path = tmp_path / "text.parquet"
    text = pyarrow.DictionaryArray.from_arrays(pyarrow.array(np.arange(100) % 1), ["a" * 1_000_000])
    parquet.write_table(pyarrow.table({"t": text, "y": np.arange(100) % 2}), path, store_schema=False)
    assert path.stat().st_size < 1_000_000
    assert "unpacks to more than 20,000,000 bytes" in refusal(path, target="y", text="t")


def test_a_set_of_labels_for_every_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MAX_BYTES", 100_000)
    path = tmp_path / "sets.csv"
    path.write_text("x,y\n" + "".join(f"1,a{i}|b{i}\n" for i in range(100)))
    assert "100 examples of 200 attributes are too many" in refusal(path, target="y", task="multilabel")


@pytest.mark.parametrize("name", ["my.csv", "my.npz", "my.svm", "my.parquet", "my.csv.gz", "my.arff"])
def test_a_pipe_a_device_and_a_folder_are_refused_at_once(tmp_path: Path, name: str) -> None:
    target = {} if name in ("my.svm", "my.npz") else {"target": "y"}
    path = tmp_path / name
    os.mkfifo(path)
    assert refusal(path, **target) == f"{name} is no plain file; save its content as one"
    path.unlink()
    path.symlink_to("/dev/zero")
    assert refusal(path, **target) == f"{name} is no plain file; save its content as one"
    path.unlink()
    path.mkdir()
    assert refusal(path, **target) == f"{name} is a folder; name a file"


@pytest.mark.parametrize(
    "options",
    [
        {"name": "separable", "d": 10**6, "n_train": 10**6},
        {"name": "orthonormal", "d": 10**5},
        {"name": "majority", "n": 10**9},
        {"name": "disjunction", "n": 10**12, "n_train": 10**6},
        {"name": "spirals", "n_train": 10**9},
        {"name": "overlaid", "n_train": 10**6},
        {"name": "topics", "topics": 10**6, "n_train": 1000},
    ],
)
def test_a_generator_has_a_bound(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"more than 50,000,000 numbers; draw fewer|<= 10000000"):
        load_dataset(options.pop("name"), **options)
