"""What differs between the records of two runs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

TELLING = ("config", "data_digests", "code_digests", "versions", "git")
"""The parts of a record that can explain a difference, the most telling first."""

IDLE = ("title", "figures", "claims")
"""Keys of a config that decide no number."""


@dataclass(frozen=True)
class Change:
    """An entry of the records that is not the same; None where one side has no such entry."""

    entry: str
    one: str | None
    other: str | None


def changes(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[Change, ...]:
    """The entries that differ, the most telling first."""
    ours, theirs = (
        dict(entry for part in TELLING for entry in _entries(part, _deciding(part, record.get(part))))
        for record in (one, other)
    )
    every = dict.fromkeys([*ours, *theirs])
    differing = [entry for entry in every if ours.get(entry) != theirs.get(entry)]
    differing.sort(key=lambda entry: TELLING.index(entry.partition(".")[0]))
    return tuple(Change(entry, ours.get(entry), theirs.get(entry)) for entry in differing)


def _deciding(part: str, value: Any) -> Any:
    return {key: each for key, each in value.items() if key not in IDLE} if part == "config" else value


def _entries(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Every plain value below, by the keys that lead to it."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _entries(f"{path}.{key}", each)
    elif isinstance(value, list):
        for number, each in enumerate(value, start=1):
            yield from _entries(f"{path}.{number}", each)
    else:
        yield path, str(value)
