"""Archives: the same bytes for the same content, and no harm from those of others."""

import stat
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from onlinelearn.base.errors import ConfigError, OlrunError
from onlinelearn.replication import zip_archive
from onlinelearn.replication.zip_archive import unpacked, write_archive


def test_what_was_written_is_unpacked_again(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"of a file")
    write_archive(tmp_path / "a.zip", {"b/c": b"bytes", "a": tmp_path / "file"})
    with unpacked(tmp_path / "a.zip") as folder:
        assert ((folder / "b/c").read_bytes(), (folder / "a").read_bytes()) == (b"bytes", b"of a file")
    assert not folder.exists()


def test_the_same_content_is_the_same_bytes(tmp_path: Path) -> None:
    for name, content in (("x", {"a": b"1", "b": b"2"}), ("y", {"b": b"2", "a": b"1"})):
        (tmp_path / name).write_bytes(b"file")
        write_archive(tmp_path / f"{name}.zip", {**content, "c": tmp_path / name})
    assert (tmp_path / "x.zip").read_bytes() == (tmp_path / "y.zip").read_bytes()


def entry(name: str, kind: int = 0) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("placeholder")
    info.filename = name
    info.external_attr = kind << 16
    return info


@pytest.mark.parametrize(
    "entries",
    [
        [entry("../outside")],
        [entry("a/../../outside")],
        [entry("/tmp/outside")],
        [entry("..\\outside")],
        [entry("C:outside")],
        [entry("a\nb")],
        [entry("link", stat.S_IFLNK | 0o777)],
        [entry("pipe", stat.S_IFIFO | 0o666)],
        [entry("twice"), entry("twice")],
        [entry("link/", stat.S_IFLNK | 0o777)],
    ],
)
def test_what_would_leave_the_folder_is_refused(tmp_path: Path, entries: list[zipfile.ZipInfo]) -> None:
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for each in entries:
            archive.writestr(each, "../secret")
    with pytest.raises(ConfigError, match="which is no plain file of its own"), unpacked(tmp_path / "a.zip"):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["a.zip"]


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_archive, "MOST_BYTES", 10**6)
    monkeypatch.setattr(zip_archive, "MOST_ENTRIES", 10)
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(10**6 + 1))
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        for number in range(11):
            archive.writestr(str(number), b"")
    for name in ("a.zip", "b.zip"):
        with (
            pytest.raises(ConfigError, match=r"holds more than 10 files or 1,000,000 bytes"),
            unpacked(tmp_path / name),
        ):
            pass


def test_an_entry_that_says_less_than_it_holds_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", bytes(10**6))
    said = (10**6).to_bytes(4, "little")
    (tmp_path / "a.zip").write_bytes(
        (tmp_path / "a.zip").read_bytes().replace(said, (9).to_bytes(4, "little"))
    )
    with pytest.raises(ConfigError, match="is damaged"), unpacked(tmp_path / "a.zip"):
        pass


def test_any_flipped_byte_is_found_or_harmless(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.zip", {"a": b"content", "b/c": b"more"})
    whole = (tmp_path / "a.zip").read_bytes()
    for at in range(0, len(whole), 3):
        for mutant in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :]):
            (tmp_path / "b.zip").write_bytes(mutant)
            with suppress(OlrunError), unpacked(tmp_path / "b.zip") as folder:
                found = {each.read_bytes() for each in folder.rglob("*") if each.is_file()}
                assert found <= {b"content", b"more"}


def test_a_text_is_no_archive(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_text("no archive")
    with (
        pytest.raises(ConfigError, match="is damaged, or no archive of olrun's"),
        unpacked(tmp_path / "a.zip"),
    ):
        pass
    with pytest.raises(ConfigError, match="no such file"), unpacked(tmp_path / "b.zip"):
        pass
