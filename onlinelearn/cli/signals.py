"""Signals that end a command: an interrupt, a terminal that closes, a request to end."""

import os
import signal
from types import FrameType

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

SIGNALLED = 128
"""The exit code of a process that a signal has ended, less the signal's number."""


class Ended(BaseException):
    """A signal has asked this process to end.

    It is no KeyboardInterrupt: click would take that for itself, and forget which signal it was.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def listen() -> None:
    """Raise Ended in the main thread at the first of these signals, and end at once at the second.

    What is ignored already stays so: a job in the background or under nohup runs on.
    """
    for number in ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


def _end(number: int, _: FrameType | None) -> None:
    for each in ENDS:
        if signal.getsignal(each) is _end:
            signal.signal(each, _end_at_once)
    raise Ended(number)


def _end_at_once(number: int, _: FrameType | None) -> None:
    """Whatever the first signal is still waiting for."""
    os._exit(SIGNALLED + number)
