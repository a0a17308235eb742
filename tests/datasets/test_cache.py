"""The cache: it gives back what it was given, survives damage, and never stops a load."""

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from onlinelearn.base import user_cache
from onlinelearn.base.errors import DataError
from onlinelearn.datasets import load_dataset
from onlinelearn.datasets.example_table import ExampleTable
from onlinelearn.datasets.registry import ENTRIES
from onlinelearn.datasets.sources import locate, table_cache
from onlinelearn.datasets.status import status
from tests.owners import give

TABLES = [
    ExampleTable(np.array([[1.5, -2.0], [0.1, 3e-300], [7.0, 8.0]]), np.array([3, 1, 2])),
    ExampleTable(np.array([[1.0], [2.0]]), np.array(["é", "long label"]), np.array(["train", "test"])),
]


@pytest.mark.parametrize("table", TABLES)
def test_a_table_comes_back_as_it_was(own_cache: Path, table: ExampleTable) -> None:
    table_cache.write(table)
    kept = table_cache.read(table.digest)
    assert kept is not None
    assert kept.digest == table.digest
    assert kept.labels.dtype == table.labels.dtype
    assert not kept.X.flags.writeable
    assert [path.name for path in own_cache.iterdir()] == [f"{table.digest}.table"]


def test_what_was_not_kept_is_not_there(own_cache: Path) -> None:
    assert table_cache.read("0" * 64) is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_every_damage_is_noticed(own_cache: Path, data: st.DataObject) -> None:
    table = TABLES[1]
    table_cache.write(table)
    path = table_cache.path_of(table.digest)
    whole = path.read_bytes()
    if data.draw(st.booleans(), label="cut"):
        path.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1), label="length")])
    else:
        at = data.draw(st.integers(0, len(whole) - 1), label="at")
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
    assert table_cache.read(table.digest) is None


def test_another_table_under_a_sets_name_is_not_that_set(own_cache: Path) -> None:
    for table in TABLES:
        table_cache.write(table)
    first, second = (table_cache.path_of(table.digest) for table in TABLES)
    first.write_bytes(second.read_bytes())
    assert table_cache.read(TABLES[0].digest) is None
    assert table_cache.read(TABLES[1].digest) is not None


def test_a_set_is_read_again_where_the_cache_has_another_under_its_name(own_cache: Path) -> None:
    load_dataset("shuttle")
    shuttle, letter = (table_cache.path_of(ENTRIES[name].digest) for name in ("shuttle", "letter"))
    letter.write_bytes(shuttle.read_bytes())
    assert load_dataset("letter").X_train.shape == (15998, 16)


def test_status_calls_another_table_under_a_sets_name_missing(
    own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OLRUN_DATA", str(tmp_path))
    table_cache.write(TABLES[0])
    kept, isolet = table_cache.path_of(TABLES[0].digest), table_cache.path_of(ENTRIES["isolet"].digest)
    kept.rename(isolet)
    assert status(ENTRIES["isolet"]).state == "missing"


def test_a_damaged_cache_is_rebuilt(own_cache: Path, caplog: pytest.LogCaptureFixture) -> None:
    digest = load_dataset("letter").digest
    path = table_cache.path_of(ENTRIES["letter"].digest)
    path.write_bytes(path.read_bytes()[:-1])
    with caplog.at_level(logging.WARNING):
        assert load_dataset("letter").digest == digest
    assert str(path) in caplog.text
    assert table_cache.read(ENTRIES["letter"].digest) is not None


def test_a_cache_that_cannot_be_written_does_not_stop_a_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # A file where the folder should be stops root too, whom permissions would not.
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OLRUN_CACHE", str(tmp_path / "file" / "cache"))
    assert len(load_dataset("letter").y_train) == 15998
    assert "the cache is not kept: cannot write" in caplog.text


def test_a_failed_write_leaves_nothing_behind(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    table_cache.write(TABLES[0])
    assert list(own_cache.iterdir()) == []


def test_others_may_read_what_is_kept(own_cache: Path) -> None:
    before = os.umask(0o027)
    try:
        table_cache.write(TABLES[0])
    finally:
        os.umask(before)
    assert table_cache.path_of(TABLES[0].digest).stat().st_mode & 0o777 == 0o640


def test_a_folder_that_others_can_write_to_is_never_read(
    own_cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """They could put other data there, with a seal that fits."""
    table_cache.write(TABLES[0])
    for mode in (0o775, 0o757):
        own_cache.chmod(mode)
        assert table_cache.read(TABLES[0].digest) is None
        assert f"others can write to {own_cache} (chmod go-w): no table of data is read from" in caplog.text
        table_cache.write(TABLES[1])
        assert len([*own_cache.iterdir()]) == 1
    own_cache.chmod(0o755)
    assert table_cache.read(TABLES[0].digest) is not None


def test_a_file_that_others_can_write_to_is_made_again(
    own_cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    digest = TABLES[0].digest
    before = os.umask(0)
    try:
        table_cache.write(TABLES[0])
    finally:
        os.umask(before)
    path = table_cache.path_of(digest)
    assert path.stat().st_mode & 0o777 == 0o644
    path.chmod(0o666)
    assert table_cache.read(digest) is None
    assert f"others can write to {path} (chmod go-w): no table of data is read from there" in caplog.text
    table_cache.write(TABLES[0])
    assert table_cache.read(digest) is not None


@pytest.mark.parametrize("whose", ["folder", "file"])
def test_a_cache_of_another_user_is_never_read(
    own_cache: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    """They could exchange it, with modes that are as they should be. What is root's may be read by all."""
    table_cache.write(TABLES[0])
    path = table_cache.path_of(TABLES[0].digest)
    place = own_cache if whose == "folder" else path
    for owner, is_read in ((os.geteuid(), True), (0, True), (os.geteuid() + 1, False)):
        give(place, owner, monkeypatch)
        assert (table_cache.read(TABLES[0].digest) is not None) == is_read
    assert f"{place} belongs to another user: no table of data is read from there" in caplog.text


def test_a_new_folder_is_closed_whatever_the_mask(own_cache: Path) -> None:
    before = os.umask(0o002)
    try:
        table_cache.write(TABLES[0])
    finally:
        os.umask(before)
    assert table_cache.read(TABLES[0].digest) is not None


def test_what_a_killed_process_half_wrote_is_swept(own_cache: Path) -> None:
    half, others = own_cache / ".a.table.x.tmp", own_cache / "deeper/.b.tmp"
    others.parent.mkdir(parents=True)
    for file in (half, others):
        file.write_text("half")
        os.utime(file, (0, 0))
    table_cache.write(TABLES[0])
    assert (half.exists(), others.exists()) == (False, True)


def test_writers_at_the_same_time_leave_one_whole_table(own_cache: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(table_cache.write, [TABLES[0]] * 40))
    kept = table_cache.read(TABLES[0].digest)
    assert kept is not None
    assert kept.digest == TABLES[0].digest
    assert len(list(own_cache.iterdir())) == 1


def test_a_damaged_source_file_is_named(own_cache: Path, tmp_path: Path) -> None:
    entry = ENTRIES["letter"]
    found = locate.file(entry)
    assert found is not None
    whole, reader = found[0].read_bytes(), found[1]
    damaged = tmp_path / "letter.csv.xz"
    for content in (whole[:-100], whole[:50_000] + b"?" + whole[50_001:], b""):
        damaged.write_bytes(content)
        with pytest.raises(DataError) as caught:
            locate.read(entry, damaged, reader)
        assert str(damaged) in str(caught.value)
        assert "\n" not in str(caught.value)


def test_a_file_with_other_content_is_not_the_set(tmp_path: Path) -> None:
    other = tmp_path / "letter.csv"
    other.write_text("label,x\nA,1\nB,2\n")
    with pytest.raises(DataError, match="another data set"):
        locate.read(ENTRIES["letter"], other, ENTRIES["letter"].files["letter.csv.xz"])


def test_the_default_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OLRUN_CACHE")
    assert "olrun" in user_cache.folder().parts
