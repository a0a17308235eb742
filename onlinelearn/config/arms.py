"""The arms of a config: its data sets as written, and once more under each other reading."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce

from onlinelearn.config.choices import Arm
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
from onlinelearn.config.spot import Spot
from onlinelearn.config.validate import validated
from onlinelearn.results import UNDER
from onlinelearn.wording import dotted, shorten, shown


def read_arms(top: Spot, read: Callable[[Spot], tuple[Arm, ...]]) -> tuple[Arm, ...]:
    """The arms as written, then those of the readings; `read` reads the arms of a tree.

    Under a reading, only the data sets that it makes a difference to have an arm.
    """
    arms = read(top)
    spot = top.child("readings")
    if spot is None or top.problems:
        # What is wrong as written would be wrong in every reading.
        return arms
    given = spot.entries("a mapping with " + ", ".join(ReadingsEntry.model_fields))
    entry = validated(ReadingsEntry, given, spot, kind="key")
    if entry is None:
        return arms
    choices = list(read_choices(given.get("choices")))
    named = list(read_named(given.get("named")))
    n_readings = sum(map(len, choices)) + len(named) + entry.sample
    if n_readings * len(arms) * len(arms[0].learners) > MOST:
        spot.fail(f"too many: readings × data sets × learners may be {MOST:,}, all grids written out")
    if top.problems:
        return arms
    found = _Found(top, arms, read, {}, {arm.dataset.label for arm in arms})
    for reading in (*named, *(each for values in choices for each in values)):
        found.add(reading)
    telling = [[each for each in values if found.arms.get(each)] for values in choices]
    if not top.problems and entry.sample > (most := n_combinations(telling)):
        given["sample"].fail(f"the choices have {most} combinations of two or more, not {entry.sample}")
    if not top.problems:
        for number, combined in enumerate(drawn(telling, entry.sample, entry.seed), 1):
            found.add(_combination(combined, number, given["sample"], found.longest))
    return (*arms, *(arm for each in found.arms.values() for arm in each))


def _combination(readings: Sequence[Reading], number: int, spot: Spot, longest: int) -> Reading:
    """Several readings at once; where a label can't say them all, it has a number."""
    name = ", ".join(reading.name for reading in readings)
    if len(name) > longest:
        name = shorten(f"sample {number}: {name}", longest)
    return Reading(name, tuple(change for reading in readings for change in reading.changes), spot)


@dataclass(frozen=True)
class _Found:
    """The arms of the readings so far; what is wrong with one ends the search."""

    top: Spot
    written: tuple[Arm, ...]
    read: Callable[[Spot], tuple[Arm, ...]]
    arms: dict[Reading, tuple[Arm, ...]]
    labels: set[str]

    @property
    def longest(self) -> int:
        """How long the name of a reading may be, for a label to have room for it."""
        return LONGEST_LABEL - len(UNDER) - max(len(arm.dataset.label) for arm in self.written)

    def add(self, reading: Reading) -> None:
        if self.top.problems:
            return
        try:
            root = reduce(lambda node, change: replaced(node, *change), reading.changes, self.top.node)
        except KeyPathError as error:
            reading.fail(str(error))
            return
        problems: list[Problem] = []
        arms = self.read(Spot(root, (), problems))
        if problems:
            reading.fail(f"{dotted(problems[0].path)}: {problems[0].text}")
        elif len(arms) != len(self.written):
            reading.fail(f"{len(arms)} data sets in place of {len(self.written)}")
        elif _learners(arms) != _learners(self.written):
            reading.fail("a reading may not rename, add or leave out learners; give grids as written")
        else:
            self.arms[reading] = unlike(arms, self.written, reading.name)
            self.check_labels(reading)

    def check_labels(self, reading: Reading) -> None:
        """Every arm needs a label of its own, short enough for tables."""
        if len(reading.name) > self.longest:
            reading.fail(f"too long by {len(reading.name) - self.longest} for labels; give 'values' names")
        for label in (arm.dataset.label for arm in self.arms[reading]):
            if label in self.labels:
                reading.fail(f"a second data set {shown(label)}; change a name")
                return
            self.labels.add(label)


def _learners(arms: Sequence[Arm]) -> list[str]:
    return [each.label for each in arms[0].learners]
