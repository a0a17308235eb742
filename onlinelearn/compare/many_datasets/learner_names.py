"""Names of learners over several configs: a label that stands for several learners gets their parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations

from onlinelearn.base.error_text import shorten, shown, unknown
from onlinelearn.base.errors import ConfigError
from onlinelearn.compare.many_datasets.measured_folders import MeasuredDataset
from onlinelearn.config.choices import TUNE
from onlinelearn.config.sections.grids import value_text

Entry = Mapping[str, object]
"""The entry of a config that chooses a learner."""

LEARNER = "learner"

LONGEST_LIST = 300


def told_apart(measured: Sequence[MeasuredDataset], asked: Sequence[str]) -> list[MeasuredDataset]:
    """The data sets with a name for each learner that is its own: `PA`, or `PA (C=0.1)` beside other PAs.

    Raises ConfigError if a label that is asked for stands for several learners.
    """
    entries: dict[str, list[Entry]] = {}
    for each in measured:
        for label, entry in each.learners.items():
            known = entries.setdefault(label, [])
            known += [] if entry in known else [entry]
    names = {label: _names(label, several) for label, several in entries.items()}
    every = list(chain.from_iterable(names.values()))
    for name in asked:
        if len(several := names.get(name, ())) > 1:
            text = shorten(", ".join(map(repr, several)), LONGEST_LIST)
            raise ConfigError(f"{shown(name)} stands for {len(several)} learners: {text}; name one of them")
        if name not in every:
            raise ConfigError(unknown("learner", name, every))
    return [_renamed(each, entries, names) for each in measured]


def _renamed(
    dataset: MeasuredDataset, entries: Mapping[str, list[Entry]], names: Mapping[str, list[str]]
) -> MeasuredDataset:
    new = {label: names[label][entries[label].index(entry)] for label, entry in dataset.learners.items()}
    return replace(
        dataset,
        learners={new[label]: entry for label, entry in dataset.learners.items()},
        values={new[label]: cells for label, cells in dataset.values.items()},
    )


def _names(label: str, entries: Sequence[Entry]) -> list[str]:
    """The label for one learner; for each of several, the label with what no other one has."""
    if len(entries) == 1:
        return [label]
    return [
        f"{label} ({_difference(entry, [other for other in entries if other != entry])})" for entry in entries
    ]


def _difference(entry: Entry, others: Sequence[Entry]) -> str:
    """The fewest parameters that tell a learner from all others: its name, if that does, or a short text."""
    keys = list(dict.fromkeys(chain(entry, *others)))
    differing = [key for key in keys if any(_text(key, entry) != _text(key, other) for other in others)]
    for size in range(1, len(differing)):
        distinct = [
            each
            for each in combinations(differing, size)
            if all(_texts(each, entry) != _texts(each, other) for other in others)
        ]
        if distinct:
            return _texts(min(distinct, key=lambda each: _readability(each, entry)), entry)
    return _texts(differing, entry)


def _readability(keys: Sequence[str], entry: Entry) -> tuple[bool, int]:
    """The order of preference: first what has the learner's name, then the shorter text."""
    return LEARNER not in keys, len(_texts(keys, entry))


def _texts(keys: Sequence[str], entry: Entry) -> str:
    return ", ".join(_text(key, entry) for key in keys)


def _text(key: str, entry: Entry) -> str:
    if key not in entry:
        return f"no {key}"
    value = entry[key]
    if isinstance(value, Mapping) and TUNE in value:
        return f"{key} of {value_text(value[TUNE])}"
    return value_text(value) if key == LEARNER else f"{key}={value_text(value)}"
