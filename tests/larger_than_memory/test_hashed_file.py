"""A file that another thread writes: all of it is there and hashed, or the error is raised here."""

import hashlib
from pathlib import Path

import pytest

from onlinelearn.datasets.stored.hashed_file import AHEAD, HashedFile

PART = memoryview(bytes(range(256)) * 1000)


def written(path: Path, parts: int) -> HashedFile:
    with HashedFile(path) as file:
        for k in range(parts):
            file.write(PART[k:])
    return file


def test_the_digest_is_that_of_what_was_written(tmp_path: Path) -> None:
    file = written(tmp_path / "f", 5 * AHEAD)
    content = (tmp_path / "f").read_bytes()
    assert content == b"".join(PART[k:] for k in range(5 * AHEAD))
    assert file.digest == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("parts", [1, 3 * AHEAD])
def test_a_full_disk_is_not_passed_over(parts: int) -> None:
    """Also where the last part is what does not fit."""
    with pytest.raises(OSError, match="No space left"):
        written(Path("/dev/full"), parts)
