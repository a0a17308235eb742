"""The costs of a run: wall time, CPU time and peak memory, of this process and of those it started."""

import resource
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime

MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes of one unit of the largest resident size, as the system counts it."""


@dataclass(frozen=True)
class RunStart:
    """When a run began, and what this process had used by then."""

    begun: datetime
    wall: float
    cpu: float


def start() -> RunStart:
    """The clocks as they stand now."""
    return RunStart(datetime.now(UTC), time.monotonic(), _cpu())


def costs(since: RunStart) -> dict[str, float | int]:
    """The costs since the start; the memory is that of the largest process, since it was started.

    Workers on a cluster are not counted: other machines have their own clocks.
    """
    return {
        "wall_seconds": round(time.monotonic() - since.wall, 3),
        "cpu_seconds": round(_cpu() - since.cpu, 3),
        "peak_memory_bytes": max(each.ru_maxrss for each in _used()) * MAXRSS_UNIT,
    }


def _cpu() -> float:
    """Seconds of CPU time that this process has used, with its children that have ended."""
    return sum(each.ru_utime + each.ru_stime for each in _used())


def _used() -> list[resource.struct_rusage]:
    return [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
