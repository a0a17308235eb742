"""The conditions of a config: its data sets as written, and once more under each other reading."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from onlinelearn.base.error_text import dotted, shorten, shown
from onlinelearn.base.result_rows import UNDER
from onlinelearn.config.choices import Condition
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.experiment import LONGEST_LABEL
from onlinelearn.config.grid import MOST
from onlinelearn.config.messages import Problem
from onlinelearn.config.overrides import KeyPathError, replaced
from onlinelearn.config.parts import unlike
from onlinelearn.config.readings import (
    Reading,
    ReadingsEntry,
    drawn,
    n_combinations,
    read_choices,
    read_named,
)
from onlinelearn.config.validate import validated


def read_conditions(
    top: ConfigValue, read: Callable[[ConfigValue], tuple[Condition, ...]]
) -> tuple[Condition, ...]:
    """The conditions as written, then those of the readings; `read` reads the conditions of a tree.

    Under a reading, only the data sets that it makes a difference to have an condition.
    """
    conditions = read(top)
    spot = top.child("readings")
    if spot is None or top.problems:
        # What is wrong as written would be wrong in every reading.
        return conditions
    given = spot.entries("a mapping with " + ", ".join(ReadingsEntry.model_fields))
    entry = validated(ReadingsEntry, given, spot, kind="key")
    if entry is None:
        return conditions
    choices = list(read_choices(given.get("choices")))
    named = list(read_named(given.get("named")))
    n_readings = sum(map(len, choices)) + len(named) + entry.sample
    if n_readings * len(conditions) * len(conditions[0].learners) > MOST:
        spot.fail(f"too many: readings × data sets × learners may be {MOST:,}, all grids written out")
    if top.problems:
        return conditions
    found = _Found(top, conditions, read, {}, {condition.dataset.label for condition in conditions})
    for reading in (*named, *(each for values in choices for each in values)):
        found.add(reading)
    telling = [[each for each in values if found.conditions.get(each)] for values in choices]
    if not top.problems and entry.sample > (most := n_combinations(telling)):
        given["sample"].fail(f"the choices have {most} combinations of two or more, not {entry.sample}")
    if not top.problems:
        for number, combined in enumerate(drawn(telling, entry.sample, entry.seed), 1):
            found.add(_combination(combined, number, given["sample"], found.longest))
    return (*conditions, *(condition for each in found.conditions.values() for condition in each))


def _combination(readings: Sequence[Reading], number: int, spot: ConfigValue, longest: int) -> Reading:
    """Several readings at once; where a label can't say them all, it has a number."""
    name = ", ".join(reading.name for reading in readings)
    if len(name) > longest:
        name = shorten(f"sample {number}: {name}", longest)
    return Reading(name, tuple(change for reading in readings for change in reading.changes), spot)


@dataclass(frozen=True)
class _Found:
    """The conditions of the readings so far; what is wrong with one ends the search."""

    top: ConfigValue
    written: tuple[Condition, ...]
    read: Callable[[ConfigValue], tuple[Condition, ...]]
    conditions: dict[Reading, tuple[Condition, ...]]
    labels: set[str]

    @property
    def longest(self) -> int:
        """How long the name of a reading may be, for a label to have room for it."""
        return LONGEST_LABEL - len(UNDER) - max(len(condition.dataset.label) for condition in self.written)

    def add(self, reading: Reading) -> None:
        if self.top.problems:
            return
        try:
            root = reduce(lambda node, change: replaced(node, *change), reading.changes, self.top.node)
        except KeyPathError as error:
            reading.fail(str(error))
            return
        problems: list[Problem] = []
        conditions = self.read(ConfigValue(root, (), problems))
        if problems:
            reading.fail(f"{dotted(problems[0].path)}: {problems[0].text}")
        elif len(conditions) != len(self.written):
            reading.fail(f"{len(conditions)} data sets in place of {len(self.written)}")
        elif _learners(conditions) != _learners(self.written):
            reading.fail("a reading may not rename, add or leave out learners; give grids as written")
        else:
            self.conditions[reading] = unlike(conditions, self.written, reading.name)
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
