"""Signals that end a command: an interrupt, a terminal that closes, a request to end."""

import signal
from types import FrameType

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """A signal has asked this process to end.

    It is no KeyboardInterrupt: click would take that for itself, and forget which signal it was.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def listen() -> None:
    """Raise Ended in the main thread at the first of these signals, and ignore all later ones.

    What is ignored already stays so: a job in the background or under nohup runs on.
    """
    for number in ENDS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


def _end(number: int, _: FrameType | None) -> None:
    for each in ENDS:
        signal.signal(each, signal.SIG_IGN)
    raise Ended(number)
