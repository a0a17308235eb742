"""Atomic writes: a file appears whole or not at all; and reads of plain files alone, within a bound."""

import errno
import fcntl
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from onlinelearn.base.errors import OlrunError

JUST_MADE = 1.0
"""Seconds in which a temporary file may not have its lock yet."""

MOST_BYTES = 2_000_000_000
"""The most that a file of ours may hold."""


def plain_file(path: Path, most: int = MOST_BYTES) -> BufferedReader:
    """The file, opened for reading. OSError unless it is a plain one, and no larger than that.

    A pipe in its place may keep a reader waiting for ever, and a device may never end.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "a pipe or a device is in its place; move it away", str(path))
        if found.st_size > most:
            raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read(path: Path, most: int = MOST_BYTES) -> bytes:
    """All that is in the file. OSError as `plain_file` says."""
    with plain_file(path, most) as file:
        return file.read()


def write(path: Path, content: bytes | str, *, closed: bool = False) -> None:
    """Write to a temporary name beside `path`, sync, and rename over it.

    A killed process or a full disk leaves the old file, or none, never half of one. To a closed file
    nobody else can write.
    """
    # A name of a file that is not UTF-8 may be part of a text.
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    with replacing(path, closed=closed) as file:
        file.write(data)


@contextmanager
def replacing(path: Path, *, closed: bool = False) -> Iterator[BinaryIO]:
    """A new file to be written piece by piece, which takes the place of `path` when it is whole."""
    try:
        with _renamed(path, closed) as file:
            yield file
    except OSError as error:
        raise _refused(path, error) from error


def remove(path: Path) -> None:
    """Remove the file, if it is there."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _refused(path, error) from error


def sweep(folder: Path, *, deep: bool = True) -> None:
    """Remove the temporary files that killed processes left in the folder: those that nobody locks.

    If not `deep`, the folders in it are left alone.
    """
    for file in folder.glob("**/.*.tmp" if deep else ".*.tmp"):
        with suppress(OSError):  # somebody else's, or gone, or being written
            handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if time.time() - os.fstat(handle).st_mtime > JUST_MADE:
                    file.unlink()
            finally:
                os.close(handle)


def refuse_folder(path: Path) -> None:
    """Raise OlrunError if a folder is in the place of a file that is to be written."""
    if os.path.isdir(path) and not os.path.islink(path):  # no error where that can not be seen
        raise OlrunError(f"cannot write {path}: a folder is in its place; move it away")


def _refused(path: Path, error: OSError) -> OlrunError:
    refuse_folder(path)
    return OlrunError(f"cannot write {path}: {error.strerror or error}")


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """The folder for one process at a time; whoever comes second waits, and a killed one lets go."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise OlrunError(f"cannot write {folder}: {error.strerror or error}") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def _renamed(path: Path, closed: bool) -> Iterator[BinaryIO]:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            with suppress(OSError):  # not every file system has locks
                fcntl.flock(file, fcntl.LOCK_SH)  # as long as it is ours, no one sweeps it
            yield file
            file.flush()
            os.fsync(file.fileno())
            # mkstemp makes files for their owner alone; results are to be read like any other file.
            os.chmod(temporary, default_mode(closed=closed))
            os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def default_mode(*, closed: bool = False) -> int:
    """The mode of a new file: what the process's mask leaves, which can only be read by setting it.

    If `closed`, others can't write to it, whatever the mask.
    """
    mask = os.umask(0o022)
    os.umask(mask)
    return (0o644 if closed else 0o666) & ~mask
