"""Places where a run may find itself: each a change of its process before it begins."""

import itertools
import os
import time
from collections.abc import Callable

NOBODY = 65534
DAY = 86400


def no_home() -> None:
    """No folder for caches anywhere."""
    for name in ("OLRUN_CACHE", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "NUMBA_CACHE_DIR", "MPLCONFIGDIR"):
        os.environ.pop(name, None)
    os.environ["HOME"] = "/dev/null/nowhere"


def no_cache() -> None:
    """A file in the place of the cache."""
    os.environ["OLRUN_CACHE"] = "/dev/null"


def no_permission() -> None:
    """Nothing that is closed to others may be read or written."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)


def jumping_clock() -> None:
    """Every look at the clock is days from the last: forth, back, and before 1970."""
    real, jumps = time.time, itertools.cycle([0.0, 400.0 * DAY, -3.0 * DAY, -30_000.0 * DAY])
    time.time = lambda: real() + next(jumps)
    time.time_ns = lambda: int(time.time() * 1e9)


ODD_PLACES: dict[str, Callable[[], None]] = {
    "no home": no_home,
    "no cache": no_cache,
    "a clock that jumps": jumping_clock,
}
