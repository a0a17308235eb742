"""A client of a Dask scheduler: connected within seconds, or told in one line why not."""

import logging
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from onlinelearn.base.errors import OlrunError

log = logging.getLogger(__name__)

SCHEDULER_TIMEOUT = 10.0
"""Seconds to wait for a scheduler."""

ANSWER_TIMEOUT = 30.0
"""Seconds that a scheduler may take for an answer while it is busy."""

VERSIONED = ("numpy", "numba")
"""The packages, beside ours and peers, that compute cells: their versions are compared with those here."""


@contextmanager
def connected(scheduler: str) -> Iterator[Any]:
    """A client of the scheduler; OlrunError within seconds if none answers there."""
    try:
        from distributed import Client
    except ImportError:
        raise OlrunError("--scheduler needs Dask: pip install 'onlinelearn[cluster]'") from None
    made: list[Any] = []

    class ClosedByUs(Client):
        """A client that the end of this context closes: one that never connected can't even be closed.

        Dask's own would try, say so at length and wait for it at the end of the process.
        """

        def __del__(self) -> None:
            """Nothing."""

    def connect() -> None:
        try:
            made.append(ClosedByUs(scheduler, timeout=SCHEDULER_TIMEOUT, set_as_default=False))
        except Exception as error:  # whatever stands at that address may answer anything
            made.append(error)

    with _quiet():
        # In a thread of its own: what accepts and never answers would hold us for ever.
        knocking = threading.Thread(target=connect, daemon=True)
        knocking.start()
        knocking.join(1.5 * SCHEDULER_TIMEOUT)
        found: Any = made[0] if made else "it accepts, and says nothing"
        if not made or isinstance(found, Exception):
            told = " ".join(str(found).split()) or type(found).__name__
            raise OlrunError(f"no Dask scheduler answers at {scheduler} ({told})") from None
        try:
            yield found
        finally:
            with suppress(Exception):  # what is wrong with the cluster was said before
                found.close(timeout=1)


@contextmanager
def _quiet() -> Iterator[None]:
    """Dask's own words on what it lost are left out: ours are one line."""
    # Dask gives some of its loggers levels of their own.
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]
    logs = [logging.getLogger(name) for name in {"distributed", *names}]
    before = [log.level for log in logs]
    for log in logs:
        log.disabled = False
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)


def tell_other_versions(client: Any) -> None:
    """Say in a line which versions of the workers are not those here: their cells may have other bits."""
    from distributed.versions import get_versions

    asked = {"op": "versions", "packages": VERSIONED}
    try:
        there: dict[str, Any] = client.sync(
            client.scheduler.broadcast, msg=asked, on_error="ignore", callback_timeout=ANSWER_TIMEOUT
        )
    except OSError:  # whoever sends the cells says what is wrong
        return
    here = _versions(get_versions(VERSIONED))
    differing: Counter[tuple[str, str]] = Counter()
    for each in there.values():
        differing.update(_versions(each).items() - here.items())
    if differing:
        told = [
            f"{name} {found} on {n} of {len(there)} workers, {here[name]} here"
            for (name, found), n in sorted(differing.items())
        ]
        _warn_once(
            f"the Dask cluster has other versions, so that cells may have other bits: {'; '.join(told)}"
        )


@cache
def _warn_once(line: str) -> None:
    """However many batches of cells a run sends."""
    log.warning("%s", line)


def _versions(told: dict[str, Any]) -> dict[str, str]:
    """The versions of Python and of the packages that compute, from what Dask tells of a process."""
    packages = {name: str(told["packages"].get(name) or "none") for name in VERSIONED}
    return {"python": str(told["host"]["python"])} | packages


def threads_by_worker(client: Any, scheduler: str) -> dict[str, int]:
    """By a worker's address; OlrunError if the scheduler is stopped: its connections stand."""
    try:
        threads: dict[str, int] = client.sync(client.scheduler.ncores, callback_timeout=ANSWER_TIMEOUT)
    except TimeoutError:
        raise OlrunError(
            f"the Dask scheduler at {scheduler} has not answered for {ANSWER_TIMEOUT:g} seconds; finished "
            "cells are kept, and the same command goes on from there"
        ) from None
    return threads
