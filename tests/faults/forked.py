"""Runs that may be killed: each in a fork of this process, which has imported everything already."""

import fcntl
import gc
import os
import re
import select
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from onlinelearn.cli import main

LONGEST_PRINTED = 2**20

KEEP_EVERY = "1e-9"
"""The states of cells are kept between any two rows, so that kills meet them too."""


@dataclass(frozen=True)
class Ended:
    """How a run ended: with an exit code, or by a signal (-9); and what it printed."""

    code: int
    printed: str

    @property
    def digest(self) -> str | None:
        """The result digest that it printed."""
        found = re.search(r"\b[0-9a-f]{64}\b", self.printed)
        return found[0] if found else None


class Forked:
    """A run of the command line in a process of its own."""

    def __init__(self, *arguments: object, before: Callable[[], None] | None = None) -> None:
        """`before` is called in that process."""
        # A pipe, since no file may be written where a disk is full; it holds all that a run prints.
        self._printed, self._print = os.pipe()
        fcntl.fcntl(self._print, fcntl.F_SETPIPE_SZ, LONGEST_PRINTED)
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            self._become_a_run([str(each) for each in arguments], before)
        os.close(self._print)
        with suppress(OSError):  # it may have ended
            os.setpgid(self.pid, self.pid)  # as it does itself, so that a kill never comes before that

    def _become_a_run(self, arguments: list[str], before: Callable[[], None] | None) -> None:
        code = 70
        try:
            os.setpgid(0, 0)
            gc.freeze()  # what is here already needs no look, and so no copy
            os.dup2(self._print, 1)
            os.dup2(self._print, 2)
            sys.stdout = sys.stderr = os.fdopen(self._print, "w")  # a test's own are not those of 1 and 2
            os.environ["OLRUN_KEEP_EVERY"] = KEEP_EVERY
            sys.argv = ["olrun", *arguments]
            if before is not None:
                before()
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)

    def kill(self) -> None:
        """SIGKILL, to it and to whatever it started."""
        os.killpg(self.pid, signal.SIGKILL)

    def ends_within(self, seconds: float) -> bool:
        """Whether it ends by itself within this time; it can be waited for all the same."""
        handle = os.pidfd_open(self.pid)
        try:
            ended, _, _ = select.select([handle], [], [], seconds)
        finally:
            os.close(handle)
        return bool(ended)

    def wait(self) -> Ended:
        """How it ended."""
        _, status = os.waitpid(self.pid, 0)
        with os.fdopen(self._printed, errors="replace") as printed:
            return Ended(os.waitstatus_to_exitcode(status), printed.read())
