"""Config errors: what is wrong, and where; one line each, whatever the input."""

from collections.abc import Sequence
from dataclasses import dataclass

from onlinelearn.base.error_text import KeyPath, dotted, one_line
from onlinelearn.base.errors import ConfigError

Place = int | str
"""Where a value was given: a line of the file, the `--set` that gave it, or 0 where there are no lines."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where."""

    place: Place
    path: KeyPath
    text: str


def report(where: str, problems: Sequence[Problem]) -> ConfigError:
    """The error that names the first of the problems, and says how many there are beside it."""
    first = min(problems, key=lambda problem: _order(problem.place))
    parts = [_position(where, first.place), dotted(first.path), first.text]
    text = ": ".join(part for part in parts if part)
    if len(problems) > 1:
        text += f" (and {len(problems) - 1} more)"
    return ConfigError(one_line(text))


def _order(place: Place) -> tuple[bool, int]:
    # What the command line gave comes after what the file says.
    return (True, 0) if isinstance(place, str) else (False, place)


def _position(where: str, place: Place) -> str:
    if isinstance(place, str):
        return place
    return f"{where}, line {place}" if place else where
