"""Files with odd content: one line, never a traceback, and no two labels become one."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from onlinelearn import load_dataset
from tests.faults.test_data_bombs import NUMBERS, refusal

Write = Callable[[zipfile.ZipFile], None]


def array(name: str, values: object) -> Write:
    def write(archive: zipfile.ZipFile) -> None:
        with archive.open(name, "w") as file:
            np.save(file, np.asarray(values), allow_pickle=True)

    return write


def raw(name: str, content: bytes) -> Write:
    return lambda archive: archive.writestr(name, content)


X, Y = array("X.npy", NUMBERS), array("y.npy", [0, 1, 0, 1])


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([raw("X", b"x"), Y], "has no array 'X'; it has y"),
        ([raw("X.npy", b""), Y], "is damaged or unreadable"),
        ([raw("X.npy", b"\x93NUMPY\x09\x00"), Y], "is damaged or unreadable: X is no plain array"),
        ([raw("X.npy", b"\x93NUMPY\x01\x00\x04\x00((((" + b"\n"), Y], "is damaged or unreadable"),
        ([X, array("y.npy", np.array([{}, {}, {}, {}], object))], "Object arrays cannot be loaded"),
        ([X, array("y.npy", 3)], "X must be a table of numbers and y a list of labels"),
        ([X, array("y.npy", np.zeros((2, 2, 2)))], "X must be a table of numbers and y a list of labels"),
        ([array("X.npy", "abc"), Y], "X must be a table of numbers"),
        ([array("X.npy", np.zeros((4, 2), complex)), Y], "X must be a table of numbers"),
        ([array("X.npy", np.zeros((4, 0))), Y], "has no examples"),
        ([X], "has no array 'y'; it has X"),
        ([array(f"a{i}\n.npy", 0) for i in range(300)], "has no array 'X'; it has a0\\n, a1\\n"),
    ],
)
def test_an_archive_with_odd_members(tmp_path: Path, members: list[Write], said: str) -> None:
    path = tmp_path / "odd.npz"
    with zipfile.ZipFile(path, "w") as archive:
        for write in members:
            write(archive)
    assert said in refusal(path)


def test_an_encrypted_member(tmp_path: Path) -> None:
    path = tmp_path / "secret.npz"
    np.savez(path, X=NUMBERS, y=np.arange(4))
    content = bytearray(path.read_bytes())
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):  # a flag in the heads of each member
        at = content.find(mark)
        content[at + (6 if mark == b"PK\x03\x04" else 8)] |= 1
    path.write_bytes(content)
    assert "is damaged or unreadable: " in refusal(path)


def test_a_time_zone_that_nobody_knows(tmp_path: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "zone.parquet"
    times = pyarrow.array(range(20), pyarrow.timestamp("us", tz="Mars/Olympus"))
    parquet.write_table(pyarrow.table({"x": [0.0, 1.0] * 10, "y": times}), path)
    assert "is damaged or unreadable: " in refusal(path, target="y")


def test_a_field_longer_than_any(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("x,y\n1,a\n" + f"{'1' * 200_000},b\n")
    assert "line 3 is damaged or unreadable: field larger than field limit" in refusal(path, target="y")


def test_long_labels_of_sets_stay_apart(tmp_path: Path) -> None:
    path = tmp_path / "sets.svm"
    path.write_text("1234567,1234568 1:1\n1234567 1:2\n1234568 1:1 2:1\n" * 4)
    data = load_dataset({"path": str(path), "task": "multilabel"})
    assert len(data.classes) == 2
