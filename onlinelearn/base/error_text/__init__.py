"""The words of error messages, the same wherever a slip is made: in a config or in a call."""

from onlinelearn.base.error_text.rejection import Rejection, rejections
from onlinelearn.base.error_text.text import (
    LONGEST_LIST,
    Path,
    dotted,
    nearest,
    one_line,
    shorten,
    shown,
    unknown,
)

__all__ = [
    "LONGEST_LIST",
    "Path",
    "Rejection",
    "dotted",
    "nearest",
    "one_line",
    "rejections",
    "shorten",
    "shown",
    "unknown",
]
