"""The text that `olrun list` prints: a line for each name, or all about one."""

import shutil
from collections.abc import Iterable, Mapping
from textwrap import fill

from onlinelearn.base.text_table import aligned
from onlinelearn.printing.catalogue import KINDS, Entry, Kind, Option, entries_of

WIDEST = 100
"""Columns of a text that is read, on a terminal that has more."""


def listing(kind: Kind | None) -> str:
    """A line each for all names of the kind, or of every kind under a heading."""
    if kind is not None:
        return "\n".join(_lines(kind))
    return "\n\n".join("\n".join([f"{each}:", *_lines(each, "  ")]) for each in KINDS)


def _lines(kind: Kind, indent: str = "") -> list[str]:
    return aligned([(entry.name, _line(entry)) for entry in entries_of(kind)], indent)


def _line(entry: Entry) -> str:
    """What it is, and its options with their defaults."""
    options = ", ".join(
        each.name if each.required else f"{each.name}={as_yaml(each.default)}" for each in entry.options
    )
    return f"{entry.summary} ({options})" if options else entry.summary


def whole(entries: Iterable[Entry]) -> str:
    """All about each of the entries."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return "\n\n".join(_whole(entry, width) for entry in entries)


def _whole(entry: Entry, width: int) -> str:
    in_python = f", {entry.class_name} in Python" if entry.kind == "learners" else ""
    parts = [
        f"{entry.name}: a {entry.kind.removesuffix('s')}{in_python}",
        fill(entry.summary, width),
        entry.more,
        "\n".join(aligned([(f"{key}:", value) for key, value in entry.facts.items()])),
        "\n".join(_described(option, width) for option in entry.options),
        fill(f"Source: {entry.references}", width) if entry.references else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _described(option: Option, width: int) -> str:
    """A line with the values that the option takes and its default; then its meaning."""
    default = "required" if option.required else f"default {as_yaml(option.default)}"
    head = f"  {option.name}: {option.expected}; {default}"
    meaning = fill(option.meaning, width, initial_indent=" " * 6, subsequent_indent=" " * 6)
    return f"{head}\n{meaning}" if meaning else head


def as_yaml(value: object) -> str:
    """A default as a config would say it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(as_yaml, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {as_yaml(inner)}' for key, inner in value.items())}}}"
    return f"{value:g}" if isinstance(value, float) else str(value)
