"""Folders and files that are closed to others: what is read from them may be code, or stand for data."""

import logging
import os
import stat
from pathlib import Path

log = logging.getLogger(__name__)


def is_private(place: Path, content: str) -> bool:
    """Whether the folder, made if it is missing, is open to us and to nobody else.

    One that others can open is told of, with what is not read from it.
    """
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = place.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        log.warning("%s is open to others: no %s is read from it; remove it", place, content)
        return False
    return os.access(place, os.W_OK | os.X_OK)


def why_not_ours(place: Path) -> str | None:
    """Why somebody else may change the file, or the files of the folder; None if nobody else may.

    Root may change everything anyhow, and may have made a cache for all.
    """
    try:
        found = place.stat()
    except OSError:  # it is not there, or whoever reads from it says what is wrong
        return None
    if found.st_uid not in (os.geteuid(), 0):
        return f"{place} belongs to another user"
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"others can write to {place} (chmod go-w)"
    return None
