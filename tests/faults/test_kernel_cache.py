"""The kernel cache: damage, a full disk or an open folder cost time, and never a run."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from onlinelearn.base import files
from onlinelearn.base.errors import OlrunError
from onlinelearn.learners.engine import kernel_cache, linking


def doubled(x: float) -> float:
    return 2.0 * x


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    return tmp_path / "olrun-kernels"


@pytest.fixture(autouse=True)
def _processes_of_its_own() -> Iterator[None]:
    linked, linking._linked = linking._linked, {}
    yield
    linking._linked = linked


def in_a_new_process() -> Any:
    """The function as a new process has it: nothing is linked yet."""
    linking._linked = {}
    return linking.link(doubled, "faults")


def loaded(function: Any) -> int:
    """How many versions came from disk."""
    return sum(function.stats.cache_hits.values())


def test_a_second_process_loads_what_the_first_compiled(place: Path) -> None:
    assert in_a_new_process()(3.0) == 6.0
    again = in_a_new_process()
    assert (again(3.0), loaded(again)) == (6.0, 1)
    assert (place.stat().st_mode & 0o777, len([*place.iterdir()])) == (0o700, 1)


def damaged(content: bytes) -> Iterator[bytes]:
    yield b""
    yield content[: len(content) // 2]
    for at in np.linspace(0, len(content) - 1, 7).astype(int):
        yield content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]


def test_damage_is_compiled_anew_and_mended(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    in_a_new_process()(3.0)
    (file,) = place.iterdir()
    content = file.read_bytes()
    for each in damaged(content):
        file.write_bytes(each)
        function = in_a_new_process()
        assert (function(3.0), loaded(function)) == (6.0, 0)
        assert "is damaged and is compiled anew" in caplog.text
        caplog.clear()
    assert loaded(in_a_new_process()) == 0  # nothing is loaded before a call
    mended = in_a_new_process()
    assert (mended(3.0), loaded(mended)) == (6.0, 1)


def test_a_kernel_under_the_name_of_another_is_damage(place: Path) -> None:
    in_a_new_process()(3.0)
    (file,) = place.iterdir()
    function = in_a_new_process()
    function(3)
    other = next(each for each in place.iterdir() if each != file)
    other.write_bytes(file.read_bytes())
    again = in_a_new_process()
    assert (again(3), loaded(again)) == (6.0, 0)


def test_a_folder_that_is_open_to_others_is_never_read(place: Path, caplog: pytest.LogCaptureFixture) -> None:
    in_a_new_process()(3.0)
    place.chmod(0o770)
    function = in_a_new_process()
    assert (function(3.0), loaded(function)) == (6.0, 0)
    assert "is open to others: no compiled code is read from it; remove it" in caplog.text
    place.chmod(0o700)
    os.rename(place, f"{place}-elsewhere")
    place.symlink_to(f"{place}-elsewhere")
    assert kernel_cache.folder() is None, "whoever made the link may change it"


def test_a_file_that_others_can_write_to_is_compiled_anew(
    place: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """They may have linked it from elsewhere before the folder was closed."""
    in_a_new_process()(3.0)
    (file,) = place.iterdir()
    file.chmod(0o666)
    function = in_a_new_process()
    assert (function(3.0), loaded(function)) == (6.0, 0)
    assert f"others can write to {file} (chmod go-w): it is compiled anew" in caplog.text
    assert file.stat().st_mode & 0o022 == 0
    again = in_a_new_process()
    assert (again(3.0), loaded(again)) == (6.0, 1)


def test_what_a_killed_process_half_wrote_is_swept(place: Path) -> None:
    place.mkdir(mode=0o700)
    half = place / ".a.kernel.x.tmp"
    half.write_text("half")
    os.utime(half, (0, 0))
    in_a_new_process()(3.0)
    assert not half.exists()


def test_a_full_disk_does_not_fail_a_cell(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path, _: bytes, *, closed: bool) -> None:
        raise OlrunError(f"cannot write {path}: No space left on device")

    monkeypatch.setattr(files, "write", full)
    with caplog.at_level(logging.WARNING):
        assert in_a_new_process()(3.0) == 6.0
    assert "the compiled code is not kept: cannot write" in caplog.text


def test_no_folder_at_all_does_not_fail_a_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert in_a_new_process()(3.0) == 6.0
