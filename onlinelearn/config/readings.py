"""The readings of a config: what its source leaves open, one choice at a time and in random combinations."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Annotated, Any

from pydantic import Field

from onlinelearn.base.error_text import shorten, shown
from onlinelearn.base.parameters import Parameters, Seed
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.experiment import LONGEST_LABEL
from onlinelearn.config.labels import check_label, value_text
from onlinelearn.config.parts import KEYS
from onlinelearn.config.tree import Node
from onlinelearn.config.validate import validated
from onlinelearn.numerics import rng

Values = (
    Annotated[tuple[Any, ...], Field(min_length=1, strict=False)]
    | Annotated[dict[str, Any], Field(min_length=1)]
)


class ChoiceEntry(Parameters):
    """One thing that the source leaves open."""

    key: str = Field(description="what it changes, as --set names it: learners.IELLIP.c, preprocess")
    values: Values = Field(
        description="what else it may be, one after the other; with names for the labels, if a mapping"
    )


class ReadingsEntry(Parameters):
    """What the source leaves open: other ways to read the config, run beside it."""

    choices: dict[str, Any] = Field({}, description="what is left open, each alone changed to each value")
    sample: Annotated[int, Field(ge=0, le=10_000)] = Field(
        0, description="so many random combinations of two or more of the choices, besides"
    )
    seed: Seed = Field(0, description="what these are drawn from")
    named: dict[str, Any] = Field(
        {}, description="further readings by name: the keys that each changes, and their values"
    )


@dataclass(frozen=True, eq=False)
class Reading:
    """One way to read the config: what it changes, and where that is said."""

    name: str
    changes: tuple[tuple[str, Node], ...]
    spot: ConfigValue

    def fail(self, text: str) -> None:
        """Note that it is no valid config."""
        self.spot.fail(f"{shorten(self.name, LONGEST_LABEL)}: {text}")


def read_choices(spot: ConfigValue | None) -> Iterator[list[Reading]]:
    """For each choice, a reading for each of its values."""
    for name, entry in spot.entries("a mapping from names to choices").items() if spot else ():
        check_label(name, entry)
        given = entry.entries("a mapping with " + ", ".join(ChoiceEntry.model_fields))
        read = validated(ChoiceEntry, given, entry, kind="key")
        if read is None or not _may_change(read.key, given["key"]):
            continue
        values = given["values"]
        if isinstance(read.values, dict):
            named = values.entries("a mapping")
        else:
            named = {value_text(each.node.plain()): each for each in values.items("a list")}
            if len(named) < len(read.values):
                values.fail("two values with one label; make it a mapping, with a name for each")
        yield [Reading(f"{name}={value}", ((read.key, each.node),), each) for value, each in named.items()]


def read_named(spot: ConfigValue | None) -> Iterator[Reading]:
    """The readings that are written out."""
    for name, entry in spot.entries("a mapping from names to readings").items() if spot else ():
        check_label(name, entry)
        changes = entry.entries("a mapping from keys to values")
        if all(_may_change(key, each) for key, each in changes.items()):
            yield Reading(name, tuple((key, each.node) for key, each in changes.items()), entry)


def _may_change(key: str, spot: ConfigValue) -> bool:
    """Whether a reading may change this; a problem if not."""
    if key.partition(".")[0] in KEYS:
        return True
    spot.fail(f"a reading may change {', '.join(KEYS[:-1])} or {KEYS[-1]}, not {shown(key)}")
    return False


def n_combinations(choices: Sequence[Sequence[Reading]]) -> int:
    """How many combinations change two or more of the choices."""
    alone = sum(len(values) for values in choices)
    return math.prod(len(values) + 1 for values in choices) - alone - 1


def drawn(choices: Sequence[Sequence[Reading]], sample: int, seed: int) -> Iterator[list[Reading]]:
    """So many different ones of these combinations, all equally likely; there must be as many.

    Each choice stays as written or takes one of its values. One that changes a single choice, or none,
    is no news, and is drawn again.
    """
    seen: set[tuple[int, ...]] = set()
    for number in count():
        if len(seen) == sample:
            return
        words = rng.bits((rng.READINGS, seed, number), len(choices))
        picks = tuple(
            int(word) * (len(values) + 1) >> 64 for word, values in zip(words, choices, strict=True)
        )
        if sum(pick > 0 for pick in picks) > 1 and picks not in seen:
            seen.add(picks)
            yield [values[pick - 1] for pick, values in zip(picks, choices, strict=True) if pick]
