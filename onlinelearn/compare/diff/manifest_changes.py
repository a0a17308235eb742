"""The entries in which the manifests of two runs differ."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

EXPLAINING = ("config", "data_digests", "code_digests", "learners", "versions", "lock", "git", "machine")
"""The parts of a manifest that can explain a difference of results, the likeliest first."""

WITHOUT_EFFECT = {"config": ("title", "figures", "claims"), "git": ("diff",)}
"""Keys of these parts that decide no number, or that others say in short."""


@dataclass(frozen=True)
class ManifestChange:
    """An entry that is not the same in both manifests; None where one has no such entry."""

    entry: str
    one: str | None
    other: str | None


def manifest_changes(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[ManifestChange, ...]:
    """The entries that differ, the likeliest explanation first."""
    ours, theirs = (
        dict(entry for part in EXPLAINING for entry in _entries(part, _effective(part, manifest.get(part))))
        for manifest in (one, other)
    )
    every = dict.fromkeys([*ours, *theirs])
    differing = [entry for entry in every if ours.get(entry) != theirs.get(entry)]
    differing.sort(key=lambda entry: EXPLAINING.index(entry.partition(".")[0]))
    return tuple(ManifestChange(entry, ours.get(entry), theirs.get(entry)) for entry in differing)


def _effective(part: str, value: Any) -> Any:
    """The value without the keys that decide no number."""
    if not isinstance(value, Mapping):
        return value
    return {key: each for key, each in value.items() if key not in WITHOUT_EFFECT.get(part, ())}


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
