"""The wording of error messages: values, names and keys on one line, and never long.

Every message is made of these, whether a slip was made in a config or in a call.
"""

import difflib
from collections.abc import Iterable

from onlinelearn.base.errors import OlrunError

KeyPath = tuple[str | int, ...]
"""The keys and indices that lead to a value within a config or a call."""

LONGEST_VALUE = 60
LONGEST_LIST = 200
LARGEST_INTEGER = 10**300


def one_line(text: str) -> str:
    """The text with everything escaped that is not printable: line breaks, control characters, surrogates."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shorten(text: str, longest: int) -> str:
    """The text, cut where it is too long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def described(error: BaseException) -> str:
    """An error on one line: one of ours says all itself, another's kind is part of what it says."""
    kind = "" if isinstance(error, OlrunError) else type(error).__name__
    return one_line(": ".join(part for part in (kind, str(error)) if part))


def placed(where: Iterable[str], text: str) -> str:
    """A message behind the names of where it arose: an experiment, a data set, a cell. None is said twice."""
    names = [name for name in dict.fromkeys(where) if not text.startswith(f"{name}: ")]
    return ": ".join([*names, text])


def shown(value: object) -> str:
    """A value as an error quotes it, in the words of YAML."""
    match value:
        case None:
            return "nothing"
        case str():
            return repr(shorten(value, LONGEST_VALUE))
        case int() | float():
            return _number(value)
        case dict():
            return f"a mapping of {len(value)}"
        case list() | tuple():
            return f"a list of {len(value)}"
    return f"a value of type {type(value).__name__}"


def _number(value: float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    # Python refuses to write integers of thousands of digits.
    huge = isinstance(value, int) and abs(value) > LARGEST_INTEGER
    return "a huge number" if huge else shorten(repr(value), LONGEST_VALUE)


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest known name, or all of them.

    A name with a package in front, such as `sklearn:iris`, is also known without it.
    """
    names = {each.lower(): each for each in known}
    spelled = {name.rpartition(":")[2]: each for name, each in names.items()} | names
    close = difflib.get_close_matches(shorten(name, LONGEST_VALUE).lower(), spelled, n=1)
    if close:
        return f"; did you mean '{spelled[close[0]]}'?"
    return "; choose from " + shorten(", ".join(names.values()), LONGEST_LIST) if names else ""


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "cell"), counted(1200, "cell")
    ('1 cell', '1,200 cells')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """The message about a name that is none of the known ones."""
    return f"unknown {kind} {shown(name)}{nearest(name, known)}"


def dotted(path: KeyPath) -> str:
    """A path as `--set` takes it: `learners.PA.C`."""
    return ".".join(shorten(str(part), LONGEST_VALUE) for part in path)
