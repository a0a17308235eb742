"""Files as two readers see them: what one refuses, the other does too, and what they read is the same."""

import random
from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from itertools import cycle
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from onlinelearn.base.errors import DataError
from onlinelearn.compare.diff.learner_comparison import compare_learners
from onlinelearn.compare.diff.sides import ConfigLearner
from onlinelearn.config import parse_config
from onlinelearn.datasets.choice import own
from onlinelearn.datasets.dataset import Dataset
from onlinelearn.datasets.formats import arrow_columns
from onlinelearn.datasets.formats.arrow_columns import written_numbers
from onlinelearn.datasets.own_data import load_own
from onlinelearn.datasets.stored.stored_rows import StoredRows
from tests.interpreted import interpreted
from tests.larger_than_memory.small_files import FORMATS, numbers, small_blocks

Read = str | tuple[Any, ...]

WRITERS: dict[str, Callable[[Any, Path], object]] = {
    "csv": pyarrow.csv.write_csv,
    "parquet": pyarrow.parquet.write_table,
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "cache"))


def read(entry: dict[str, object]) -> Read:
    """What a reader makes of the file: its numbers and labels, or the words with which it refuses it."""
    try:
        data = load_own(own(entry | {"split": {"train": 1.0}}))
    except DataError as error:
        return str(error)
    assert isinstance(data, Dataset)
    X: Any = data.X_train[:] if isinstance(data.X_train, StoredRows) else data.X_train
    X = X.toarray() if hasattr(X, "toarray") else X
    return X.shape, X.tobytes(), data.y_train.tolist(), data.classes.tolist()


def both(entry: dict[str, object], rows: int = 5) -> tuple[Read, Read]:
    whole = read(entry)
    with small_blocks(rows):
        return whole, read(entry | {"in_memory": False})


PIECES = [
    *('"', '""', "'", ",", "\n", "\r", "\r\n", "\0", " ", "\t", ";", "\ufeff", "é", "١"),
    *("nan(1)", "nan", "NAN", "+nan", "inf", "-inf", "1e999", "1_0", "0x1p3", "1e-400", ".5", "5.", "+5"),
    *("NA", "?", "null", "NULL", "N/A", "-", "1,5", '"1,5"', '"1\n5"', "2024-02-30", "True", "x" * 200),
]
BYTES = [piece.encode() for piece in PIECES] + [b"\xff", b"\xc3"]

CSV = b"a,b,day,y\n" + b"".join(
    b"%r,%d,2024-01-%02d,%s\n" % (0.5 * i, i * i, i + 1, b"no" if i % 3 else b"yes") for i in range(12)
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    edits=st.lists(
        st.tuples(st.integers(0, len(CSV)), st.integers(0, 6), st.sampled_from(BYTES)), min_size=1, max_size=3
    ),
    header=st.booleans(),
)
@example(edits=[(len(CSV) - 3, 0, b'"')], header=True)
@example(edits=[(10, 3, b"nan(1)")], header=True)
@example(edits=[(30, 0, b"\0")], header=True)
@example(edits=[(10, 0, b"\xef\xbb\xbf")], header=True)
@example(edits=[(10, 0, b'"0"7')], header=True)
def test_a_damaged_csv_file_is_read_alike_or_refused_alike(
    tmp_path: Path, edits: list[tuple[int, int, bytes]], header: bool
) -> None:
    text = CSV
    for place, gone, put in edits:
        text = text[:place] + put + text[place + gone :]
    path = tmp_path / f"{random.Random(text).random()}.csv"
    path.write_bytes(text)
    target = "y" if header else "3"
    whole, streamed = both({"path": str(path), "target": target, "header": header})
    assert isinstance(streamed, str) == isinstance(whole, str), (whole, streamed)
    if not isinstance(whole, str):
        assert streamed == whole


COLUMNS = {
    "bool": pa.array([True, False] * 3),
    "date": pa.array([date(2024, 1, i + 1) for i in range(6)]),
    "decimal": pa.array([Decimal(f"0.{i}0000000000000000000001") for i in range(6)]),
    "integers": pa.array([2**60 + i for i in range(6)]),
    "half": pa.array(np.arange(6, dtype=np.float16) / 3),
    "single": pa.array(np.arange(6, dtype=np.float32) / 3),
    "missing": pa.array([1.0, None, 2.0, 3.0, 4.0, 5.0]),
    "nan": pa.array([1.0, float("nan"), 2.0, 3.0, 4.0, 5.0]),
    "infinite": pa.array([1.0, float("inf"), 2.0, 3.0, 4.0, 5.0]),
    "negative zero": pa.array([-0.0, 0.0, 2.0, 3.0, 4.0, 5.0]),
    "texts": pa.array(["1", "2.5", "3", "-0", "5", "6"]),
    "words": pa.array(["a", "b", "a", "b", "a", "b"]),
    "dictionary": pa.array(["1", "2", "1", "2", "1", "2"]).dictionary_encode(),
    "bytes": pa.array([b"a", b"b"] * 3),
}


@pytest.mark.parametrize("task", ["classification", "regression"])
@pytest.mark.parametrize("name", COLUMNS)
def test_a_parquet_column_is_a_target_to_both_readers_or_to_none(
    tmp_path: Path, name: str, task: str
) -> None:
    path = tmp_path / "t.parquet"
    pyarrow.parquet.write_table(pa.table({"x": pa.array(np.arange(6.0)), "y": COLUMNS[name]}), path)
    whole, streamed = both({"path": str(path), "target": "y", "task": task}, rows=2)
    assert streamed == whole


WRITTEN = {
    "texts": ("north", "south", " north "),
    "numbers": ("1.5", "-0", "1e-400", "7"),
    "numbers to Python alone": ("1_0", "2"),
    "gaps": ("NA", "?", ""),
    "too large": ("1e999", "1"),
}


def column_of(pieces: Sequence[str], length: int) -> list[str]:
    """So many values of each kind, one kind after the other."""
    return [value for kind in pieces for value, _ in zip(cycle(WRITTEN[kind]), range(length), strict=False)]


MIXED = st.lists(st.sampled_from(sorted(WRITTEN)), min_size=2, max_size=5)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["csv", "parquet"]), MIXED, st.integers(1, 40), st.integers(1, 20))
@example("csv", ["texts", "gaps", "texts"], 40, 1)
@example("csv", ["numbers", "texts"], 40, 1)
@example("parquet", ["texts", "numbers"], 40, 9)
@example("parquet", ["texts", "numbers to Python alone"], 40, 9)
def test_texts_numbers_and_gaps_may_follow_each_other(
    tmp_path: Path, form: str, pieces: list[str], length: int, rows: int
) -> None:
    values = column_of(pieces, length)
    table = pa.table(
        {"x": values, "z": np.arange(len(values)), "y": (["p", "q"] * len(values))[: len(values)]}
    )
    path = tmp_path / f"{random.Random(repr((form, pieces, length, rows))).random()}.{form}"
    WRITERS[form](table, path)
    whole, streamed = both({"path": str(path), "target": "y"}, rows)
    assert isinstance(streamed, str) == isinstance(whole, str), (whole, streamed)
    if not isinstance(whole, str):
        assert streamed == whole


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_column_with_texts_is_not_cast_again(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrow takes ten times as long to find that texts are no numbers as it takes to tell them apart."""
    values = column_of(["gaps", "texts", "gaps", "texts"], 100)
    table = pa.table({"x": values, "y": ["p", "q"] * 200})
    WRITERS[form](table, tmp_path / f"t.{form}")
    blocks: list[bool] = []

    def noted(texts: Any) -> Any:
        numbers = written_numbers(texts)
        blocks.append(numbers is None)
        return numbers

    monkeypatch.setattr(arrow_columns, "written_numbers", noted)
    with small_blocks(4):
        read({"path": str(tmp_path / f"t.{form}"), "target": "y", "in_memory": False})
    assert blocks.count(True) == 1


@pytest.mark.parametrize(
    "text", ["1\n-1\n", "1 # nothing\n-1\n", "\n", "", "1\n-1 3:1\n", "1 0:1\n-1\n", "1 2:nan\n-1 1:1\n"]
)
def test_rows_without_features_are_the_same_to_both_readers(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.svm"
    path.write_text(text)
    whole, streamed = both({"path": str(path)}, rows=1)
    assert streamed == whole


def test_learners_are_compared_on_rows_in_files(tmp_path: Path) -> None:
    entry = FORMATS["csv"](tmp_path / "own", *numbers(60, seed=1)) | {"drop": ["day"], "order": "file"}
    found = []
    for in_memory in (True, False):
        learners = {"one": {"learner": "pa"}, "other": {"learner": "perceptron"}}
        config = {
            "dataset": entry | {"in_memory": in_memory},
            "learners": learners,
            "preprocess": ["unit_norm"],
        }
        experiment = parse_config(config, name="t", where="t", folder=Path())
        one, other = (ConfigLearner(each.label, experiment, each) for each in experiment.learners)
        with interpreted(), small_blocks(7):
            compared = compare_learners(one, other, "predictions")
        found.append([stream.difference for stream in compared.streams])
    assert found[0] == found[1] != [None]
