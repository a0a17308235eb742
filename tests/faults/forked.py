"""Runs that may be killed: each in a fork of this process, which has imported everything already."""

import gc
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from onlinelearn.cli import main

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

    def __init__(self, folder: Path, *arguments: object, before: Callable[[], None] | None = None) -> None:
        """`before` is called in that process."""
        self._printed = folder / f"printed-{time.monotonic_ns()}.txt"
        gc.collect()
        sys.stdout.flush()
        self.pid = os.fork()
        if not self.pid:
            self._become_a_run([str(each) for each in arguments], before)

    def _become_a_run(self, arguments: list[str], before: Callable[[], None] | None) -> None:
        code = 70
        try:
            os.setpgid(0, 0)
            told = os.open(self._printed, os.O_CREAT | os.O_WRONLY)
            os.dup2(told, 1)
            os.dup2(told, 2)
            sys.stdout = sys.stderr = os.fdopen(told, "w")  # a test's own are not those of 1 and 2
            os.environ["OLRUN_KEEP_EVERY"] = KEEP_EVERY
            sys.argv = ["olrun", *arguments]
            if before is not None:
                before()
            main()
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
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None:
                return True
            time.sleep(0.001)
        return False

    def wait(self) -> Ended:
        """How it ended."""
        _, status = os.waitpid(self.pid, 0)
        printed = self._printed.read_text(errors="replace") if self._printed.exists() else ""
        self._printed.unlink(missing_ok=True)
        return Ended(os.waitstatus_to_exitcode(status), printed)
