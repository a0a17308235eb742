"""Tables in the cache: made once, made anew when the file or the table changed, refused with a way out."""

import gzip
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from onlinelearn import load_dataset
from onlinelearn.base.errors import ConfigError, DataError, OlrunError
from onlinelearn.datasets.preprocessing import PreprocessingStep, prepare
from onlinelearn.datasets.stored import table_files
from tests.larger_than_memory.small_files import csv, numbers, parquet, svmlight
from tests.owners import give

STREAMED = {"in_memory": False, "split": {"train": 0.5, "seed": 0}}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_file_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = csv(tmp_path / "own", *numbers(30, 0)) | STREAMED
    first = load_dataset(entry)
    monkeypatch.setattr(table_files._Making, "write", lambda *_: pytest.fail("parsed again"))
    assert load_dataset(entry).digest == first.digest


def test_a_file_that_changed_is_parsed_anew(tmp_path: Path) -> None:
    entry = csv(tmp_path / "own", *numbers(30, 0)) | STREAMED
    first = load_dataset(entry)
    csv(tmp_path / "own", *numbers(30, 1))
    assert load_dataset(entry).digest != first.digest


def test_a_time_that_was_set_back_hides_no_change(tmp_path: Path) -> None:
    entry = csv(tmp_path / "own", *numbers(30, 0)) | STREAMED
    file, first = Path(str(entry["path"])), load_dataset(entry)
    before = file.stat()
    file.write_bytes(file.read_bytes().replace(b".1", b".2"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert load_dataset(entry).digest != first.digest


def test_a_column_that_arrow_cannot_convert_is_an_error_in_one_line(tmp_path: Path) -> None:
    pyarrow, writer = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    moments = pyarrow.array([10**18 + i for i in range(10)], pyarrow.timestamp("ns"))
    writer.write_table(pyarrow.table({"t": moments, "y": ["p", "q"] * 5}), tmp_path / "t.parquet")
    with pytest.raises(DataError, match=r"t\.parquet is damaged or unreadable: Casting from timestamp"):
        load_dataset({"path": tmp_path / "t.parquet", "target": "y"} | STREAMED)


def test_a_damaged_table_is_made_anew(tmp_path: Path, cache: Path) -> None:
    entry = csv(tmp_path / "own", *numbers(30, 0)) | STREAMED
    first = np.array(load_dataset(entry).X_train[:])
    (kept,) = cache.glob("rows/*/values")
    kept.write_bytes(b"\1" * kept.stat().st_size)
    assert np.array_equal(load_dataset(entry).X_train[:], first)
    os.truncate(next(cache.glob("rows/*/targets")), 8)
    assert np.array_equal(load_dataset(entry).X_train[:], first)


def test_a_damaged_description_is_made_anew(tmp_path: Path, cache: Path) -> None:
    """Whatever bit of it flips: a type, a width or a digest that is another, but can be read."""
    entry = csv(tmp_path / "own", *numbers(8, 0)) | STREAMED
    first = load_dataset(entry)
    (kept,) = cache.glob("rows/*/table.json")
    whole = kept.read_bytes()
    for at in range(0, len(whole), 9):
        kept.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        with pytest.raises(ValueError, match=r"not as it was written|utf-8"):
            table_files.TableFiles(kept.parent)
    assert load_dataset(entry).digest == first.digest
    kept.unlink()
    kept.mkdir()
    assert load_dataset(entry).digest == first.digest


def test_a_table_under_the_name_of_another_is_made_anew(tmp_path: Path, cache: Path) -> None:
    entries = [csv(tmp_path / f"own{seed}", *numbers(30, seed)) | STREAMED for seed in (0, 1)]
    first = load_dataset(entries[0])
    (one,) = cache.glob("rows/*")
    load_dataset(entries[1])
    (other,) = {*cache.glob("rows/*")} - {one}
    shutil.rmtree(one)
    shutil.copytree(other, one)
    assert load_dataset(entries[0]).digest == first.digest


def test_what_a_killed_process_was_making_is_swept(tmp_path: Path, cache: Path) -> None:
    (cache / "rows/.making-x").mkdir(parents=True)
    load_dataset(csv(tmp_path / "own", *numbers(30, 0)) | STREAMED)
    assert len([*(cache / "rows").iterdir()]) == 1


def test_rows_are_not_kept_where_others_can_write(tmp_path: Path, cache: Path) -> None:
    entry = csv(tmp_path / "own", *numbers(30, 0)) | STREAMED
    load_dataset(entry)
    (cache / "rows").chmod(0o775)
    told = r"rows: others can write to .*rows \(chmod go-w\); name another folder in OLRUN_CACHE"
    with pytest.raises(OlrunError, match=told):
        load_dataset(entry)


def test_rows_that_others_can_write_or_own_are_made_anew(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = csv(tmp_path / "own", *numbers(30, 0)) | STREAMED
    before = os.umask(0)
    try:
        load_dataset(entry)
    finally:
        os.umask(before)
    (kept,) = cache.glob("rows/*")
    files = [*kept.iterdir()]
    assert [each.stat().st_mode & 0o022 for each in files] == [0] * len(files)
    for each in (kept, *files):
        assert table_files.TableFiles(kept).sound()
        mode = each.stat().st_mode
        each.chmod(mode | 0o022)
        assert not table_files.TableFiles(kept).sound()
        each.chmod(mode)
    with monkeypatch.context() as patch:
        give(kept / "values", os.geteuid() + 1, patch)
        assert not table_files.TableFiles(kept).sound()
    assert table_files.TableFiles(kept).sound()
    give(cache / "rows", os.geteuid() + 1, monkeypatch)
    with pytest.raises(OlrunError, match="rows belongs to another user; name another folder in OLRUN_CACHE"):
        load_dataset(entry)


def test_a_cache_that_rows_begin_is_closed_whatever_the_mask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "new" / "cache"
    monkeypatch.setenv("OLRUN_CACHE", str(root))
    before = os.umask(0o002)
    try:
        load_dataset(csv(tmp_path / "own", *numbers(30, 0)) | STREAMED)
    finally:
        os.umask(before)
    assert [each.stat().st_mode & 0o022 for each in (root, root / "rows")] == [0, 0]


def test_a_compressed_file_has_the_same_rows(tmp_path: Path) -> None:
    entry = svmlight(tmp_path / "own", *numbers(30, 0))
    plain = Path(str(entry["path"]))
    packed = plain.with_name("own.svm.gz")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    for settings in (STREAMED, {"split": {"train": 0.5, "seed": 0}}):
        one, two = load_dataset(entry | settings), load_dataset(entry | {"path": packed} | settings)
        assert np.array_equal(one.X_train[:], two.X_train[:])


def test_a_test_file_shares_columns_and_categories(tmp_path: Path) -> None:
    entry = parquet(tmp_path / "train", *numbers(40, 0))
    entry["test"] = parquet(tmp_path / "test", *numbers(1, 1))["path"]  # has one category of three
    whole, streamed = load_dataset(entry), load_dataset(entry | {"in_memory": False})
    assert np.array_equal(whole.X_test, streamed.X_test[:])
    assert whole.columns == streamed.columns
    parquet(tmp_path / "test", numbers(1, 1)[0], np.array(["maybe"]))
    with pytest.raises(DataError, match="label maybe does not occur"):
        load_dataset(entry | {"in_memory": False})


@pytest.mark.parametrize("settings", [{"text": "kind"}, {"task": "multilabel"}, {"path": "x.npz"}])
def test_what_can_not_be_streamed_is_refused(tmp_path: Path, settings: dict[str, object]) -> None:
    entry = parquet(tmp_path / "own", *numbers(30, 0))
    with pytest.raises(ConfigError, match="in_memory: false"):
        load_dataset(entry | {"in_memory": False} | settings)


@pytest.mark.parametrize("step", ["pca", "sklearn:PowerTransformer", "impute"])
def test_a_step_that_needs_all_rows_is_refused(tmp_path: Path, step: str) -> None:
    dataset = load_dataset(svmlight(tmp_path / "own", *numbers(30, 0)) | STREAMED)
    with pytest.raises(DataError, match="needs all rows in memory at once"):
        prepare([PreprocessingStep(step)], dataset)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,y\n1,b\n2\n", "line 3 has 1 fields, the header 2"),
        ("a,y\n1,b\ninf,c\n", "row 2, column 'a': inf is not finite"),
        ("a,y\n1,b\nx,c\n", "'x' is no number"),
        ("a,y\n1,b\n2,\n", "row 2 has no label in column 'y'"),
        ("a,y\n1,b\n2,b\n", "two classes are needed"),
        ("a,y\n", "has no rows"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "own.csv").write_text(text)
    with pytest.raises(DataError, match=said):
        load_dataset({"path": tmp_path / "own.csv", "target": "y", "in_memory": False})
