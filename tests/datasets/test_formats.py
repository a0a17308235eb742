"""The table of file formats: a file each, found by itself, and no two of them for one name."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from onlinelearn.datasets import formats
from onlinelearn.datasets.formats import FORMATS, format_of, suffix_of


def test_every_file_of_a_format_is_found() -> None:
    files = Path(str(formats.__file__)).parent.glob("*_file.py")
    assert sorted(file.stem.removesuffix("_file") for file in files) == list(FORMATS)


def test_no_two_formats_share_a_suffix() -> None:
    suffixes = Counter(suffix for each in FORMATS.values() for suffix in each.suffixes)
    assert suffixes.most_common(1)[0][1] == 1
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in suffixes)


@pytest.mark.parametrize(
    ("name", "format_", "suffix"),
    [
        ("my.csv", "csv", ".csv"),
        ("my.v2.CSV.GZ", "csv", ".CSV.GZ"),
        ("a.npz", "npz", ".npz"),
        ("a.csv.txt", "svmlight", ".txt"),
        ("a.parquet", "parquet", ".parquet"),
    ],
)
def test_the_end_of_a_name_tells_the_format(name: str, format_: str, suffix: str) -> None:
    assert (format_of(Path(name)).name, suffix_of(Path(name))) == (format_, suffix)


def test_an_unknown_end_names_all_that_are_known() -> None:
    with pytest.raises(
        ValueError, match=r"unknown format of 'a\.gz': use one of \.arff, .*\.csv, .*\.npz, .*\.parquet"
    ):
        format_of(Path("a.gz"))


def test_the_table_imports_no_library_before_it_is_needed() -> None:
    code = "import sys, onlinelearn.datasets.choice; print({'sklearn', 'pyarrow'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
