"""The texts of config errors: one line each, whatever the input."""

import difflib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from onlinelearn.errors import ConfigError

Place = int | str
"""Where a value was given: a line of the file, the `--set` that gave it, or 0 where there are no lines."""

Path = tuple[str | int, ...]
"""The keys and indices that lead to a value."""

LONGEST_VALUE = 60
LONGEST_LIST = 300


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where."""

    place: Place
    path: Path
    text: str


def report(where: str, problems: Sequence[Problem]) -> ConfigError:
    """The error that names the first of the problems, and says how many there are beside it."""
    first = min(problems, key=lambda problem: _order(problem.place))
    parts = [_position(where, first.place), _key(first.path), first.text]
    text = ": ".join(part for part in parts if part)
    if len(problems) > 1:
        text += f" (and {len(problems) - 1} more)"
    return ConfigError(one_line(text))


def one_line(text: str) -> str:
    """The text with everything escaped that is not printable: line breaks, control characters, surrogates."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shorten(text: str, longest: int) -> str:
    """The text, cut where it is too long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def shown(value: object) -> str:
    """A value as an error quotes it, in the words of YAML."""
    match value:
        case None:
            return "nothing"
        case str():
            return repr(shorten(value, LONGEST_VALUE))
        case dict():
            return f"a mapping of {len(value)}"
        case list() | tuple():
            return f"a list of {len(value)}"
    return shorten(json.dumps(value), LONGEST_VALUE)


def nearest(name: str, known: Iterable[str]) -> str:
    """What to say after an unknown name: the known name that is nearest, or all of them."""
    spelled = {each.lower(): each for each in known}
    close = difflib.get_close_matches(shorten(name, LONGEST_VALUE).lower(), spelled, n=1)
    if close:
        return f"; did you mean '{spelled[close[0]]}'?"
    return "; choose from " + shorten(", ".join(spelled.values()), LONGEST_LIST) if spelled else ""


def _order(place: Place) -> tuple[bool, int]:
    # What the command line gave comes after what the file says.
    return (True, 0) if isinstance(place, str) else (False, place)


def _position(where: str, place: Place) -> str:
    if isinstance(place, str):
        return place
    return f"{where}, line {place}" if place else where


def _key(path: Path) -> str:
    return ".".join(shorten(str(part), LONGEST_VALUE) for part in path)
