"""Tuning: a learner whose parameters are chosen among candidates, and the two that are shown beside it."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from onlinelearn.base.error_text import shown
from onlinelearn.base.roles import Role
from onlinelearn.config.choices import TUNE, Condition, LearnerChoice, Tuning
from onlinelearn.config.config_value import ConfigValue
from onlinelearn.config.experiment import Protocol
from onlinelearn.config.sections.grids import GRID, check_label, choosable, point_label
from onlinelearn.config.sections.learner_parameters import checked_parameters
from onlinelearn.learners.catalog import LearnerEntry
from onlinelearn.learners.foreign_options import ForeignOptions
from onlinelearn.numerics import rng

MOST_CANDIDATES = 1000
"""Each candidate is run in every permutation."""

MOST_COMBINATIONS = 2**53


def is_tuned(parameters: Mapping[str, ConfigValue]) -> bool:
    """Whether a parameter has a list of values to choose from."""
    return any(value.child(TUNE) for value in parameters.values())


def tuned_choices(
    label: str,
    family: str,
    learner: LearnerEntry,
    parameters: Mapping[str, ConfigValue],
    bound: Mapping[str, str],
    foreign: ForeignOptions,
    entry: ConfigValue,
    protocol: Protocol,
) -> Iterator[LearnerChoice]:
    """The tuned learner, the same with its defaults if it has any, and with the best values in hindsight."""
    fixed = {name: value for name, value in parameters.items() if not value.child(TUNE)}
    lists = {name: _values(value) for name, value in parameters.items() if value.child(TUNE)}
    for name, value in fixed.items():
        if value.child(GRID):
            entry.fail(f"'{name}' is a grid and another parameter is tuned; give each point its own learner")
            return
    points = list(_points(lists, entry, protocol))
    tuning = _tuning(learner, fixed, lists, points, entry)
    if tuning is None:
        return
    shared = {name: value for name, value in tuning.candidates[0].items() if name not in lists}
    streamed: Any = {"bound": bound, "foreign": foreign}
    yield LearnerChoice(label, learner, shared, family, **streamed, role=Role.TUNED, tuning=tuning)
    # What has no default is no problem of the config: there is nothing to show beside it then.
    default = checked_parameters(learner, fixed, ConfigValue(entry.node, entry.path, []))
    beside = {role: f"{label} ({role})" for role in (Role.DEFAULT, Role.HINDSIGHT)}
    for each in beside.values():
        check_label(each, entry)
    if default is not None:
        name = beside[Role.DEFAULT]
        yield LearnerChoice(name, learner, default, name, **streamed, role=Role.DEFAULT)
    name = beside[Role.HINDSIGHT]
    yield LearnerChoice(name, learner, shared, name, **streamed, role=Role.HINDSIGHT, tuning=tuning)


def without_hindsight(learners: Sequence[LearnerChoice]) -> tuple[LearnerChoice, ...]:
    """The learners but those that only a test part could choose."""
    return tuple(each for each in learners if each.role is not Role.HINDSIGHT)


def check_tuning(conditions: Sequence[Condition], protocol: Protocol, top: ConfigValue) -> None:
    """Add a problem where the protocol doesn't fit what is tuned.

    A choice looks at every label, so that none may be hidden.
    """
    given = top.child("protocol")
    tuned = [each for condition in conditions for each in condition.learners if each.tuning]
    if given is None:
        return
    if protocol.tune is not None and conditions and not tuned:
        given.fail("'tune' says how to choose, and nothing is tuned: give a parameter {tune: [...]}")
    if protocol.label_rate < 1.0 and tuned:
        given.fail(f"{tuned[0].label} is tuned, which takes every label: leave out 'label_rate'")


def _values(parameter: ConfigValue) -> list[ConfigValue]:
    """The values to choose from."""
    values = parameter.child(TUNE)
    if values is None or parameter.node.value != {TUNE: values.node}:
        parameter.fail("expected {tune: [...]} alone; how to choose, the protocol's 'tune' says")
        return []
    if values.node.value == ():
        values.fail("nothing to choose from; give at least one value")
    return choosable(values)


def _points(
    lists: Mapping[str, Sequence[ConfigValue]], entry: ConfigValue, protocol: Protocol
) -> Iterator[dict[str, ConfigValue]]:
    """Every combination of the values, the last changing fastest; or as many as are drawn."""
    total = math.prod(map(len, lists.values()))
    draws = protocol.tune.draws if protocol.tune else None
    if total > (MOST_COMBINATIONS if draws else MOST_CANDIDATES):
        way = "make the lists shorter" if draws else "let the protocol draw some, as tune: {draws: 30}"
        entry.fail(f"{total:,} combinations to choose from; {way}")
        return
    chosen = range(total) if draws is None or total <= draws else _drawn(total, draws, protocol.seed)
    for number in chosen:
        point = {}
        for name, values in reversed(list(lists.items())):
            number, place = divmod(number, len(values))  # noqa: PLW2901  # digits of a mixed base
            point[name] = values[place]
        yield {name: point[name] for name in lists}


def _drawn(total: int, draws: int, seed: int) -> list[int]:
    """So many different ones of the combinations, all equally likely, in ascending order."""
    found: set[int] = set()
    for number in count():
        if len(found) == draws:
            break
        found.add(int(rng.bits((rng.CANDIDATES, seed, number), 1)[0]) * total >> 64)
    return sorted(found)


def _tuning(
    learner: LearnerEntry,
    fixed: Mapping[str, ConfigValue],
    lists: Mapping[str, Sequence[ConfigValue]],
    points: Sequence[Mapping[str, ConfigValue]],
    entry: ConfigValue,
) -> Tuning | None:
    """The candidates with all their parameters; None, and a problem, if one of them is wrong."""
    candidates = []
    seen: dict[str, str] = {}
    for point in points:
        values = checked_parameters(learner, {**fixed, **point}, entry)
        if values is None:
            return None
        name = point_label("", {key: each.node.plain() for key, each in point.items()}).strip()
        if (same := json.dumps(values, sort_keys=True)) in seen:
            entry.fail(f"two candidates are the same: {shown(seen[same])} and {shown(name)}")
            return None
        seen[same] = name
        candidates.append(values)
    plain = {name: tuple(each.node.plain() for each in values) for name, values in lists.items()}
    return Tuning(plain, tuple(candidates)) if candidates else None
