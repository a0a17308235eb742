"""The folder on the user's disk for what can be made again."""

import os
from pathlib import Path


def folder() -> Path:
    """The cache's folder: OLRUN_CACHE, or the usual place of this system."""
    named = os.environ.get("OLRUN_CACHE")
    if named:
        return Path(named)
    import pooch

    return Path(pooch.os_cache("olrun"))


def make(place: Path) -> None:
    """Make the cache's folder, or one in it: others can't write there, whatever the process's mask."""
    root = folder()
    root.parent.mkdir(parents=True, exist_ok=True)
    for each in (root, place):
        if not each.exists():
            each.mkdir(mode=0o755, exist_ok=True)  # another process may be as far
