"""The readings of a config: what its source leaves open, one choice at a time and in random combinations.

A reading is the config with some values replaced. It adds a condition for each data set to which that
makes a difference.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count
from typing import Annotated, Any

from pydantic import Field

from onlinelearn.base.error_text import dotted, shorten, shown
from onlinelearn.base.parameters import Parameters, Seed
from onlinelearn.base.result_rows import UNDER, ReadingKind
from onlinelearn.config.choices import Condition
from onlinelearn.config.config_tree import Node, Problem
from onlinelearn.config.config_value import ConfigValue, validated
from onlinelearn.config.experiment import READING_KIND, TESTING_KEY
from onlinelearn.config.overrides import KeyPathError, replaced
from onlinelearn.config.sections.grids import LONGEST_LABEL, MOST, check_label, value_text
from onlinelearn.config.sections.read_conditions import CONDITION_KEYS, Context, written_conditions
from onlinelearn.config.sections.read_protocol import read_protocol
from onlinelearn.numerics import rng

KINDS = ("single", "combination")
"""What `kind` of a named reading may be."""

Values = (
    Annotated[tuple[Any, ...], Field(min_length=1, strict=False)]
    | Annotated[dict[str, Any], Field(min_length=1)]
)


class ChoiceEntry(Parameters):
    """One thing that the source leaves open."""

    key: str | Annotated[tuple[str, ...], Field(min_length=1)] = Field(
        description="what it changes, as --set names it: learners.IELLIP.c, preprocess; or a list of them"
    )
    values: Values = Field(description="its other values; a mapping gives each a name")


class ReadingsEntry(Parameters):
    """What the source leaves open: other ways to read the config, run beside it."""

    choices: dict[str, Any] = Field(
        {}, description="what is left open; each choice is changed alone, to each of its values"
    )
    sample: Annotated[int, Field(ge=0, le=10_000)] = Field(
        0, description="how many random combinations of two or more choices run, too"
    )
    seed: Seed = Field(0, description="the seed of these combinations")
    named: dict[str, Any] = Field(
        {},
        description="further readings by name; each has its kind, and the keys that it changes with "
        "their values",
    )


@dataclass(frozen=True, eq=False)
class Reading:
    """One way to read the config: the keys that it changes, and the value of the config that says so."""

    name: str
    kind: ReadingKind
    changes: tuple[tuple[str, Node], ...]
    source: ConfigValue

    def fail(self, text: str) -> None:
        """Add the problem that it is no valid config."""
        self.source.fail(f"{shorten(self.name, LONGEST_LABEL)}: {text}")


def read_conditions(top: ConfigValue, context: Context) -> tuple[Condition, ...]:
    """The conditions as written, then those of the readings; not to be used if there are problems."""
    conditions = written_conditions(top, context)
    value = top.child("readings")
    if value is None or top.problems:
        # A problem of the config as written would be one of every reading.
        return conditions
    given = value.entries("a mapping with " + ", ".join(ReadingsEntry.model_fields))
    entry = validated(ReadingsEntry, given, value, kind="key")
    if entry is None:
        return conditions
    choices = list(read_choices(given.get("choices")))
    named = list(read_named(given.get("named")))
    n_readings = sum(map(len, choices)) + len(named) + entry.sample
    if n_readings * len(conditions) * len(conditions[0].learners) > MOST:
        value.fail(f"too many: readings × data sets × learners may be {MOST:,}, all grids written out")
    if top.problems:
        return conditions
    found = _ReadingConditions(top, context, conditions, {}, {each.dataset.label for each in conditions})
    for reading in (*named, *(each for values in choices for each in values)):
        found.add(reading)
    effective = [[each for each in values if found.conditions.get(each)] for values in choices]
    if not top.problems and entry.sample > (most := n_combinations(effective)):
        given["sample"].fail(f"the choices have {most} combinations of two or more, not {entry.sample}")
    if not top.problems:
        for number, combined in enumerate(drawn(effective, entry.sample, entry.seed), 1):
            found.add(_combination(combined, number, given["sample"], found.longest))
    return (*conditions, *(condition for each in found.conditions.values() for condition in each))


def read_choices(value: ConfigValue | None) -> Iterator[list[Reading]]:
    """For each choice, a reading for each of its values."""
    for name, entry in value.entries("a mapping from names to choices").items() if value else ():
        check_label(name, entry)
        given = entry.entries("a mapping with " + ", ".join(ChoiceEntry.model_fields))
        read = validated(ChoiceEntry, given, entry, kind="key")
        if read is None:
            continue
        keys = (read.key,) if isinstance(read.key, str) else read.key
        if not all(_may_change(key, given["key"]) for key in keys):
            continue
        values = given["values"]
        if isinstance(read.values, dict):
            named = values.entries("a mapping")
        else:
            named = {value_text(each.node.plain()): each for each in values.items("a list")}
            if len(named) < len(read.values):
                values.fail("two values with one label; make it a mapping, with a name for each")
        yield [
            Reading(f"{name}={text}", "single", tuple((key, each.node) for key in keys), each)
            for text, each in named.items()
        ]


def read_named(value: ConfigValue | None) -> Iterator[Reading]:
    """The readings that the config writes out, each under a name."""
    for name, entry in value.entries("a mapping from names to readings").items() if value else ():
        check_label(name, entry)
        changes = entry.entries("a mapping from keys to values")
        kind = _named_kind(changes.pop(READING_KIND, None))
        if all(_may_change(key, each) for key, each in changes.items()):
            yield Reading(name, kind, tuple((key, each.node) for key, each in changes.items()), entry)


def _named_kind(given: ConfigValue | None) -> ReadingKind:
    """The kind of a reading that is written out; a combination, if it doesn't say."""
    if given is not None and given.name("kind of reading", KINDS) == "single":
        return "single"
    return "combination"


def _may_change(key: str, value: ConfigValue) -> bool:
    """Whether a reading may change this key; a problem if not."""
    if key.partition(".")[0] in CONDITION_KEYS or key == TESTING_KEY:
        return True
    value.fail(f"a reading may change {', '.join(CONDITION_KEYS)} or {TESTING_KEY}, not {shown(key)}")
    return False


def n_combinations(choices: Sequence[Sequence[Reading]]) -> int:
    """The number of combinations that change two or more of the choices."""
    alone = sum(len(values) for values in choices)
    return math.prod(len(values) + 1 for values in choices) - alone - 1


def drawn(choices: Sequence[Sequence[Reading]], sample: int, seed: int) -> Iterator[list[Reading]]:
    """`sample` different combinations of two or more choices, all equally likely; there must be as many.

    Each choice stays as written or takes one of its values. A draw that changes one choice or none is
    left out: those readings are there already.
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


def _combination(readings: Sequence[Reading], number: int, source: ConfigValue, longest: int) -> Reading:
    """Several readings at once; where a label has no room for their names, it has a number."""
    name = ", ".join(reading.name for reading in readings)
    if len(name) > longest:
        name = shorten(f"sample {number}: {name}", longest)
    changes = tuple(change for reading in readings for change in reading.changes)
    return Reading(name, "combination", changes, source)


@dataclass(frozen=True)
class _ReadingConditions:
    """The conditions of the readings so far; after the first problem nothing is added."""

    top: ConfigValue
    context: Context
    written: tuple[Condition, ...]
    conditions: dict[Reading, tuple[Condition, ...]]
    labels: set[str]

    @property
    def longest(self) -> int:
        """The length of a reading's name for which every label has room."""
        return LONGEST_LABEL - len(UNDER) - max(len(condition.dataset.label) for condition in self.written)

    def add(self, reading: Reading) -> None:
        """Read the config as this reading changes it."""
        if self.top.problems:
            return
        try:
            root = reduce(lambda node, change: replaced(node, *change), reading.changes, self.top.node)
        except KeyPathError as error:
            reading.fail(str(error))
            return
        problems: list[Problem] = []
        changed = ConfigValue(root, (), problems)
        conditions = written_conditions(changed, replace(self.context, protocol=read_protocol(changed)))
        if problems:
            reading.fail(f"{dotted(problems[0].path)}: {problems[0].text}")
        elif len(conditions) != len(self.written):
            reading.fail(f"{len(conditions)} data sets in place of {len(self.written)}")
        elif _learners(conditions) != _learners(self.written):
            reading.fail("a reading may not rename, add or leave out learners; give grids as written")
        else:
            self.conditions[reading] = _changed(conditions, self.written, reading)
            self.check_labels(reading)

    def check_labels(self, reading: Reading) -> None:
        """Every condition needs a label of its own, short enough for tables."""
        if len(reading.name) > self.longest:
            reading.fail(f"too long by {len(reading.name) - self.longest} for labels; give 'values' names")
        for label in (condition.dataset.label for condition in self.conditions[reading]):
            if label in self.labels:
                reading.fail(f"a second data set {shown(label)}; change a name")
                return
            self.labels.add(label)


def _learners(conditions: Sequence[Condition]) -> list[str]:
    return [each.label for each in conditions[0].learners]


def _changed(
    conditions: Sequence[Condition], written: Sequence[Condition], reading: Reading
) -> tuple[Condition, ...]:
    """The conditions under a reading that differ from those as written, data set by data set."""
    renamed = [
        replace(condition, dataset=replace(condition.dataset, base=as_is.dataset.base))
        for condition, as_is in zip(conditions, written, strict=True)
    ]
    return tuple(
        replace(
            condition,
            dataset=replace(condition.dataset, reading=reading.name, reading_kind=reading.kind),
        )
        for condition, as_is in zip(renamed, written, strict=True)
        if condition != as_is
    )
